/** How much each component would hurt the start entity if it alone failed: the expected states of an upstream question. */
import { CauseBits } from './causeBits';
import { NEIGHBOUR_MASK, NEVER, isGrouped, neededFor } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/arrays/edgeStore';
import { toleratesFailure } from './redundancy';
import type { Traversal } from './traversal';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

/**
 * Answers many what-if questions at once. For each component c of the n in the traversal: if only c failed with `severity`, how bad would
 * the worst of the tops be (the components whose state is the state of the start entity)? One by one, that would take n fixpoints. Without
 * spare redundancy, "the target suffers at least s" implies "the source suffers at least f(s)" for each edge, so one walk back from the
 * tops per severity finds the least that each component must suffer: exact, O(3 · edges). A group that tolerates failures needs several
 * targets to suffer together, which a walk along single edges cannot see. Ignoring such groups gives a lower bound, treating their edges as
 * independent an upper bound; only components between the two are simulated, 32 at a time as bits of an integer: O(undecided / 32 · edges).
 */
export class Causes {
  private readonly bits = new CauseBits();
  private needs = new Uint8Array(0);
  private upperBounds = new Uint8Array(0);

  get approximateBytes(): number {
    return this.needs.length + this.upperBounds.length + this.bits.approximateBytes;
  }

  /** Sets the severity of every node in the traversal. `tops` are some or all of the origins. */
  *settle(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, tops: Int32Array, severity: number): Steps<void> {
    const { queue, severities, count, portion } = traversal;
    if (this.needs.length < severities.length) {
      this.needs = new Uint8Array(severities.length);
      this.upperBounds = new Uint8Array(severities.length);
    }
    const { upperBounds } = this;
    yield* inStretches(count, 4 * portion, (from, end) => {
      for (let i = from; i < end; i++) {
        severities[queue[i]!] = 0;
        upperBounds[queue[i]!] = 0;
      }
    });
    let isExact = true;
    for (let wanted = 1; wanted <= severity; wanted++) {
      const walk = newWalk(wanted, severity, false);
      yield* this.walkBack(traversal, edges, filter, tops, walk);
      isExact = isExact && walk.isComplete;
      yield* this.record(traversal, severities, wanted, severity);
    }
    if (isExact) return;
    for (let wanted = 1; wanted <= severity; wanted++) {
      yield* this.walkBack(traversal, edges, filter, tops, newWalk(wanted, severity, true));
      yield* this.record(traversal, upperBounds, wanted, severity);
    }
    yield* this.bits.settle(traversal, edges, filter, tops, severity, upperBounds);
  }

  private record(traversal: Traversal, results: Uint8Array, wanted: number, severity: number): Steps<void> {
    const { queue, count, portion } = traversal;
    const { needs } = this;
    return inStretches(count, 4 * portion, (from, end) => {
      for (let i = from; i < end; i++) {
        const node = queue[i]!;
        if (needs[node]! <= severity) results[node] = wanted;
      }
    });
  }

  /**
   * Finds for each node the mildest severity that brings a top to `wanted`, along edges only. Needs never fall on the way back, so they are
   * settled from the mildest upwards and each row is read once. The walk is not complete when a group that tolerates failures was left out.
   */
  private *walkBack(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, tops: Int32Array, walk: Walk): Steps<void> {
    const { queue, count, worklist, portion } = traversal;
    const { needs } = this;
    yield* inStretches(count, 4 * portion, (from, end) => {
      for (let i = from; i < end; i++) needs[queue[i]!] = NEVER;
    });
    for (const top of tops) needs[top] = walk.wanted;
    for (walk.need = walk.wanted; walk.need <= walk.severity; walk.need++) {
      walk.head = 0;
      walk.tail = 0;
      yield* inStretches(count, 4 * portion, (from, end) => {
        for (let i = from; i < end; i++) {
          const node = queue[i]!;
          if (needs[node] === walk.need) worklist[walk.tail++] = node;
        }
      });
      this.spreadNeed(traversal, edges, filter, walk);
      while (walk.head < walk.tail) {
        yield;
        this.spreadNeed(traversal, edges, filter, walk);
      }
    }
  }

  /** Walks on from `worklist[head .. tail)` by a portion of edges. */
  private spreadNeed(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, walk: Walk): void {
    const { worklist } = traversal;
    const { starts, lengths, values, companions } = edges.dependencies;
    const { needs } = this;
    const { need, severity, groupsStandAlone } = walk;
    let left = traversal.portion;
    for (; walk.head < walk.tail && left > 0; walk.head++) {
      const node = worklist[walk.head]!;
      const start = starts[node] ?? 0;
      const end = start + (lengths[node] ?? 0);
      left -= end - start + 1;
      for (let offset = start; offset < end; offset++) {
        const edge = values[offset]!;
        const needed = neededFor(filter, edge, need);
        const dependency = edge & NEIGHBOUR_MASK;
        if (needed > severity || needs[dependency]! <= needed || !traversal.has(dependency)) continue;
        if (!groupsStandAlone && isGrouped(edge) && toleratesFailure(edges, traversal, companions[offset]!)) {
          walk.isComplete = false;
          continue;
        }
        needs[dependency] = needed;
        if (needed === need) worklist[walk.tail++] = dependency;
      }
    }
  }
}

interface Walk {
  wanted: number;
  severity: number;
  groupsStandAlone: boolean;
  isComplete: boolean;
  /** The need that spreads now, and how far. */
  need: number;
  head: number;
  tail: number;
}

function newWalk(wanted: number, severity: number, groupsStandAlone: boolean): Walk {
  return { wanted, severity, groupsStandAlone, isComplete: true, need: wanted, head: 0, tail: 0 };
}
