/** Metrics of queued work: how many pieces wait or run, since when, and how much time they got. */
import { expect, it } from 'vitest';
import { metrics } from '@/server/observability/metrics';
import type { Steps } from '@/plain/steps';
import { takeTurns } from './takeTurns';

const textOf = (name: string): Promise<string> => metrics().registry.getSingleMetricAsString(name);

/** How many questions of this process were cancelled so far. */
async function cancelled(): Promise<number> {
  const [, count = '0'] = /\{kind="question",reason="cancelled"\} (\d+)/.exec(await textOf('faultline_work_refused_total')) ?? [];
  return Number(count);
}

it('reports work by kind, with its time and its refusals', async () => {
  const hangUp = new AbortController();
  const endless = function* (): Steps<void> {
    for (;;) yield;
  };
  const work = takeTurns({ kind: 'question', tenantId: 'a', deadlineMs: 60_000, signal: hangUp.signal }, endless);
  const refused = expect(work).rejects.toMatchObject({ code: 'unavailable' });
  expect(await textOf('faultline_work_pieces')).toContain('faultline_work_pieces{kind="question",state="running"} 1');
  expect(await textOf('faultline_work_oldest_seconds')).toMatch(/faultline_work_oldest_seconds\{kind="question"\} 0\.\d+/);
  const before = await cancelled();
  hangUp.abort();
  await refused;
  expect(await textOf('faultline_work_pieces')).not.toContain('question');
  expect(await cancelled()).toBe(before + 1);
  expect(await textOf('faultline_work_seconds_total')).toMatch(/\{kind="question"\} \d/);
});
