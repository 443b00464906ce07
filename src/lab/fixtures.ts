/**
 * `npm run fixtures -- DIRECTORY`: runs each case of a folder of real files with expected answers through the command line, prints one line each,
 * and ends with 1 if any falls short. What an `expected.json` states is compared exactly, in any order; what it does not state is free.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Manifest, ManifestComponent } from '@/contract/manifest/schema';
import { parse } from 'yaml';

interface ExpectedComponent {
  name: string;
  also?: string[];
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
const KNOWN = new Set('name run exit components dependencies together apart never absent nowhere informative'.split(' '));
const CLI = resolve('src', 'cli', 'run.mjs');

interface Found {
  components: (ManifestComponent & { application: string; tier: string | undefined })[];
  manifest: Manifest;
  output: string;
  exit: number;
}

function run(words: readonly string[], cwd: string): Found {
  const directory = mkdtempSync(join(tmpdir(), 'faultline-fixture-'));
  const file = join(directory, 'manifest.yaml');
  let [output, exit] = ['', 0];
  try {
    output = execFileSync(process.execPath, [CLI, ...words, '-o', file], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const failed = error as { status: number; stdout: string; stderr: string };
    [output, exit] = [`${failed.stdout}${failed.stderr}`, failed.status];
  }
  const text = existsSync(file) ? readFileSync(file, 'utf8') : 'version: 1\nname: nothing\n';
  rmSync(directory, { recursive: true, force: true });
  const manifest = parse(text) as Manifest;
  const components = (manifest.applications ?? []).flatMap(({ technicalName, criticalityTier, components: parts }) =>
    (parts ?? []).map((part) => ({ ...part, application: technicalName, tier: criticalityTier })),
  );
  return { components, manifest, output: `${text}\n${output}`, exit };
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const listOf = <Item>(value: Item | Item[] | undefined): Item[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

/** Everything that falls short, in words. */
function shortcomings(expected: Case, found: Found): string[] {
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
  for (const wanted of expected ?? []) {
    const found = components.find((component) => isCalled(component, wanted));
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
  const { together = [], apart = [], absent = [], nowhere = [] } = expected;
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
  ];
}

function dependencyShortcomings({ dependencies, never = [] }: Case, manifest: Manifest, nameOf: (name: string) => string): string[] {
  const wrong: string[] = [];
  const found = (manifest.dependencies ?? []).map((one) => ({ ...one, source: nameOf(one.source), target: nameOf(one.target) }));
  for (const [source, target] of never)
    if (found.some((one) => one.source === source && one.target === target)) wrong.push(`${source} → ${target} must not be there`);
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
    const modes = listOf(wanted.mode);
    if (modes.length > 0 && !modes.includes(own.mode ?? 'Hard'))
      wrong.push(`${wanted.source} → ${wanted.target}: ${own.mode ?? 'Hard'} instead of ${modes.join(' or ')}`);
    if (wanted.required !== undefined && (own.required ?? true) !== wanted.required)
      wrong.push(`${wanted.source} → ${wanted.target}: required`);
    const isEncrypted = own.transportEncryption !== undefined && own.transportEncryption !== null;
    if (wanted.encrypted !== undefined && isEncrypted !== wanted.encrypted) wrong.push(`${wanted.source} → ${wanted.target}: encryption`);
  }
  for (const { source, target, dependencyType } of left) wrong.push(`${source} → ${target} (${dependencyType}) is too many`);
  return wrong;
}

function expectedFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'expected.json')
    .map((path) => join(directory, path))
    .sort();
}

function main(directory: string | undefined): number {
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
      const wrong = shortcomings(one, run(one.run, dirname(file)));
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

process.exitCode = main(process.argv[2]);
