/** How much each component would hurt the start entity if it alone failed: the expected states of an upstream question. */
import { CauseLanes } from '@/domain/graph/causeLanes';
import { NEIGHBOUR_MASK, NEVER } from '@/domain/graph/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/edgeStore';
import { isGrouped, neededFor, toleratesFailure } from '@/domain/graph/propagation';
import type { Traversal } from '@/domain/graph/traversal';

/**
 * Answers many what-ifs at once. Asked for each of the n components c in the traversal: if c alone failed with `severity`, how bad would
 * the worst of the tops (the components whose state is the state of the start entity) become? Asking one by one would cost n fixpoints.
 *
 * Without redundancy to spare, "the target suffers at least s" leads to "the source suffers at least f(s)" edge by edge, so that one walk
 * back from the tops per severity finds the least that each component must suffer: exact, O(3 · edges). A group that tolerates failures
 * needs several targets to suffer together, which no walk along single edges can tell. Ignoring such groups gives a lower bound, taking
 * their edges as if they stood alone an upper bound; only the components between the two are simulated, 32 at a time as bits of one
 * integer: O(undecided / 32 · edges).
 */
export class Causes {
  private readonly lanes = new CauseLanes();
  private needs = new Uint8Array(0);
  private upperBounds = new Uint8Array(0);

  get approximateBytes(): number {
    return this.needs.length + this.upperBounds.length + this.lanes.approximateBytes;
  }

  /** Sets the severity of every node in the traversal. `tops` are some or all of the origins. */
  settle(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, tops: Int32Array, severity: number): void {
    const { queue, severities, count } = traversal;
    if (this.needs.length < severities.length) {
      this.needs = new Uint8Array(severities.length);
      this.upperBounds = new Uint8Array(severities.length);
    }
    for (let i = 0; i < count; i++) {
      severities[queue[i]!] = 0;
      this.upperBounds[queue[i]!] = 0;
    }
    let isExact = true;
    for (let wanted = 1; wanted <= severity; wanted++) {
      isExact = this.walkBack(traversal, edges, filter, tops, { wanted, severity, groupsStandAlone: false }) && isExact;
      this.record(traversal, severities, wanted, severity);
    }
    if (isExact) {
      return;
    }
    for (let wanted = 1; wanted <= severity; wanted++) {
      this.walkBack(traversal, edges, filter, tops, { wanted, severity, groupsStandAlone: true });
      this.record(traversal, this.upperBounds, wanted, severity);
    }
    this.lanes.settle(traversal, edges, filter, tops, severity, this.upperBounds);
  }

  private record(traversal: Traversal, results: Uint8Array, wanted: number, severity: number): void {
    const { queue, count } = traversal;
    for (let i = 0; i < count; i++) {
      const node = queue[i]!;
      if (this.needs[node]! <= severity) {
        results[node] = wanted;
      }
    }
  }

  /**
   * Finds for each node the mildest severity that brings a top to `wanted`, along edges only. Needs never fall on the way back, so they are
   * settled from the mildest upwards and each row is read once. Answers false when a group that tolerates failures was left out.
   */
  private walkBack(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, tops: Int32Array, how: Walk): boolean {
    const { queue, count, worklist } = traversal;
    const { needs } = this;
    for (let i = 0; i < count; i++) {
      needs[queue[i]!] = NEVER;
    }
    for (const top of tops) {
      needs[top] = how.wanted;
    }
    let isComplete = true;
    for (let need = how.wanted; need <= how.severity; need++) {
      let tail = 0;
      for (let i = 0; i < count; i++) {
        const node = queue[i]!;
        if (needs[node] === need) {
          worklist[tail++] = node;
        }
      }
      isComplete = this.spreadNeed(traversal, edges, filter, how, need, tail) && isComplete;
    }
    return isComplete;
  }

  private spreadNeed(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, how: Walk, need: number, seeds: number): boolean {
    const { worklist } = traversal;
    const { starts, lengths, values, companions } = edges.dependencies;
    const { needs } = this;
    let isComplete = true;
    let tail = seeds;
    for (let head = 0; head < tail; head++) {
      const node = worklist[head]!;
      const start = starts[node] ?? 0;
      const end = start + (lengths[node] ?? 0);
      for (let offset = start; offset < end; offset++) {
        const edge = values[offset]!;
        const needed = neededFor(filter, edge, need);
        const dependency = edge & NEIGHBOUR_MASK;
        if (needed > how.severity || needs[dependency]! <= needed || !traversal.has(dependency)) {
          continue;
        }
        if (!how.groupsStandAlone && isGrouped(edge) && toleratesFailure(edges, traversal, companions[offset]!)) {
          isComplete = false;
          continue;
        }
        needs[dependency] = needed;
        if (needed === need) {
          worklist[tail++] = dependency;
        }
      }
    }
    return isComplete;
  }
}

interface Walk {
  wanted: number;
  severity: number;
  groupsStandAlone: boolean;
}
