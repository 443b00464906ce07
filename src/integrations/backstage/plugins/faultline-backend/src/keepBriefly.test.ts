/** Answers that are cached for a moment. */
import { describe, expect, it } from 'vitest';
import { keepBriefly } from './keepBriefly';

describe('an answer', () => {
  it('is shared by simultaneous requests and kept for a while, then requested again', async () => {
    let [now, asked] = [0, 0];
    const keep = keepBriefly<number>(5_000, 10, () => now);
    const ask = () => keep('a', () => Promise.resolve((asked += 1)));
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
    now = 4_999;
    expect(await ask()).toBe(1);
    now = 5_000;
    expect(await ask()).toBe(2);
  });

  it('that is an error is not kept', async () => {
    const keep = keepBriefly<number>(5_000, 10, () => 0);
    await expect(keep('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await keep('a', () => Promise.resolve(1))).toBe(1);
  });

  it('is kept by key, up to a maximum number of keys', async () => {
    let asked = 0;
    const keep = keepBriefly<number>(5_000, 2, () => 0);
    const ask = (key: string) => keep(key, () => Promise.resolve((asked += 1)));
    expect([await ask('a'), await ask('b'), await ask('c'), await ask('b'), await ask('a')]).toEqual([1, 2, 3, 2, 4]);
  });
});
