/** Sets of causes. Each is stored once, however many components share it; most of what one failure affects shares one set. */

/** A larger set keeps only its first members, so that no landscape can fill the memory. */
export const MOST_IN_A_SET = 1_000;

/** Members are ranks, which are positions in the list of causes by technicalName. */
export class CauseSets {
  /** By the number of the set: its members, ascending. Number 0 is the empty set. */
  readonly sets: Int32Array[] = [new Int32Array(0)];
  private readonly byHash = new Map<number, number[]>();
  private readonly unions = new Map<number, number>();

  /** The number of the set with this one member. */
  single(rank: number): number {
    return this.numberOf(Int32Array.of(rank));
  }

  /** The number of the union of two sets. */
  union(a: number, b: number): number {
    if (a === b || b === 0) return a;
    if (a === 0) return b;
    const key = Math.min(a, b) * 0x4000000 + Math.max(a, b);
    let union = this.unions.get(key);
    if (union === undefined) {
      union = this.numberOf(merged(this.sets[a]!, this.sets[b]!));
      this.unions.set(key, union);
    }
    return union;
  }

  private numberOf(members: Int32Array): number {
    let hash = members.length;
    for (const member of members) hash = (Math.imul(hash, 31) + member) | 0;
    const alike = this.byHash.get(hash) ?? [];
    const known = alike.find((number) => areEqual(this.sets[number]!, members));
    if (known !== undefined) return known;
    const number = this.sets.push(members) - 1;
    alike.push(number);
    this.byHash.set(hash, alike);
    return number;
  }
}

function merged(a: Int32Array, b: Int32Array): Int32Array {
  const into = new Int32Array(Math.min(MOST_IN_A_SET, a.length + b.length));
  let count = 0;
  for (let i = 0, j = 0; count < into.length && (i < a.length || j < b.length); count++) {
    const next = Math.min(a[i] ?? Infinity, b[j] ?? Infinity);
    into[count] = next;
    i += a[i] === next ? 1 : 0;
    j += b[j] === next ? 1 : 0;
  }
  return into.slice(0, count);
}

function areEqual(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((member, position) => member === b[position]);
}
