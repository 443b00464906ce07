/** Turns are shared by the time that each key has used, and a key that was idle need not wait for a round. */
import { describe, expect, it } from 'vitest';
import { FairTurns } from './fairTurns';

/** The keys in order of their turns, if each piece of work of a key costs what `costs` says, until no work is left. */
function playOut(turns: FairTurns, costs: Record<string, number[]>): string[] {
  for (const [key, pieces] of Object.entries(costs)) if (pieces.length > 0) turns.wake(key);
  const order: string[] = [];
  for (let key = turns.next(); key !== null; key = turns.next()) {
    const pieces = costs[key] ?? [];
    turns.charge(key, pieces.shift() ?? 0);
    if (pieces.length === 0) turns.sleep(key);
    order.push(key);
  }
  return order;
}

describe('turns', () => {
  it('go to nobody if nobody has work', () => {
    const turns = new FairTurns(10);
    expect(turns.next()).toBeNull();
    turns.wake('a');
    turns.sleep('a');
    expect(turns.next()).toBeNull();
  });

  it('go round by time used, not by the number of pieces', () => {
    const turns = new FairTurns(10);
    const order = playOut(turns, { large: [10, 10, 10], small: Array.from({ length: 30 }, () => 1) });
    const smallBefore = (count: number): number =>
      order.slice(0, order.indexOf('large', nth(order, 'large', count))).filter((key) => key === 'small').length;
    expect(order.filter((key) => key === 'large')).toHaveLength(3);
    expect(smallBefore(2)).toBe(10);
    expect(smallBefore(3)).toBe(20);
  });

  it('come at once to a key that was idle, for one quantum', () => {
    const turns = new FairTurns(10);
    turns.wake('busy');
    turns.charge('busy', 4);
    turns.wake('idle');
    expect(turns.next()).toBe('idle');
    turns.charge('idle', 10);
    expect(turns.next()).toBe('busy');
    turns.charge('busy', 6);
    turns.wake('another');
    expect(turns.next()).toBe('another');
    turns.sleep('another');
    expect(turns.next()).toBe('busy');
    turns.charge('busy', 10);
    expect(turns.next()).toBe('idle');
  });

  it('are not gained by going to sleep: a key that used more than a quantum waits until the others had as much', () => {
    const turns = new FairTurns(10);
    turns.wake('steady');
    turns.wake('greedy');
    turns.charge('steady', 10);
    expect(turns.next()).toBe('greedy');
    turns.charge('greedy', 100);
    turns.sleep('greedy');
    turns.wake('greedy');
    let used = 0;
    for (let key = turns.next(); key === 'steady'; key = turns.next(), used += 5) turns.charge(key, 5);
    expect(used).toBeGreaterThanOrEqual(90);
    expect(turns.next()).toBe('greedy');
  });

  it('forget every debt once nobody waits', () => {
    const turns = new FairTurns(10);
    turns.wake('greedy');
    turns.charge('greedy', 1_000);
    turns.sleep('greedy');
    expect(turns.next()).toBeNull();
    turns.wake('other');
    turns.charge('other', 10);
    turns.wake('greedy');
    expect(turns.next()).toBe('greedy');
  });

  it('come to each of many within one round of the others', () => {
    const turns = new FairTurns(10);
    const keys = Array.from({ length: 20 }, (_, number) => `tenant ${number}`);
    const order = playOut(turns, Object.fromEntries(keys.map((key) => [key, [10, 10, 10]])));
    for (const key of keys) {
      const positions = order.flatMap((at, position) => (at === key ? [position] : []));
      expect(positions).toHaveLength(3);
      expect(positions.map((position) => Math.floor(position / keys.length))).toEqual([0, 1, 2]);
    }
  });
});

/** The position of the n-th `key`. */
function nth(order: readonly string[], key: string, n: number): number {
  return order.flatMap((at, position) => (at === key ? [position] : []))[n - 1] ?? -1;
}
