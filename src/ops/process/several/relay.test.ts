/** What the children of one supervisor learn of each other, and what they do not. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENT } from '@/test/patience';
import type { ToChild } from './messages';
import { type Peer, Relay } from './relay';

interface TestPeer extends Peer {
  got: ToChild[];
}

function peer(name: string, role: Peer['role'] = 'web'): TestPeer {
  const got: ToChild[] = [];
  return { name, role, got, send: (message) => void got.push(message) };
}

const feeds = (count: number, principalId = 'someone') => ({ tenantId: 'tenant', principalId, count });

let relay: Relay;
let [one, two, worker]: TestPeer[] = [];
beforeEach(() => {
  relay = new Relay(() => Promise.resolve('of the supervisor'));
  [one, two, worker] = [peer('web-1'), peer('web-2'), peer('worker', 'worker')];
  for (const each of [one, two, worker]) relay.join(each!);
});
afterEach(() => vi.useRealTimers());

it('work goes only to the worker, and nowhere while there is none', () => {
  const found = { kind: 'health', tenantIds: ['tenant'] };
  relay.hear(one!, { type: 'work', found });
  expect([one!.got, two!.got, worker!.got]).toEqual([[], [], [{ type: 'work', found }]]);
  relay.leave('worker');
  worker!.got.length = 0;
  relay.hear(one!, { type: 'work', found });
  expect(worker!.got).toEqual([]);
});

it('new events are announced to the other web processes', () => {
  relay.hear(one!, { type: 'events', tenantIds: ['a', 'b'] });
  relay.hear(worker!, { type: 'events', tenantIds: ['c'] });
  const told = (tenantIds: string[]) => ({ type: 'events', tenantIds });
  expect([one!.got, two!.got, worker!.got]).toEqual([[told(['c'])], [told(['a', 'b']), told(['c'])], []]);
});

describe('counts of feeds', () => {
  it('are sent to web processes, also to those that start later, until they are zero', () => {
    relay.hear(one!, { type: 'feeds', feeds: feeds(2) });
    relay.hear(one!, { type: 'feeds', feeds: feeds(3) });
    relay.hear(one!, { type: 'feeds', feeds: feeds(1, 'gone') });
    relay.hear(one!, { type: 'feeds', feeds: feeds(0, 'gone') });
    expect(two!.got).toHaveLength(4);
    expect(one!.got).toEqual([]);
    const late = peer('web-3');
    relay.join(late);
    expect(late.got).toEqual([{ type: 'feeds', of: 'web-1', feeds: feeds(3) }]);
  });

  it('are forgotten when their process ends', () => {
    relay.hear(one!, { type: 'feeds', feeds: feeds(2) });
    relay.leave('web-1');
    expect(two!.got.at(-1)).toEqual({ type: 'ended', name: 'web-1' });
    const next = peer('web-1');
    relay.join(next);
    expect(next.got).toEqual([]);
  });

  it('are not sent for a process that never joined', () => {
    relay.leave('web-9');
    expect(two!.got).toEqual([]);
  });
});

describe('metrics', () => {
  const asked = (): number => (two!.got.find((message) => message.type === 'tellMetrics') as { request: number }).request;
  const answer = () => one!.got.find((message) => message.type === 'allMetrics');

  it('are collected from all, and sent to the process that asked, under its request number', async () => {
    relay.hear(one!, { type: 'metricsWanted', request: 41 });
    const request = asked();
    for (const each of [one!, two!]) relay.hear(each, { type: 'metrics', request, text: each.name });
    relay.hear(two!, { type: 'metrics', request, text: 'said twice' });
    relay.hear(two!, { type: 'metrics', request: request + 1, text: 'of no question' });
    await Promise.resolve();
    expect(answer()).toBeUndefined();
    relay.hear(worker!, { type: 'metrics', request, text: 'worker' });
    await vi.waitFor(() => expect(answer()).toBeDefined(), PATIENT);
    const { texts, ...rest } = answer() as Extract<ToChild, { type: 'allMetrics' }>;
    expect([rest, [...texts].sort()]).toEqual([{ type: 'allMetrics', request: 41 }, ['of the supervisor', 'web-1', 'web-2', 'worker']]);
  });

  it('are collected without a process that has ended', async () => {
    relay.hear(one!, { type: 'metricsWanted', request: 1 });
    const request = asked();
    relay.hear(one!, { type: 'metrics', request, text: 'web-1' });
    relay.leave('web-2');
    relay.leave('worker');
    await vi.waitFor(() => expect(answer()).toMatchObject({ texts: expect.arrayContaining(['web-1', 'of the supervisor']) }), PATIENT);
  });

  it('are collected without a process that is busy for too long', async () => {
    vi.useFakeTimers();
    relay.hear(one!, { type: 'metricsWanted', request: 1 });
    relay.hear(one!, { type: 'metrics', request: asked(), text: 'web-1' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(answer()).toEqual({ type: 'allMetrics', request: 1, texts: ['web-1', 'of the supervisor'] });
    relay.hear(two!, { type: 'metrics', request: asked(), text: 'too late' });
    expect(one!.got.filter(({ type }) => type === 'allMetrics')).toHaveLength(1);
  });
});
