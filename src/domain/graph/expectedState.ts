/** The state that each reached component is expected to fall to when the origins fail: a least fixpoint over the traversal. */
import { GROUPED_BELOW, GROUPED_FROM, NEIGHBOUR_MASK } from '@/domain/graph/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/edgeStore';
import type { Traversal } from '@/domain/graph/traversal';

/**
 * Raises `severities` of the nodes in the traversal from what they start with (origins: their own failure; reached nodes: Healthy) to the
 * least fixpoint of: a component takes the worst of what its edges pass on, and of each redundancy group the k-th mildest over the group's
 * targets. Nodes outside the traversal pass on Healthy, and still count in their group. Origins take part: one may worsen another.
 *
 * No edge and no group passes on more than it is given, so severities are settled from Outage downwards: once a level is settled nothing
 * milder can add to it. Each row is read once, at its node's final severity: O(edges in reach).
 */
export function settleExpectedStates(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter): void {
  const { queue, severities, count } = traversal;
  for (let level = 3; level >= 1; level--) {
    let tail = 0;
    for (let i = 0; i < count; i++) {
      const node = queue[i]!;
      if (severities[node] === level) {
        traversal.worklist[tail++] = node;
      }
    }
    settleLevel(traversal, edges, filter, level, tail);
  }
}

/** Spreads one level from the nodes that have it; `worklist` holds these, and takes those that reach the level on the way. */
function settleLevel(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, level: number, seeds: number): void {
  const { severities, worklist, stamps, base, depthLimit } = traversal;
  const { starts, lengths, values, companions } = edges.dependents;
  const { passes } = filter;
  const rowCount = lengths.length;
  let tail = seeds;
  for (let head = 0; head < tail; head++) {
    const node = worklist[head]!;
    const start = node < rowCount ? starts[node]! : 0;
    const end = node < rowCount ? start + lengths[node]! : 0;
    for (let place = start; place < end; place++) {
      const edge = values[place]!;
      const attribute = edge >>> 24;
      let passed = passes[(attribute << 2) | level]!;
      const dependent = edge & NEIGHBOUR_MASK;
      if (passed === 0 || severities[dependent]! >= passed) {
        continue;
      }
      const depth = stamps[dependent]! - base;
      if (depth < 0 || depth > depthLimit) {
        continue;
      }
      if (attribute >= GROUPED_FROM && attribute < GROUPED_BELOW) {
        passed = passedByGroup(traversal, edges, filter, companions[place]!, node, passed);
      }
      if (passed > severities[dependent]!) {
        severities[dependent] = passed;
        if (passed === level) {
          worklist[tail++] = dependent;
        }
      }
    }
  }
}

function passedByGroup(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, edge: number, target: number, severity: number): number {
  const { groups } = edges;
  const group = groups.of(edge);
  groups.openTally(group, traversal.query, edges, filter, traversal);
  return groups.countTarget(group, target, severity);
}
