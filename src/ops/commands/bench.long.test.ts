/** `npm run bench` runs from a bundle, unlike the tests of the benchmarks themselves: what they read must be found from there too. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { BENCHMARKS } from '@/lab/bench/benchmarks';

it('every benchmark without a database runs from the bundle on tiny input, and says its name and its figures', () => {
  const names = Object.keys(BENCHMARKS).filter((name) => BENCHMARKS[name]?.needsDatabase === false);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/ops/boot/run.mjs', 'bench', '--tiny', ...names], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const name of names) expect(stdout).toMatch(new RegExp(`== ${name}\n[^=]*\\d ms`));
  expect(stdout).not.toMatch(/NaN|undefined/);
});
