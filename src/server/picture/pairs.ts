/** Counts dependencies by what they connect: one line per pair and direction. */
import { byCodeUnit } from '@/plain/order';
import { WEAKNESS } from './strength';

export interface Pair {
  from: number;
  to: number;
  /** The slots of its dependencies. */
  slots: number[];
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

  add(from: number, to: number, slot: number, look: number): void {
    if (from === to) {
      this.within++;
      return;
    }
    const key = from * this.ends + to;
    const pair = this.byEnds.get(key);
    if (pair === undefined) this.byEnds.set(key, { from, to, slots: [slot], look });
    else {
      pair.slots.push(slot);
      pair.look = Math.min(pair.look, look);
    }
  }

  get list(): Pair[] {
    return [...this.byEnds.values()];
  }

  /** The same with its ends renumbered. */
  moved(endOf: (end: number) => number): Pairs {
    const moved = new Pairs(this.ends);
    moved.within = this.within;
    for (const { from, to, slots, look } of this.byEnds.values()) for (const slot of slots) moved.add(endOf(from), endOf(to), slot, look);
    return moved;
  }
}

interface Ranked {
  slots: readonly number[];
  /** Index in LOOKS. */
  look: number;
  fromName: string;
  toName: string;
}

/** Strongest first: by the strongest dependency, then by the number of dependencies, then by name. */
export function byStrength(a: Ranked, b: Ranked): number {
  return (
    (WEAKNESS[a.look] ?? 0) - (WEAKNESS[b.look] ?? 0) ||
    b.slots.length - a.slots.length ||
    byCodeUnit(a.fromName, b.fromName) ||
    byCodeUnit(a.toName, b.toName)
  );
}
