/** Dependencies counted by what they join: one line a pair and direction. */
import { byCodeUnit } from '@/plain/order';
import { WEAKNESS } from './strength';

export interface Pair {
  from: number;
  to: number;
  count: number;
  /** Place of its strongest dependency in LOOKS. */
  look: number;
}

/** Ends are small integers, places in a list of things. */
export class Pairs {
  /** Dependencies whose two ends are one thing. */
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

  /** The same with other ends: those that become one thing are counted together. */
  folded(ends: number, endOf: (end: number) => number): Pairs {
    const folded = new Pairs(ends);
    folded.within = this.within;
    for (const { from, to, count, look } of this.byEnds.values()) folded.add(endOf(from), endOf(to), look, count);
    return folded;
  }
}

interface Ranked {
  count: number;
  /** Place in LOOKS. */
  look: number;
  fromName: string;
  toName: string;
  /** One of its ends stands for all that had no room. */
  isToRest: boolean;
}

/** Strongest first: by their strongest dependency, then by how many they are, then by name. What joins the card of all the rest says least, and comes last. */
export function byStrength(a: Ranked, b: Ranked): number {
  return (
    Number(a.isToRest) - Number(b.isToRest) ||
    (WEAKNESS[a.look] ?? 0) - (WEAKNESS[b.look] ?? 0) ||
    b.count - a.count ||
    byCodeUnit(a.fromName, b.fromName) ||
    byCodeUnit(a.toName, b.toName)
  );
}
