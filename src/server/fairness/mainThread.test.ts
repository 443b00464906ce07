/** Work on the main thread takes turns, on a clock that only the work moves. */
import { describe, expect, it } from 'vitest';
import { AppError } from '@/domain/errors';
import type { Steps } from '@/plain/steps';
import { MainThread, type Asked } from './mainThread';
import { MOST_WAITING } from './waiting';

/** A separate main thread, whose clock the work moves and whose event loop turns on request. */
function world() {
  let clock = 0;
  let queued: (() => void)[] = [];
  const alarms = new Set<{ at: number; work: () => void }>();
  const thread = new MainThread({
    now: () => clock,
    soon: (work) => void queued.push(work),
    after: (milliseconds, work) => {
      const alarm = { at: clock + milliseconds, work };
      alarms.add(alarm);
      return () => alarms.delete(alarm);
    },
  });
  const turn = (): void => {
    const now = queued;
    queued = [];
    for (const work of now) work();
    for (const alarm of alarms) {
      if (alarm.at > clock) continue;
      alarms.delete(alarm);
      alarm.work();
    }
  };
  return {
    thread,
    now: () => clock,
    /** One turn of the event loop: at most one portion of work is done. */
    turn,
    /** Until nothing is left to do. */
    settle: async () => {
      while (queued.length > 0) {
        turn();
        await Promise.resolve();
      }
    },
    /** Steps that take this many milliseconds each, and return the name. */
    *steps(name: string, count: number, each: number, log?: string[]): Steps<string> {
      for (let step = 0; step < count; step++) {
        clock += each;
        log?.push(name);
        if (step < count - 1) yield;
      }
      return name;
    },
  };
}

function asked(tenantId: string, more: Partial<Asked> = {}): Asked {
  return { kind: 'question', tenantId, deadlineMs: 1_000_000, ...more };
}

describe('the main thread', () => {
  it('does quick work at once if nobody waits', async () => {
    const { thread, steps, turn } = world();
    const answer = thread.run(asked('a'), () => steps('quick', 3, 0.5));
    let told = '';
    void answer.then((name) => (told = name));
    await Promise.resolve();
    await Promise.resolve();
    expect(told).toBe('quick');
    turn();
  });

  it('lets a quick question of one tenant pass a long one of another after one portion', async () => {
    const { thread, steps, now, turn, settle } = world();
    const long = thread.run(asked('a'), () => steps('long', 1_000, 1));
    const quick = thread.run(asked('b'), () => steps('quick', 1, 1));
    const from = now();
    let doneAt = 0;
    void quick.then(() => (doneAt = now()));
    turn();
    await quick;
    expect(doneAt - from).toBeLessThanOrEqual(3);
    await settle();
    expect(await long).toBe('long');
  });

  it('gives tenants the same time, however many pieces each has', async () => {
    const { thread, steps, turn } = world();
    const log: string[] = [];
    for (let number = 0; number < 30; number++) void thread.run(asked('many'), () => steps('many', 100, 1, log));
    void thread.run(asked('one'), () => steps('one', 1_000, 1, log));
    while (log.length < 400) turn();
    const own = log.filter((name) => name === 'one').length;
    expect(Math.abs(own - log.length / 2)).toBeLessThanOrEqual(20);
  });

  it('lets quick work overtake long work of the same tenant, and the long work still continues', async () => {
    const { thread, steps, turn, now } = world();
    const log: string[] = [];
    void thread.run(asked('a'), () => steps('long', 10_000, 1, log));
    for (let number = 0; number < 8; number++) {
      const quick = thread.run(asked('a'), () => steps('quick', 1, 1, log));
      const from = now();
      for (let isDone = false; !isDone; await Promise.resolve()) {
        void quick.then(() => (isDone = true));
        turn();
        await Promise.resolve();
        if (now() - from > 20) throw new Error('The quick one waits.');
      }
    }
    expect(log.filter((name) => name === 'long').length).toBeGreaterThan(8);
  });

  it(`refuses the next after ${MOST_WAITING} of a tenant and kind, and nobody else`, async () => {
    const { thread, steps, settle } = world();
    const all = Array.from({ length: MOST_WAITING }, () => thread.run(asked('a'), () => steps('long', 10, 1)));
    await expect(thread.run(asked('a'), () => steps('more', 1, 1))).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
    const others = [
      thread.run(asked('b'), () => steps('another tenant', 1, 1)),
      thread.run(asked('a', { kind: 'writing' }), () => steps('another kind', 1, 1)),
    ];
    await settle();
    expect(await Promise.all(others)).toEqual(['another tenant', 'another kind']);
    expect(await Promise.all(all)).toEqual(all.map(() => 'long'));
  });

  it('abandons work that is past its deadline', async () => {
    const { thread, steps, settle } = world();
    const log: string[] = [];
    const late = thread.run(asked('a', { deadlineMs: 20 }), () => steps('late', 1_000, 1, log));
    const outcome = expect(late).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    await settle();
    await outcome;
    expect(log.length).toBeLessThanOrEqual(25);
  });

  it('abandons work that nobody waits for any more, and lets it clean up', async () => {
    const { thread, steps, turn, settle } = world();
    const log: string[] = [];
    const hangUp = new AbortController();
    let isClear = false;
    const work = function* (): Steps<string> {
      try {
        return yield* steps('cancelled', 1_000, 1, log);
      } finally {
        isClear = true;
      }
    };
    const outcome = expect(thread.run(asked('a', { signal: hangUp.signal }), work)).rejects.toBeInstanceOf(AppError);
    turn();
    hangUp.abort();
    await outcome;
    const worked = log.length;
    await settle();
    expect([isClear, log.length]).toEqual([true, worked]);
    await expect(thread.run(asked('a', { signal: hangUp.signal }), work)).rejects.toBeInstanceOf(AppError);
    expect(log).toHaveLength(worked);
  });

  it('passes on what work throws, and continues with the rest', async () => {
    const { thread, steps, settle } = world();
    const long = thread.run(asked('a'), () => steps('long', 10, 1));
    const broken = thread.run(asked('a'), () => {
      throw new Error('broken');
    });
    const outcome = expect(broken).rejects.toThrow('broken');
    await settle();
    await outcome;
    expect(await long).toBe('long');
  });

  it('begins no work that may not begin yet, and begins it when told to check again', async () => {
    const { thread, steps, settle } = world();
    let isOpen = false;
    const answer = thread.run(asked('a', { mayBegin: () => isOpen }), () => steps('held back', 1, 1));
    await settle();
    isOpen = true;
    thread.reconsider('a');
    await settle();
    expect(await answer).toBe('held back');
    expect([...thread.states()]).toEqual([]);
  });

  it('reports how many pieces wait and since when', async () => {
    const { thread, steps, turn } = world();
    void thread.run(asked('a'), () => steps('long', 3_000, 1));
    void thread.run(asked('b', { mayBegin: () => false }), () => steps('held back', 1, 1));
    for (let count = 0; count < 500; count++) turn();
    expect([...thread.states()]).toEqual([{ kind: 'question', waiting: 1, running: 1, oldestSeconds: expect.closeTo(1.002, 2) as number }]);
  });
});
