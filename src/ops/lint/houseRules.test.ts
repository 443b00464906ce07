/**
 * What lint must find: violations of our own rules, and one each of rules that need types or know React.
 * One run of the linter reads what every test has planted, because starting it costs more than all its reading.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'faultline-lint-'));
let found: { place: string; code: string }[] = [];

afterAll(() => rmSync(directory, { recursive: true, force: true }));

beforeAll(() => {
  const tsconfig = '{"compilerOptions":{"strict":true,"target":"ES2024","jsx":"react-jsx"},"include":["*/src"]}';
  writeFileSync(join(directory, 'tsconfig.json'), tsconfig);
  const program = join('node_modules', 'oxlint', 'bin', 'oxlint');
  const config = join('src', 'ops', 'lint', 'oxlint.json');
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--config', config, '--format', 'json', directory], {
    encoding: 'utf8',
  });
  if (!stdout.trimStart().startsWith('{')) throw new Error(`${stdout}${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[] };
  found = diagnostics.map(({ code, filename, labels }) => ({
    place: `${filename.slice(filename.indexOf('planted-'))}:${labels[0]?.span.line}`,
    code,
  }));
});

let planted = 0;

/** Writes these files for the linter, and expects it to find in them just these breaches, each as `path:line rule`. */
function itFinds(sentence: string, files: Readonly<Record<string, string>>, breaches: readonly string[]): void {
  planted += 1;
  const room = `planted-${planted}/`;
  for (const [path, text] of Object.entries(files)) {
    const file = join(directory, room, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  it(sentence, () => {
    const here = found.filter(({ place }) => place.startsWith(room));
    expect(here.map(({ place, code }) => `${place.slice(room.length)} ${code}`).sort()).toEqual(breaches);
  });
}

const IMPURE = `export const now = (): number => Date.now();
export const today = (): Date => new Date();
export const chance = (): number => Math.random();
export const setting = (): unknown => process.env;
export const waited = async (promise: Promise<number>): Promise<number> => await promise;
export const then = (): Date => new Date(0);
`;
itFinds(
  'the domain uses no clock, no randomness and no environment, and awaits nothing',
  { 'src/domain/a.ts': IMPURE, 'src/server/a.ts': IMPURE },
  [1, 2, 3, 4, 5].map((line) => `src/domain/a.ts:${line} house(pure-domain)`),
);

itFinds('no file re-exports all of another', { 'src/plain/a.ts': `export * from './b';\n`, 'src/plain/b.ts': 'export const b = 1;\n' }, [
  'src/plain/a.ts:1 house(no-reexports)',
]);

itFinds(
  'no schema of the contract coerces',
  { 'src/contract/a.ts': `import { z } from 'zod';\nexport const Count = z.coerce.number();\n` },
  ['src/contract/a.ts:2 house(no-coercion)'],
);

const ANY = 'export const either = (one: AbortSignal, other: AbortSignal): AbortSignal => AbortSignal.any([one, other]);\n';
itFinds('nothing on the server gathers on a signal that lives as long as the process', { 'src/server/a.ts': ANY, 'src/cli/a.ts': ANY }, [
  'src/server/a.ts:1 house(no-signal-any)',
]);

const WAITS = `export const short = () => vi.waitFor(() => expect(1).toBe(1));
export const shortPoll = () => expect.poll(() => 1).toBe(1);
export const long = () => vi.waitFor(() => expect(1).toBe(1), PATIENT);
`;
itFinds('a test says how long it waits', { 'src/server/a.test.ts': WAITS }, [
  'src/server/a.test.ts:1 house(patient-waits)',
  'src/server/a.test.ts:2 house(patient-waits)',
]);

const GRAPHS = `export async function early(tenant: string): Promise<number> {
  const { graph: found, head } = await currentGraph(tenant);
  const size = found.size;
  await write(size);
  return head.version;
}
export async function late(tenant: string): Promise<number> {
  const { graph } = await currentGraph(tenant);
  await write(1);
  return [1].map(() => graph.size).length;
}
`;
itFinds('nothing is awaited between getting a graph and using it', { 'src/server/impact/a.ts': GRAPHS }, [
  'src/server/impact/a.ts:9 house(graph-in-one-go)',
]);

const WRITERS = `export const rename = (tx: Transaction): Promise<void> => tx.component.update({ where: {}, data: {} });
export const read = (tx: Transaction): Promise<void> => tx.component.findMany({});
`;
itFinds('only server/landscape writes landscapes', { 'src/server/landscape/a.ts': WRITERS, 'src/server/impact/a.ts': WRITERS }, [
  'src/server/impact/a.ts:1 house(one-landscape-writer)',
]);

const DOORS = `import { request } from 'node:http';
import { readManifestText } from '@/contract/manifest/text/readText';
export const both = [request, readManifestText];
`;
itFinds(
  'the server knows no HTTP, and reads YAML from outside only in its worker',
  { 'src/server/manifest/parseWorker.ts': DOORS, 'src/server/manifest/a.ts': DOORS },
  [1, 2].map((line) => `src/server/manifest/a.ts:${line} eslint(no-restricted-imports)`),
);

const PROPERTIES = `import fc from 'fast-check';
fc.assert(fc.property(fc.integer(), () => true));
fc.assert(fc.property(fc.integer(), () => true), { numRuns: 3 });
fc.assert(fc.property(fc.integer(), () => true), randomRuns(3));
export const drawn = Math.random();
`;
itFinds(
  'a property test draws its cases from the one seed',
  { 'src/plain/a.test.ts': PROPERTIES },
  [2, 3, 5].map((line) => `src/plain/a.test.ts:${line} house(seeded-tests)`),
);

const COMPONENT = `import { useRef } from 'react';
export function Part({ size }: { size: number }) {
  const last = useRef(0);
  last.current = size;
  return <b>{size}</b>;
}
`;
itFinds(
  'a floating promise and a ref written while rendering are errors',
  { 'src/server/a.ts': 'const write = async (): Promise<void> => {};\nwrite();\n', 'src/ui/Part.tsx': COMPONENT },
  ['src/server/a.ts:2 typescript(no-floating-promises)', 'src/ui/Part.tsx:4 react(refs)'],
);

const IMPORTS = `import './b';
import '@/plain/counts';
import '../../../e2e/support/server';
import '@/server/auth/b';
import '../b';
`;
itFinds(
  'an import of the own folder is relative, and one of another folder says from where',
  { 'src/server/auth/a.ts': IMPORTS },
  [4, 5].map((line) => `src/server/auth/a.ts:${line} house(imports-by-place)`),
);
