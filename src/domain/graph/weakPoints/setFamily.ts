/** Families of small sets of positions in which no set contains another: the building blocks of cut sets. */

/** Counts the unions formed by all families of one search. */
export class WorkBudget {
  constructor(private remaining: number) {}

  get left(): number {
    return Math.max(0, this.remaining);
  }

  get isSpent(): boolean {
    return this.remaining <= 0;
  }

  spend(): void {
    this.remaining--;
  }
}

/** Keys of three positions must be exact, so the base must be below the cube root of 2^53. In larger parts only pairs are searched. */
export const MOST_POSITIONS_OF_TRIPLES = 200_000;

/**
 * Sets of up to `order` positions below `count`. Each is stored as one number: its positions, highest first, as digits to the base count +
 * 1, so that 0 is the empty set. Never adds a set that contains another set of the family, but one that was added earlier may remain until
 * `prune`.
 */
export class SetFamily {
  private keys = new Set<number>();
  private readonly base: number;

  constructor(
    private readonly order: number,
    count: number,
    private readonly budget: WorkBudget,
  ) {
    this.base = count + 1;
  }

  /** Positions in ascending order. Returns whether the set was new and contained no set of the family. */
  add(positions: readonly number[]): boolean {
    let key = 0;
    for (let at = positions.length - 1; at >= 0; at--) key = key * this.base + positions[at]! + 1;
    return this.addKey(key);
  }

  addAll(other: SetFamily): boolean {
    let isChanged = false;
    for (const key of other.keys) {
      if (this.budget.isSpent) return isChanged;
      isChanged = this.addKey(key) || isChanged;
    }
    return isChanged;
  }

  /** Adds the union of every set of one family with every set of the other, unless it is too large. */
  addProducts(left: SetFamily, right: SetFamily): void {
    for (const one of left.keys)
      for (const other of right.keys) {
        if (this.budget.isSpent) return;
        const union = this.union(one, other);
        if (union === -1) this.budget.spend();
        else this.addKey(union);
      }
  }

  /** Removes every set that contains another. */
  prune(): void {
    const kept = new Set<number>();
    for (const key of this.keys) if (!this.hasSubset(key, false)) kept.add(key);
    this.keys = kept;
  }

  /** Positions in ascending order within each set. */
  sets(): number[][] {
    return Array.from(this.keys, (key) => {
      const positions: number[] = [];
      for (let rest = key; rest > 0; rest = Math.floor(rest / this.base)) positions.push((rest % this.base) - 1);
      return positions;
    });
  }

  private addKey(key: number): boolean {
    this.budget.spend();
    if (this.hasSubset(key, true)) return false;
    this.keys.add(key);
    return true;
  }

  /** Division yields the lowest position first. */
  private hasSubset(key: number, itselfToo: boolean): boolean {
    const { keys, base } = this;
    if (itselfToo && keys.has(key)) return true;
    if (keys.size === 0 || key === 0) return false;
    if (keys.has(0)) return true;
    if (key < base) return false;
    const a = key % base;
    const rest = Math.floor(key / base);
    const b = rest % base;
    if (keys.has(a) || keys.has(b)) return true;
    if (rest < base) return false;
    const c = Math.floor(rest / base);
    return keys.has(c) || keys.has(b * base + a) || keys.has(c * base + a) || keys.has(c * base + b);
  }

  /** -1 if the union is too large. */
  private union(one: number, other: number): number {
    const { base } = this;
    let left = one;
    let right = other;
    let union = 0;
    let factor = 1;
    let size = 0;
    // The lowest position is the last digit of both, so they are merged like sorted lists.
    while (left > 0 || right > 0) {
      const a = left > 0 ? left % base : Infinity;
      const b = right > 0 ? right % base : Infinity;
      const lowest = Math.min(a, b);
      if (a === lowest) left = Math.floor(left / base);
      if (b === lowest) right = Math.floor(right / base);
      if (++size > this.order) return -1;
      union += lowest * factor;
      factor *= base;
    }
    return union;
  }
}
