import { AT_REST_AFTER_MS } from './later';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The module remembers pending scripts, so each test loads a fresh copy of it. */
async function freshRoom() {
  vi.resetModules();
  return import('./later');
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a script that is loaded later', () => {
  it('is fetched once, when it is first needed', async () => {
    const { later } = await freshRoom();
    const load = vi.fn(async () => 'part');
    const get = later(load);
    expect(load).not.toHaveBeenCalled();
    expect(await Promise.all([get(), get()])).toEqual(['part', 'part']);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is fetched again after a failure', async () => {
    const { later } = await freshRoom();
    const load = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('part');
    const get = later(load);
    await expect(get()).rejects.toThrow('away');
    expect(await get()).toBe('part');
  });

  it('loads by itself once the page is idle, even after one that failed, and at once if it is requested after that', async () => {
    const { later, fetchAtRest } = await freshRoom();
    const [away, there, late] = [vi.fn().mockRejectedValue(new Error('away')), vi.fn(async () => 1), vi.fn(async () => 2)];
    later(away);
    later(there);
    fetchAtRest();
    await vi.advanceTimersByTimeAsync(AT_REST_AFTER_MS - 1);
    expect(away).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10);
    expect([away.mock.calls.length, there.mock.calls.length]).toEqual([1, 1]);
    later(late);
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('does not load by itself on a page that is left before', async () => {
    const { later, fetchAtRest } = await freshRoom();
    const load = vi.fn(async () => 1);
    later(load);
    fetchAtRest()();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(load).not.toHaveBeenCalled();
  });

  it('is retried until it is loaded, or until nobody needs it', async () => {
    const { keepTrying } = await freshRoom();
    const get = vi.fn().mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away')).mockResolvedValue('part');
    const tell = vi.fn();
    keepTrying(get, tell);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(tell).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tell.mock.calls).toEqual([['part']]);

    const never = vi.fn().mockRejectedValue(new Error('away'));
    const stop = keepTrying(never, tell);
    await vi.advanceTimersByTimeAsync(1_500);
    stop();
    const tried = never.mock.calls.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(never).toHaveBeenCalledTimes(tried);
  });
});
