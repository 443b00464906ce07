/** Every benchmark that works on a database still works. */
import { afterEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '@/test/database';
import { BENCHMARKS, runBenchmark } from './benchmarks';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test.each(Object.keys(BENCHMARKS).filter((name) => BENCHMARKS[name]?.needsDatabase === true))(
  '%s runs on tiny input, and says its name and its figures',
  async (name) => {
    let printed = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
    const { addresses, drop } = await createTestDatabase();
    // Afterwards, everything that the benchmark set is as it was before.
    for (const name of ['DATABASE_URL', 'DATABASE_SYSTEM_URL', 'DATABASE_OWNER_URL', 'DATABASE_SINGLE_LOGIN', 'FAULTLINE_SECRET'])
      vi.stubEnv(name, process.env[name]);
    try {
      await runBenchmark(name, { part: null, isTiny: true, addresses });
    } finally {
      await drop();
    }
    expect(printed).toMatch(new RegExp(`^\n== ${name}\n`));
    expect(printed).toMatch(/\d+ ms|in ms: best \d|\d MiB/);
    expect(printed).not.toMatch(/NaN|undefined/);
  },
);
