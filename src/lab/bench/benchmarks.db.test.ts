/** Every benchmark that works on a database still works. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepEnvironment } from '@/test/benchmarkEnvironment';
import { createTestDatabase } from '@/test/database';
import { BENCHMARKS, runBenchmark } from './benchmarks';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const named = (isLong: boolean): string[] =>
  Object.entries(BENCHMARKS).flatMap(([name, benchmark]) =>
    benchmark.needsDatabase && (benchmark.isLong ?? false) === isLong ? [name] : [],
  );

describe.each([
  { names: named(false), tags: [] },
  { names: named(true), tags: ['long'] },
])('a benchmark', ({ names, tags }) => {
  it.each(names)('%s runs on tiny input, and says its name and its figures', { tags }, async (name) => {
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
    expect(printed).toMatch(/\d+ ms|in ms: best \d|\d MiB|\d\/s/);
    expect(printed).not.toMatch(/NaN|undefined/);
  });
});
