/** What lint must find: violations of our own rules, and one each of rules that need types or know React. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faultline-lint-'));
  writeFileSync(
    join(directory, 'tsconfig.json'),
    '{"compilerOptions":{"strict":true,"target":"ES2024","jsx":"react-jsx"},"include":["src"]}',
  );
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The names of the rules that these files break, by path and line. */
function lint(files: Readonly<Record<string, string>>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const program = join('node_modules', 'oxlint', 'bin', 'oxlint');
  const config = join('src', 'ops', 'lint', 'oxlint.json');
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--config', config, '--format', 'json', directory], {
    encoding: 'utf8',
  });
  if (!stdout.trimStart().startsWith('{')) throw new Error(`${stdout}${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[] };
  return diagnostics
    .map(({ code, filename, labels }) => `${filename.slice(filename.indexOf('src/'))}:${labels[0]?.span.line} ${code}`)
    .sort();
}

it('the domain reads no clock, no chance and no environment, and waits for nothing', () => {
  const text = `export const now = (): number => Date.now();
export const today = (): Date => new Date();
export const chance = (): number => Math.random();
export const setting = (): unknown => process.env;
export const waited = async (promise: Promise<number>): Promise<number> => await promise;
export const then = (): Date => new Date(0);
`;
  expect(lint({ 'src/domain/a.ts': text, 'src/server/a.ts': text })).toEqual(
    [1, 2, 3, 4, 5].map((line) => `src/domain/a.ts:${line} house(pure-domain)`),
  );
});

it('nothing exports all of another file', () => {
  expect(lint({ 'src/plain/a.ts': `export * from './b';\n`, 'src/plain/b.ts': 'export const b = 1;\n' })).toEqual([
    'src/plain/a.ts:1 house(no-reexports)',
  ]);
});

it('no schema of the contract coerces', () => {
  expect(lint({ 'src/contract/a.ts': `import { z } from 'zod';\nexport const Count = z.coerce.number();\n` })).toEqual([
    'src/contract/a.ts:2 house(no-coercion)',
  ]);
});

it('nothing is awaited between getting a graph and using it', () => {
  const text = `export async function early(tenant: string): Promise<number> {
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
  expect(lint({ 'src/server/impact/a.ts': text })).toEqual(['src/server/impact/a.ts:9 house(graph-in-one-go)']);
});

it('only the room of the landscape writes one', () => {
  const text = `export const rename = (tx: Transaction): Promise<void> => tx.component.update({ where: {}, data: {} });
export const read = (tx: Transaction): Promise<void> => tx.component.findMany({});
`;
  expect(lint({ 'src/server/landscape/a.ts': text, 'src/server/impact/a.ts': text })).toEqual([
    'src/server/impact/a.ts:1 house(one-landscape-writer)',
  ]);
});

it('the server knows no HTTP, and reads foreign YAML in its worker alone', () => {
  const text = `import { request } from 'node:http';
import { readManifestText } from '@/contract/manifest/text/readText';
export const both = [request, readManifestText];
`;
  const files = { 'src/server/manifest/parseWorker.ts': text, 'src/server/manifest/a.ts': text };
  expect(lint(files)).toEqual([1, 2].map((line) => `src/server/manifest/a.ts:${line} eslint(no-restricted-imports)`));
});

it('a property test draws its cases from the one seed', () => {
  const text = `import fc from 'fast-check';
fc.assert(fc.property(fc.integer(), () => true));
fc.assert(fc.property(fc.integer(), () => true), { numRuns: 3 });
fc.assert(fc.property(fc.integer(), () => true), randomRuns(3));
export const drawn = Math.random();
`;
  expect(lint({ 'src/plain/a.test.ts': text })).toEqual([2, 3, 5].map((line) => `src/plain/a.test.ts:${line} house(seeded-tests)`));
});

it('a promise that nobody waits for, and a ref that is written while rendering, are errors', () => {
  const component = `import { useRef } from 'react';
export function Part({ size }: { size: number }) {
  const last = useRef(0);
  last.current = size;
  return <b>{size}</b>;
}
`;
  expect(lint({ 'src/server/a.ts': 'const write = async (): Promise<void> => {};\nwrite();\n', 'src/ui/Part.tsx': component })).toEqual([
    'src/server/a.ts:2 typescript(no-floating-promises)',
    'src/ui/Part.tsx:4 react(refs)',
  ]);
});
