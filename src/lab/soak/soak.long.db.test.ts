/** The soak command works: mixed load reaches the server, every answer is as expected, and the heap is judged. */
import { afterEach, expect, it, vi } from 'vitest';
import { keepEnvironment } from '@/test/benchmarkEnvironment';
import { createTestDatabase } from '@/test/database';
import { soak } from './soak';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it('samples the heap under mixed load and reports the trend', async () => {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
  const { addresses, drop } = await createTestDatabase();
  keepEnvironment();
  try {
    const { bytesPerHour } = await soak({ durationMs: 10_000, components: 40, perSecond: 100, feeds: 2, samples: 10 }, addresses);
    expect(Number.isFinite(bytesPerHour)).toBe(true);
  } finally {
    await drop();
  }
  expect(printed.match(/ s {3}heap /g)).toHaveLength(10);
  const [, statuses = '{}', webhooks, feeds] = /answers (\{.*\}), p99 .*; (\d+) webhooks, (\d+) bytes/.exec(printed) ?? [];
  expect(Object.keys(JSON.parse(statuses) as object).sort()).toEqual(['200', '202', '400', '401', '404']);
  expect(Number(webhooks)).toBeGreaterThan(0);
  expect(Number(feeds)).toBeGreaterThan(0);
  expect(printed).toMatch(/MiB an hour/);
});
