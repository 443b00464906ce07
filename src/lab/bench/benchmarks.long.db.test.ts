/** Every benchmark that works on a database still works. */
import { afterEach, expect, it, vi } from 'vitest';
import { keepEnvironment } from '@/test/benchmarkEnvironment';
import { createTestDatabase } from '@/test/database';
import { BENCHMARKS, runBenchmark } from './benchmarks';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const named = Object.keys(BENCHMARKS).filter((name) => BENCHMARKS[name]?.needsDatabase === true);

it.each(named)('%s runs on tiny input, and says its name and its figures', async (name) => {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
  const { addresses, drop } = await createTestDatabase();
  keepEnvironment();
  try {
    await runBenchmark(name, { part: null, isTiny: true, isLarge: false, addresses });
  } finally {
    await drop();
  }
  expect(printed).toMatch(new RegExp(`^\n== ${name}\n`));
  expect(printed).toMatch(/\d+ ms|in ms: best \d|\d Mi?B|\d\/s/);
  expect(printed).not.toMatch(/NaN|undefined/);
});
