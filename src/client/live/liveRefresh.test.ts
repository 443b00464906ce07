import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { LiveRefresh, REFRESH_GAP_MS, invalidateRouters, routerOf, touchedBy } from './liveRefresh';
import { EVENT_TYPES } from '@/contract/values/events';
import { PATIENT } from '@/test/patience';

function stage() {
  let now = 0;
  let timers: { at: number; call: () => void }[] = [];
  const runs: { at: number; routers: string[]; finish: () => void }[] = [];
  const refresh = new LiveRefresh(
    (routers) => new Promise<void>((finish) => void runs.push({ at: now, routers: [...routers].sort(), finish })),
    {
      now: () => now,
      after: (milliseconds, call) => {
        const timer = { at: now + milliseconds, call };
        timers.push(timer);
        return () => (timers = timers.filter((other) => other !== timer));
      },
    },
  );
  const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  return {
    refresh,
    runs,
    settle,
    pass: async (milliseconds: number) => {
      const end = now + milliseconds;
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        now = next.at;
        next.call();
        await settle();
      }
      now = end;
    },
  };
}

describe('data that events make outdated', () => {
  test('a burst of events becomes one refresh of everything that they affect', async () => {
    const { refresh, runs, pass } = stage();
    for (const type of ['health.changed', 'impact.changed', 'incident.opened']) refresh.add(type);
    await pass(100);
    expect(runs.map(({ routers }) => routers)).toEqual([['alerts', 'health', 'incidents', 'landscape', 'maintenance', 'scenarios']]);
  });

  test('refreshes keep the minimum gap, however fast events come', async () => {
    const { refresh, runs, pass } = stage();
    for (let events = 0; events < 100; events += 1) {
      refresh.add('impact.changed');
      await pass(10);
      runs.at(-1)?.finish();
    }
    const gaps = runs.slice(1).map(({ at }, place) => at - (runs[place]?.at ?? 0));
    expect(runs.length).toBeGreaterThan(2);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(REFRESH_GAP_MS);
  });

  test('an event during a refresh causes another one afterwards', async () => {
    const { refresh, runs, pass, settle } = stage();
    refresh.add('impact.changed');
    await pass(50);
    refresh.add('landscape.changed');
    await pass(2_000);
    expect(runs).toHaveLength(1);
    runs[0]?.finish();
    await settle();
    await pass(50);
    expect(runs).toHaveLength(2);
    expect(runs[1]?.routers).toContain('components');
  });

  test('an answer that never comes delays the next refresh by at most ten seconds', async () => {
    const { refresh, runs, pass } = stage();
    refresh.add('impact.changed');
    await pass(50);
    refresh.add('impact.changed');
    await pass(10_100);
    expect(runs).toHaveLength(2);
  });

  test('every type of event is known, and a webhook test refreshes nothing', () => {
    expect(EVENT_TYPES.filter((type) => touchedBy(type).length === 0)).toEqual(['webhook.test']);
    expect(touchedBy('reset')).toEqual(expect.arrayContaining(['health', 'incidents', 'maintenance', 'landscape', 'components', 'impact']));
  });

  test('the router is the first part of a procedure in a query key', () => {
    expect(routerOf([['health', 'snapshot'], { type: 'query' }])).toBe('health');
    expect(routerOf(['something else'])).toBeNull();
  });

  test('data whose first request was under way when an event came is requested again afterwards', async () => {
    const queryClient = new QueryClient();
    const answers: ((answer: string) => void)[] = [];
    const asked = (): Promise<string> => new Promise((resolve) => void answers.push(resolve));
    const stopWatching = [
      ['incidents', 'get'],
      ['webhooks', 'list'],
    ].map((path) => new QueryObserver(queryClient, { queryKey: [path, { type: 'query' }], queryFn: asked }).subscribe(() => undefined));
    const refreshed = invalidateRouters(queryClient, new Set(['incidents']));
    answers[0]?.('before the event');
    answers[1]?.('of something else');
    await expect.poll(() => answers.length, PATIENT).toBe(3);
    answers[2]?.('after the event');
    await refreshed;
    expect(queryClient.getQueryData([['incidents', 'get'], { type: 'query' }])).toBe('after the event');
    stopWatching.forEach((stop) => stop());
    queryClient.clear();
  });
});
