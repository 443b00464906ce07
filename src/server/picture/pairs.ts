/** Counts dependencies by what they connect: one line per pair and direction. */
import { byCodeUnit } from '@/plain/order';
import { WEAKNESS } from './strength';

export interface Pair {
  from: number;
  to: number;
  count: number;
  /** Index of its strongest dependency in LOOKS. */
  look: number;
}

/** Ends are small integers: positions in a list of things. */
export class Pairs {
  /** How many dependencies have both ends in the same thing. */
  within = 0;
  private readonly byEnds = new Map<number, Pair>();

  /** `ends`: one more than the highest number of an end. */
  constructor(private readonly ends: number) {}

  add(from: number, to: number, look: number, count = 1): void {
    if (from === to) {
      this.within += count;
      return;
    }
    const key = from * this.ends + to;
    const pair = this.byEnds.get(key);
    if (pair === undefined) this.byEnds.set(key, { from, to, count, look });
    else {
      pair.count += count;
      pair.look = Math.min(pair.look, look);
    }
  }

  get list(): Pair[] {
    return [...this.byEnds.values()];
  }

  /** The same with other ends. Ends that become the same thing are counted together. */
  folded(ends: number, endOf: (end: number) => number): Pairs {
    const folded = new Pairs(ends);
    folded.within = this.within;
    for (const { from, to, count, look } of this.byEnds.values()) folded.add(endOf(from), endOf(to), look, count);
    return folded;
  }
}

interface Ranked {
  count: number;
  /** Index in LOOKS. */
  look: number;
  fromName: string;
  toName: string;
  /** Whether one of its ends stands for everything that had no room. */
  isToRest: boolean;
}

/**
 * Strongest first: by the strongest dependency, then by the number of dependencies, then by name. Lines to the card of all the rest come
 * last, because they say least.
 */
export function byStrength(a: Ranked, b: Ranked): number {
  return (
    Number(a.isToRest) - Number(b.isToRest) ||
    (WEAKNESS[a.look] ?? 0) - (WEAKNESS[b.look] ?? 0) ||
    b.count - a.count ||
    byCodeUnit(a.fromName, b.fromName) ||
    byCodeUnit(a.toName, b.toName)
  );
}
