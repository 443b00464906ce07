/** The rank of every component by technical name in code unit order, so that sorting an answer compares integers instead of strings. */
import { sortedByName } from '@/plain/nameSort';
import { grownInts } from './rowArena';
import { finish, inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

const RANKS_IN_A_STEP = 100_000;

/**
 * Computed on first use and then kept: after edits, only components with a changed name are sorted and merged in. A merge costs one pass
 * over the ranks (about 5 ms for a million components); edits that change no name cost nothing.
 */
export class NameOrder {
  /** Nodes in the order of their names. */
  order = new Int32Array(0);
  /** Position of each node in `order`; -1 for a node whose name changed since. */
  ranks = new Int32Array(0);
  private readonly changed = new Set<number>();
  private isComputed = false;

  get approximateBytes(): number {
    return this.order.byteLength + this.ranks.byteLength;
  }

  /** Records that a node was added, renamed or removed. */
  touch(node: number): void {
    if (this.isComputed) {
      this.changed.add(node);
      if (node < this.ranks.length) this.ranks[node] = -1;
    }
  }

  /** Updates the ranks. `names` has a technical name per node, undefined where there is no component. */
  *refresh(names: readonly (string | undefined)[]): Steps<void> {
    if (!this.isComputed) {
      const all: number[] = [];
      names.forEach((name, node) => {
        if (name !== undefined) all.push(node);
      });
      this.order = yield* sortedByName(all, names);
      this.isComputed = true;
    } else if (this.changed.size > 0) {
      const present = [...this.changed].filter((node) => names[node] !== undefined);
      this.order = this.mergedOrder(finish(sortedByName(present, names)), names);
    } else return;
    this.changed.clear();
    this.ranks = grownInts(this.ranks, names.length);
    yield* inStretches(this.order.length, RANKS_IN_A_STEP, (from, end) => {
      for (let rank = from; rank < end; rank++) this.ranks[this.order[rank]!] = rank;
    });
  }

  /** The node of a technicalName, or -1. Ranks must be up to date. */
  find(technicalName: string, names: readonly (string | undefined)[]): number {
    const position = lowerBound(this.order, technicalName, names);
    const node = this.order[position];
    return node !== undefined && names[node] === technicalName ? node : -1;
  }

  /** What kept its rank, in order, with the changed nodes merged in. */
  private mergedOrder(inserted: Int32Array, names: readonly (string | undefined)[]): Int32Array<ArrayBuffer> {
    const kept = this.order.filter((node) => this.ranks[node] !== -1);
    const merged = new Int32Array(kept.length + inserted.length);
    let from = 0;
    inserted.forEach((node, i) => {
      const position = lowerBound(kept, names[node] ?? '', names);
      merged.set(kept.subarray(from, position), from + i);
      merged[position + i] = node;
      from = position;
    });
    merged.set(kept.subarray(from), from + inserted.length);
    return merged;
  }
}

/** First position in sorted nodes whose name is not below the given one. */
function lowerBound(nodes: Int32Array, name: string, names: readonly (string | undefined)[]): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[nodes[middle]!] ?? '') < name) low = middle + 1;
    else high = middle;
  }
  return low;
}
