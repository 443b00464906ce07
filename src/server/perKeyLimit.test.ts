/** How much work runs at once for each name, what comes next, and that no state is left behind. */
import { describe, expect, it } from 'vitest';
import { PerKeyLimit } from './perKeyLimit';

/** Work that ends on request, and what has begun so far. */
class Workshop {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>();

  constructor(private readonly limit: PerKeyLimit) {}

  run(name: string, piece: string): Promise<string> {
    return this.limit.run(name, () => {
      this.begun.push(piece);
      return new Promise((resolve, reject) => this.ends.set(piece, { resolve, reject }));
    });
  }

  async finish(piece: string): Promise<void> {
    this.ends.get(piece)?.resolve(piece);
    await settled();
  }

  async fail(piece: string): Promise<void> {
    this.ends.get(piece)?.reject(new Error(piece));
    await settled();
  }
}

/** Waits until all pending promise callbacks have run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function workshop(mostAtOnce: number): Workshop {
  return new Workshop(new PerKeyLimit(mostAtOnce));
}

describe('a limit for each name', () => {
  it('begins work within the bound at once, and the rest in order, one for each that ends', async () => {
    const shop = workshop(2);
    const results = ['a', 'b', 'c', 'd', 'e'].map((piece) => shop.run('one', piece));
    await settled();
    expect(shop.begun).toEqual(['a', 'b']);
    await shop.finish('b');
    expect(shop.begun).toEqual(['a', 'b', 'c']);
    await shop.finish('a');
    await shop.finish('c');
    expect(shop.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
    await shop.finish('d');
    await shop.finish('e');
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('lets a name wait for no other', async () => {
    const shop = workshop(1);
    void shop.run('one', 'a');
    void shop.run('one', 'waits');
    void shop.run('other', 'b');
    await settled();
    expect(shop.begun).toEqual(['a', 'b']);
  });

  it('passes an error to its own caller, and the place to the next', async () => {
    const shop = workshop(1);
    const failing = shop.run('one', 'a');
    const next = shop.run('one', 'b');
    failing.catch(() => undefined);
    await settled();
    await shop.fail('a');
    await expect(failing).rejects.toThrow('a');
    expect(shop.begun).toEqual(['a', 'b']);
    await shop.finish('b');
    expect(await next).toBe('b');
  });

  it('frees a place even if the work throws synchronously', async () => {
    const limit = new PerKeyLimit(1);
    const thrown = limit.run('one', () => {
      throw new Error('at once');
    });
    await expect(thrown).rejects.toThrow('at once');
    expect(await limit.run('one', () => Promise.resolve('next'))).toBe('next');
  });

  it('lets no newcomer overtake waiting work, nor exceed the bound when a place changes hands', async () => {
    const shop = workshop(1);
    void shop.run('one', 'a');
    void shop.run('one', 'b');
    await settled();
    const handedOver = shop.finish('a');
    void shop.run('one', 'c');
    await handedOver;
    expect(shop.begun).toEqual(['a', 'b']);
    await shop.finish('b');
    expect(shop.begun).toEqual(['a', 'b', 'c']);
  });

  it('has all places free once everything has ended', async () => {
    const shop = workshop(2);
    for (const round of ['1', '2', '3']) {
      const pieces = ['a', 'b', 'c'].map((piece) => piece + round);
      const results = pieces.map((piece) => shop.run('one', piece));
      await settled();
      expect(shop.begun.splice(0)).toEqual(pieces.slice(0, 2));
      for (const piece of pieces) await shop.finish(piece);
      await Promise.all(results);
      shop.begun.length = 0;
    }
  });
});
