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
import type { Manifest, ManifestComponent } from '@/contract/manifest/schema';
import { parse } from 'yaml';

interface ExpectedComponent {
  name: string;
  also?: string[];
  /** Its name is open: whatever nobody else is called. */
  anyName?: boolean;
  optional?: boolean;
  kind?: string;
  runtime?: string;
  isExternal?: boolean;
  tier?: string;
  zones?: string[];
}
interface ExpectedDependency {
  source: string;
  target: string;
  optional?: boolean;
  dependencyType?: string | string[];
  mode?: string | string[];
  required?: boolean;
  encrypted?: boolean;
}
interface Case {
  name?: string;
  run?: string[];
  /** Files that a server at @prometheus or @jaeger answers with. */
  serve?: string[];
  /** Several complete answers, of which one must hold. */
  alternatives?: Case[];
  /** Patterns, of which each list needs one match in what is printed. */
  says?: string[][];
  saysNot?: string[];
  noRedundancyGroup?: boolean;
  exit?: number | number[];
  components?: ExpectedComponent[];
  dependencies?: ExpectedDependency[];
  together?: string[][];
  apart?: string[];
  never?: [string, string][];
  absent?: string[];
  nowhere?: string[];
}

/** What the comparison knows; a case with anything else is not judged. */
const KNOWN = new Set(
  'name note run serve alternatives says saysNot noRedundancyGroup exit components dependencies together apart never absent nowhere informative'.split(
    ' ',
  ),
);
const CLI = resolve('src', 'cli', 'run.mjs');

interface Found {
  components: (ManifestComponent & { application: string; tier: string | undefined })[];
  manifest: Manifest;
  output: string;
  exit: number;
}

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
  const components = (manifest.applications ?? []).flatMap(({ technicalName, criticalityTier, components: parts }) =>
    (parts ?? []).map((part) => ({ ...part, application: technicalName, tier: criticalityTier })),
  );
  return { components, manifest, output: `${text}\n${output}`, exit };
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

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const listOf = <Item>(value: Item | Item[] | undefined): Item[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

/** Everything that falls short, in words. */
function shortcomings(expected: Case, found: Found): string[] {
  const { alternatives = [] } = expected;
  if (alternatives.length > 0) {
    const each = alternatives.map((one) => shortcomings({ ...expected, ...one, alternatives: [] }, found));
    return each.find((wrong) => wrong.length === 0) ?? each[0]!;
  }
  const exits = listOf(expected.exit ?? 0);
  const meaning = new Map<string, string>();
  return [
    ...(exits.includes(found.exit) ? [] : [`exit code ${found.exit} instead of ${exits.join(' or ')}`]),
    ...componentShortcomings(expected, found, meaning),
    ...dependencyShortcomings(expected, found.manifest, (name) => meaning.get(name) ?? name),
    ...placeShortcomings(expected, found, meaning),
  ];
}

/** Fills `meaning`: for each component found, the name under which it was expected. */
function componentShortcomings({ components: expected }: Case, { components, exit }: Found, meaning: Map<string, string>): string[] {
  const wrong: string[] = [];
  const isCalled = ({ technicalName, name }: ManifestComponent, wanted: ExpectedComponent): boolean =>
    [wanted.name, ...(wanted.also ?? [])].some((one) => [technicalName, name ?? ''].some((own) => plain(own) === plain(one)));
  const named = new Set(components.filter((component) => (expected ?? []).some((wanted) => isCalled(component, wanted))));
  for (const wanted of expected ?? []) {
    const found =
      components.find((component) => isCalled(component, wanted) && !meaning.has(component.technicalName)) ??
      (wanted.anyName === true ? components.find((one) => !named.has(one)) : undefined);
    if (found !== undefined) {
      meaning.set(found.technicalName, wanted.name);
      wrong.push(...factShortcomings(wanted, found));
    } else if (wanted.optional !== true) wrong.push(`no component ${wanted.name}`);
  }
  if (expected === undefined || exit !== 0) return wrong;
  return [
    ...wrong,
    ...components.filter(({ technicalName }) => !meaning.has(technicalName)).map(({ technicalName }) => `${technicalName} is too many`),
  ];
}

function factShortcomings(wanted: ExpectedComponent, found: Found['components'][number]): string[] {
  const { kind = 'Other', runtime = 'Containers', isExternal = false, tier, hostingZones = [] } = found;
  const facts = { kind, runtime, isExternal, tier, zones: hostingZones };
  return Object.entries(facts).flatMap(([field, value]) => {
    const want = wanted[field as keyof typeof facts];
    return want === undefined || JSON.stringify(want) === JSON.stringify(value)
      ? []
      : [`${wanted.name}: ${field} ${String(value)} instead of ${String(want)}`];
  });
}

function placeShortcomings(expected: Case, { components, output }: Found, meaning: ReadonlyMap<string, string>): string[] {
  const { together = [], apart = [], absent = [], nowhere = [], says = [], saysNot = [] } = expected;
  const applicationOf = (name: string): string | undefined =>
    components.find(({ technicalName }) => (meaning.get(technicalName) ?? technicalName) === name)?.application;
  return [
    ...together
      .filter((group) => new Set(group.map(applicationOf)).size !== 1)
      .map((group) => `${group.join(', ')} are not in one application`),
    ...(new Set(apart.map(applicationOf)).size === apart.length ? [] : [`${apart.join(', ')} share an application`]),
    ...absent.flatMap((pattern) =>
      components
        .filter(({ technicalName, name }) => new RegExp(pattern, 'i').test(`${technicalName} ${name}`))
        .map(({ technicalName }) => `${technicalName} must not be there`),
    ),
    ...nowhere.filter((text) => output.includes(text)).map((text) => `${JSON.stringify(text)} was printed`),
    ...says
      .filter((some) => !some.some((pattern) => new RegExp(pattern, 'i').test(output)))
      .map((some) => `nothing says ${some.join(' or ')}`),
    ...saysNot.filter((pattern) => new RegExp(pattern, 'i').test(output)).map((pattern) => `something says ${pattern}`),
  ];
}

function dependencyShortcomings(
  { dependencies, never = [], noRedundancyGroup = false }: Case,
  manifest: Manifest,
  nameOf: (name: string) => string,
): string[] {
  const wrong: string[] = [];
  const found = (manifest.dependencies ?? []).map((one) => ({ ...one, source: nameOf(one.source), target: nameOf(one.target) }));
  for (const [source, target] of never)
    if (found.some((one) => one.source === source && one.target === target)) wrong.push(`${source} → ${target} must not be there`);
  if (noRedundancyGroup && found.some(({ redundancyGroup }) => redundancyGroup !== undefined)) wrong.push('a redundancy group was made');
  if (dependencies === undefined) return wrong;
  const left = new Set(found);
  for (const wanted of dependencies) {
    const own = found.find(
      (one) =>
        one.source === wanted.source &&
        one.target === wanted.target &&
        (wanted.dependencyType === undefined || listOf(wanted.dependencyType).includes(one.dependencyType)),
    );
    if (own === undefined) {
      if (wanted.optional !== true) wrong.push(`no ${wanted.source} → ${wanted.target} (${listOf(wanted.dependencyType).join(' or ')})`);
      continue;
    }
    left.delete(own);
    wrong.push(...edgeShortcomings(wanted, own));
  }
  for (const { source, target, dependencyType } of left) wrong.push(`${source} → ${target} (${dependencyType}) is too many`);
  return wrong;
}

function edgeShortcomings(wanted: ExpectedDependency, own: NonNullable<Manifest['dependencies']>[number]): string[] {
  const { mode = 'Hard', required = true, transportEncryption = null } = own;
  const modes = listOf(wanted.mode);
  const about = `${wanted.source} → ${wanted.target}`;
  return [
    ...(modes.length > 0 && !modes.includes(mode) ? [`${about}: ${mode} instead of ${modes.join(' or ')}`] : []),
    ...(wanted.required !== undefined && required !== wanted.required ? [`${about}: required`] : []),
    ...(wanted.encrypted !== undefined && (transportEncryption !== null) !== wanted.encrypted ? [`${about}: encryption`] : []),
  ];
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
