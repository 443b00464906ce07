import { describe, expect, test } from 'vitest';
import { Connection, PROBE_MS, type ConnectionState } from './connection';

/** A service that answers as the test says, and a clock that the test moves. */
function stage() {
  let now = 1_000;
  let answers = true;
  let asked = 0;
  let timers: { at: number; call: () => void }[] = [];
  const told: ConnectionState[] = [];
  const connection = new Connection({
    now: () => now,
    after: (milliseconds, call) => {
      const timer = { at: now + milliseconds, call };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
    probe: () => {
      asked += 1;
      return Promise.resolve(answers);
    },
  });
  connection.subscribe(() => told.push(connection.read()));
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
  };
  return {
    connection,
    told,
    settle,
    asked: () => asked,
    answer: (does: boolean) => void (answers = does),
    pass: async (milliseconds: number) => {
      now += milliseconds;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      due.forEach(({ call }) => call());
      await settle();
    },
  };
}

describe('the connection', () => {
  test('is lost, counted from the last answer, once the service does not answer a probe, and is back once it answers', async () => {
    const { connection, told, settle, answer, pass } = stage();
    connection.follow('live');
    await pass(500);
    connection.hear();
    await pass(2_000);
    answer(false);
    connection.follow('lost');
    await settle();
    expect(told).toEqual([{ isReachable: false, heardAt: 1_500 }]);
    await pass(PROBE_MS);
    expect(told).toHaveLength(1);
    answer(true);
    await pass(PROBE_MS);
    expect(told[1]).toEqual({ isReachable: true, heardAt: 1_000 + 500 + 2_000 + 2 * PROBE_MS });
  });

  test('is not lost while only the feed is down', async () => {
    const { connection, told, settle, pass, asked } = stage();
    connection.follow('lost');
    await settle();
    await pass(PROBE_MS);
    expect(asked()).toBe(2);
    expect(told).toEqual([]);
  });

  test('is not probed while the feed is live, nor after it was stopped', async () => {
    const { connection, settle, pass, asked, answer } = stage();
    expect(await connection.mayLeave()).toBe(true);
    connection.follow('live');
    expect(await connection.mayLeave()).toBe(true);
    expect(asked()).toBe(0);
    answer(false);
    connection.follow('lost');
    await settle();
    expect(await connection.mayLeave()).toBe(false);
    connection.stop();
    const before = asked();
    await pass(10 * PROBE_MS);
    expect(asked()).toBe(before);
  });

  test('is not lost by a probe that fails after the feed is back', async () => {
    const { connection, told, answer } = stage();
    answer(false);
    connection.follow('lost');
    connection.follow('live');
    expect(await connection.check()).toBe(true);
    expect(told).toEqual([]);
  });

  test('is probed once for all that ask at the same time', async () => {
    const { connection, asked } = stage();
    await Promise.all([connection.check(), connection.check(), connection.check()]);
    expect(asked()).toBe(1);
  });
});
