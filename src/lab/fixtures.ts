/**
 * `npm run fixtures -- DIRECTORY`: runs each case of a folder of real files with expected answers through the command line, prints one line each,
 * and ends with 1 if any falls short. What an `expected.json` states is compared exactly, in any order; what it does not state is free.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Manifest } from '@/contract/manifest/schema';
import { parse } from 'yaml';
import type { Case, Found } from './expected';
import { componentsIn, KNOWN, shortcomings } from './judge';

const CLI = resolve('src', 'cli', 'run.mjs');

const runFile = promisify(execFile);

async function run(words: readonly string[], cwd: string): Promise<Found> {
  const directory = mkdtempSync(join(tmpdir(), 'faultline-fixture-'));
  const file = join(directory, 'manifest.yaml');
  let [output, exit] = ['', 0];
  try {
    const { stdout, stderr } = await runFile(process.execPath, [CLI, ...words, '-o', file], { cwd });
    output = `${stdout}${stderr}`;
  } catch (error) {
    const failed = error as { code: number; stdout: string; stderr: string };
    [output, exit] = [`${failed.stdout}${failed.stderr}`, failed.code];
  }
  const text = existsSync(file) ? readFileSync(file, 'utf8') : 'version: 1\nname: nothing\n';
  rmSync(directory, { recursive: true, force: true });
  const manifest = parse(text) as Manifest;
  return { components: componentsIn(manifest), manifest, output: `${text}\n${output}`, exit };
}

/** Series as Prometheus writes them, as the answers of its interface. */
function prometheusAnswers(text: string): (url: URL) => unknown {
  const series = [...text.matchAll(/^([a-z_:]+)\{(.*)\} (\S+)$/gim)].map(([, name = '', labels = '', value = '']) => ({
    name,
    metric: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', of = '']) => [key, of])),
    value: [0, value],
  }));
  return (url) =>
    url.pathname.endsWith('/values')
      ? { status: 'success', data: [...new Set(series.map(({ name }) => name))] }
      : { status: 'success', data: { result: series.filter(({ name }) => url.searchParams.get('query')?.includes(`(${name}[`)) } };
}

/** Answers by what a file is called: names.json for names, dependencies*.json for dependencies, and so on. */
function answersOf(files: readonly string[], directory: string): (url: URL) => unknown {
  const read = (file: string): string => readFileSync(join(directory, file), 'utf8');
  const metrics = files.find((file) => file.endsWith('.txt'));
  if (metrics !== undefined) return prometheusAnswers(read(metrics));
  const json = (start: string): unknown => {
    const file = files.find((one) => one.startsWith(start));
    return file === undefined ? { data: [] } : JSON.parse(read(file));
  };
  return (url) => {
    if (url.pathname.endsWith('/values')) return json('names');
    if (url.pathname.endsWith('/query'))
      return /istio/.test(url.searchParams.get('query') ?? '') ? { data: { result: [] } } : json('series');
    return url.pathname.endsWith('/dependencies')
      ? json('dependencies')
      : url.pathname.endsWith('/services')
        ? json('services')
        : { data: [] };
  };
}

/** Runs with the address of a server in place of @prometheus and @jaeger. */
async function runServed({ run: words = [], serve = [] }: Case, directory: string): Promise<Found> {
  if (serve.length === 0) return run(words, directory);
  const answers = answersOf(serve, directory);
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers(new URL(request.url ?? '/', 'http://localhost'))));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const found = await run(
    words.map((word) => (word.startsWith('@') ? address : word)),
    directory,
  );
  server.close();
  return found;
}

function expectedFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'expected.json')
    .map((path) => join(directory, path))
    .sort();
}

async function main(directory: string | undefined): Promise<number> {
  if (directory === undefined) throw new Error('Say which folder: npm run fixtures -- DIRECTORY');
  let [passed, failed, skipped] = [0, 0, 0];
  for (const file of expectedFiles(directory)) {
    const document = JSON.parse(readFileSync(file, 'utf8')) as Case & { cases?: Case[] };
    for (const one of document.cases ?? [document]) {
      const title = [dirname(file).slice(directory.length).replace(/^\//, ''), one.name].filter(Boolean).join(': ');
      const unknown = Object.keys(one).filter((key) => !KNOWN.has(key));
      if (one.run === undefined || unknown.length > 0) {
        skipped += 1;
        process.stdout.write(`skipped  ${title}: ${one.run === undefined ? 'no command' : `says ${unknown.join(', ')}`}\n`);
        continue;
      }
      const wrong = shortcomings(one, await runServed(one, dirname(file)));
      if (wrong.length === 0) passed += 1;
      else failed += 1;
      process.stdout.write(
        `${wrong.length === 0 ? 'ok      ' : 'FAILED  '} ${title}${wrong.length === 0 ? '' : `: ${wrong.join('; ')}`}\n`,
      );
    }
  }
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} not judged\n`);
  return failed === 0 ? 0 : 1;
}

void main(process.argv[2]).then((code) => (process.exitCode = code));
