/** Every benchmark that works on a database still works. */
import { afterEach, describe, expect, it, vi } from 'vitest';
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
    // Afterwards, everything that the benchmark set is as it was before.
    for (const name of [
      'DATABASE_URL',
      'DATABASE_SYSTEM_URL',
      'DATABASE_OWNER_URL',
      'DATABASE_SINGLE_LOGIN',
      'FAULTLINE_SECRET',
      'WEBHOOK_ALLOW_LOOPBACK',
    ])
      vi.stubEnv(name, process.env[name]);
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
