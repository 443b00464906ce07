import { describe, expect, test } from 'vitest';
import { LiveFeed, type FeedStatus, type FeedWorld } from './liveFeed';

/** A server whose streams the test writes, and a clock that the test moves. */
function stage() {
  let now = 1_000_000;
  let timers: { at: number; call: () => void }[] = [];
  const asked: { lastEventId: string | null; signal: AbortSignal; stream: ReadableStreamDefaultController<Uint8Array> }[] = [];
  const answers: (Response | 'stream')[] = [];
  const world: FeedWorld = {
    now: () => now,
    after: (milliseconds, call) => {
      const timer = { at: now + milliseconds, call };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
    fetch: (_url, init) => {
      const signal = init?.signal as AbortSignal;
      const lastEventId = new Headers(init?.headers).get('last-event-id');
      const answer = answers.shift() ?? 'stream';
      if (answer !== 'stream') return Promise.resolve(answer);
      const body = new ReadableStream<Uint8Array>({ start: (stream) => void asked.push({ lastEventId, signal, stream }) });
      signal.addEventListener('abort', () => asked.find((one) => one.signal === signal)?.stream.error(new Error('aborted')));
      return Promise.resolve(new Response(body));
    },
  };
  const told: string[] = [];
  let heard = 0;
  const feed = new LiveFeed('/events', world, {
    onStatus: (status: FeedStatus) => told.push(status),
    onOpen: (isFirst) => told.push(isFirst ? 'open first' : 'open again'),
    onEvent: (type) => told.push(type),
    onHeard: () => void (heard += 1),
  });
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
    await new Promise<void>((resolve) => void setImmediate(resolve));
  };
  return {
    feed,
    told,
    asked,
    answers,
    settle,
    heard: () => heard,
    /** The clock of a sleeping machine continues; its timers do not. */
    sleep: (milliseconds: number) => void (now += milliseconds),
    send: async (text: string) => {
      asked.at(-1)?.stream.enqueue(new TextEncoder().encode(text));
      await settle();
    },
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

describe('the live feed', () => {
  test('is live from the first data, delivers each event, and resumes after the last one when it reconnects', async () => {
    const { feed, told, asked, settle, send, pass } = stage();
    feed.start();
    await settle();
    expect(told).toEqual([]);
    await send('retry: 2000\nid: 7\n\n');
    await send('id: 8\nevent: impact.changed\ndata: {}\n\n');
    expect(told).toEqual(['live', 'open first', 'impact.changed']);
    asked[0]?.stream.close();
    await settle();
    expect(told.at(-1)).toBe('lost');
    expect(asked).toHaveLength(1);
    await pass(1_000);
    await send(': still here\n\n');
    expect(asked.map(({ lastEventId }) => lastEventId)).toEqual([null, '8']);
    expect(told.slice(3)).toEqual(['lost', 'live', 'open again']);
    feed.stop();
  });

  test('a silent connection is closed and opened again; one with heartbeats is kept', async () => {
    const { feed, told, asked, settle, send, pass, heard } = stage();
    feed.start();
    await settle();
    await send('id: 1\n\n');
    await pass(35_000);
    await send(': still here\n\n');
    await pass(35_000);
    expect(asked).toHaveLength(1);
    expect(heard()).toBe(2);
    await pass(10_000);
    expect(told.at(-1)).toBe('lost');
    expect(asked).toHaveLength(2);
    feed.stop();
  });

  test('a check after a long sleep reconnects at once', async () => {
    const { feed, told, asked, settle, send, sleep } = stage();
    feed.start();
    await settle();
    await send('id: 1\n\n');
    feed.check();
    expect(asked).toHaveLength(1);
    sleep(3_600_000);
    feed.check();
    await settle();
    expect(asked).toHaveLength(2);
    expect(asked[0]?.signal.aborted).toBe(true);
    await send(': still here\n\n');
    expect(told).toEqual(['live', 'open first', 'open again']);
    feed.stop();
  });

  test('waits twice as long after each failure, or as long as the server says', async () => {
    const { feed, asked, answers, settle, pass } = stage();
    answers.push(new Response('', { status: 503 }), new Response('', { status: 429, headers: { 'Retry-After': '30' } }));
    feed.start();
    await settle();
    await pass(999);
    expect(answers).toHaveLength(1);
    await pass(1);
    expect(answers).toHaveLength(0);
    await pass(29_999);
    expect(asked).toHaveLength(0);
    await pass(1);
    expect(asked).toHaveLength(1);
    feed.stop();
  });

  test('a stopped feed sends no more requests', async () => {
    const { feed, told, asked, settle, send, pass } = stage();
    feed.start();
    await settle();
    await send('id: 3\n\n');
    feed.stop();
    await settle();
    await pass(600_000);
    expect(asked).toHaveLength(1);
    expect(told.at(-1)).toBe('lost');
    feed.start();
    await settle();
    expect(asked[1]?.lastEventId).toBe('3');
    feed.stop();
  });
});
