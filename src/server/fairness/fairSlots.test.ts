/** Slots go to tenants in turn, by the time that each has used, on a clock that only the work moves. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairSlots, type SlotAsked, type WorkSize } from './fairSlots';
import { MOST_WAITING } from './waiting';

// Deadlines pass only where a test says so: a real one of work that a test leaves waiting would pass, and fail, in another test.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** New slots, and the work that has one now: each piece ends on request, as if it had taken this long. */
function world(positionsEach: number) {
  let clock = 0;
  const slots = new FairSlots('manifest', positionsEach, () => clock);
  const running: { name: string; end: () => void }[] = [];
  const asked = (tenantId: string, size: WorkSize, more: Partial<SlotAsked> = {}): SlotAsked => ({
    tenantId,
    size,
    deadlineMs: 60_000,
    ...more,
  });
  return {
    slots,
    names: () => running.map(({ name }) => name).sort(),
    ask: (tenantId: string, size: WorkSize = 'small', more: Partial<SlotAsked> = {}): Promise<string> =>
      slots.run(
        asked(tenantId, size, more),
        () => new Promise((resolve) => running.push({ name: tenantId, end: () => resolve(tenantId) })),
      ),
    end: async (name: string, tookMs: number): Promise<void> => {
      const [one] = running.splice(
        running.findIndex((other) => other.name === name),
        1,
      );
      clock += tookMs;
      one?.end();
      for (let turns = 0; turns < 10; turns++) await Promise.resolve();
    },
  };
}

describe('positions', () => {
  it('are given to one tenant each, small work beside large', async () => {
    const { ask, names, end } = world(1);
    void ask('a', 'large');
    void ask('a', 'large');
    void ask('a', 'small');
    void ask('b', 'small');
    await end('nobody', 0);
    expect(names()).toEqual(['a', 'b']);
    await end('b', 1);
    expect(names()).toEqual(['a']);
    await end('a', 1);
    expect(names()).toEqual(['a']);
  });

  it('go to whoever has used less', async () => {
    const { ask, names, end } = world(1);
    const order: string[] = [];
    for (let count = 0; count < 12; count++) void ask('slow');
    for (let count = 0; count < 12; count++) void ask('quick');
    for (let count = 0; count < 13; count++) {
      const [name = ''] = names();
      order.push(name);
      await end(name, name === 'slow' ? 100 : 10);
    }
    expect(order.filter((name) => name === 'slow').length).toBeLessThanOrEqual(3);
  });

  it(`can be awaited by at most ${MOST_WAITING} of a tenant`, async () => {
    const { ask } = world(1);
    for (let count = 0; count <= MOST_WAITING; count++) void ask('a');
    await expect(ask('a')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
    void ask('b');
  });

  it('are not awaited past the deadline, and go to the next one', async () => {
    const { ask, names, end, slots } = world(1);
    void ask('a');
    const late = ask('late', 'small', { deadlineMs: 1 });
    void ask('b');
    const refused = expect(late).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    vi.advanceTimersByTime(1);
    await refused;
    await end('a', 5);
    expect(names()).toEqual(['b']);
    expect([...slots.states()]).toEqual([{ kind: 'manifest', waiting: 0, running: 1, oldestSeconds: 0 }]);
  });

  it('are free again after work that fails', async () => {
    const { slots } = world(1);
    const asked = { tenantId: 'a', size: 'small', deadlineMs: 1_000 } as const;
    await expect(slots.run(asked, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await slots.run(asked, () => Promise.resolve('done'))).toBe('done');
  });
});
