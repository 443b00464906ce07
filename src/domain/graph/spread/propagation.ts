/**
 * How failure spreads along dependencies, defined once: the loop that settles severities. `edgeAttributes.ts` says how much each kind of
 * edge passes on, and `redundancy.ts` when a group gives way.
 */
import { ATTRIBUTE_SHIFT, NEIGHBOUR_MASK, UNFILTERED, isGrouped } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/arrays/edgeStore';
import { passedThroughGroup } from './redundancy';
import type { WithheldEdges } from './redundancy';
import type { Traversal } from './traversal';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

/**
 * Raises the severities of the nodes in the traversal to the least fixpoint of: a component takes the worst of its start severity and what
 * its edges pass on, and of each redundancy group the k-th mildest over the group's targets. Nodes outside the traversal pass on Healthy
 * and still count in their group. Origins take part: one may worsen another.
 */
export function settleWithinReach(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, withheld: WithheldEdges = null): Steps<void> {
  return settle(traversal, edges, filter, { takesIn: false, withheld });
}

/**
 * The same without a depth limit or filter, from an open traversal that holds only what fails by itself. Adds each node that becomes
 * worse than Healthy, and afterwards holds exactly what suffers.
 */
export function settleAllThatSuffer(traversal: Traversal, edges: EdgeStore, withheld: WithheldEdges = null): Steps<void> {
  return settle(traversal, edges, UNFILTERED, { takesIn: true, withheld });
}

/**
 * No edge and no group passes on more than it receives, so severities are settled from Outage downwards: once a level is settled, nothing
 * milder can add to it. Each row is read once, at its node's final severity: O(edges of what suffers).
 */
function* settle(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, how: Settling): Steps<void> {
  for (let level = 3; level >= 1; level--) {
    const spread: Spread = { ...how, level, head: 0, tail: 0 };
    yield* inStretches(traversal.count, 4 * traversal.portion, (from, end) => seed(traversal, spread, from, end));
    spreadPortion(traversal, edges, filter, spread);
    while (spread.head < spread.tail) {
      yield;
      spreadPortion(traversal, edges, filter, spread);
    }
  }
}

interface Settling {
  takesIn: boolean;
  withheld: WithheldEdges;
}

/** How far one level has spread: `worklist[head .. tail)` are the nodes that have it and whose rows are still to be read. */
interface Spread extends Settling {
  level: number;
  head: number;
  tail: number;
}

/** Collects the nodes in a stretch of the queue that have the level. */
function seed({ queue, severities, worklist }: Traversal, spread: Spread, from: number, end: number): void {
  const { level } = spread;
  let { tail } = spread;
  for (let i = from; i < end; i++) {
    const node = queue[i]!;
    if (severities[node] === level) worklist[tail++] = node;
  }
  spread.tail = tail;
}

/** Spreads one level along a portion of edges; `worklist` collects the nodes that reach it. */
function spreadPortion(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, spread: Spread): void {
  const { severities, worklist, stamps, base, depthLimit } = traversal;
  const { passes } = filter;
  const { starts, lengths, values, companions } = edges.dependents;
  const { level, takesIn, withheld } = spread;
  let { head, tail } = spread;
  let left = traversal.portion;
  for (; head < tail && left > 0; head++) {
    const node = worklist[head]!;
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    left -= end - start + 1;
    for (let offset = start; offset < end; offset++) {
      const edge = values[offset]!;
      // What the edge passes on (for an edge in a redundancy group: to the group). The table look-up is inlined, because this is the
      // hottest loop of all.
      let passed = passes[((edge >>> ATTRIBUTE_SHIFT) << 2) | level]!;
      if (passed === 0) continue;
      const dependent = edge & NEIGHBOUR_MASK;
      const depth = stamps[dependent]! - base;
      const isIn = depth >= 0 && depth <= depthLimit;
      const suffered = isIn ? severities[dependent]! : 0;
      if (suffered >= passed || !(isIn || takesIn) || (withheld !== null && withheld.has(companions[offset]!))) continue;
      if (isGrouped(edge)) passed = passedThroughGroup(edges, traversal, companions[offset]!, node, passed);
      if (passed <= suffered) continue;
      if (isIn) severities[dependent] = passed;
      else traversal.addOrigin(dependent, passed);
      if (passed === level) worklist[tail++] = dependent;
    }
  }
  spread.head = head;
  spread.tail = tail;
}
