/**
 * How failures spread through a landscape when nothing limits them: the effective state of everything that suffers, on the graph's own
 * scratch arrays.
 */
import { GROUPED_BELOW, GROUPED_FROM, NEIGHBOUR_MASK, UNFILTERED } from '@/domain/graph/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/edgeStore';
import type { Traversal } from '@/domain/graph/traversal';

/**
 * Spreads the severities of the nodes in an open traversal to all that depend on them, and takes in each node that comes to suffer
 * `mildest` or worse: afterwards the traversal holds exactly what suffers, with the least fixpoint of "the worst of its own signal and what
 * its dependencies pass on". Edges that do not propagate are never followed, a target that does not suffer counts as Healthy in its
 * redundancy group, and no depth is too deep.
 *
 * No edge and no group passes on more than it is given, so severities are settled from Outage downwards, and each row is read once, at its
 * node's final severity: O(edges of what suffers), whatever the size of the landscape.
 */
export function spreadFailures(traversal: Traversal, edges: EdgeStore, mildest: number): void {
  for (let level = 3; level >= mildest; level--) {
    let tail = 0;
    for (let i = 0; i < traversal.count; i++) {
      const node = traversal.queue[i]!;
      if (traversal.severities[node] === level) {
        traversal.worklist[tail++] = node;
      }
    }
    spreadLevel(traversal, edges, level, mildest, tail);
  }
}

/** Spreads one level from the nodes that have it; `worklist` holds these, and takes those that reach the level on the way. */
function spreadLevel(traversal: Traversal, edges: EdgeStore, level: number, mildest: number, seeds: number): void {
  const { severities, worklist, stamps, base, query } = traversal;
  const { starts, lengths, values, companions } = edges.dependents;
  const { passes } = UNFILTERED;
  const { groups } = edges;
  let tail = seeds;
  for (let head = 0; head < tail; head++) {
    const node = worklist[head]!;
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    for (let place = start; place < end; place++) {
      const edge = values[place]!;
      const attribute = edge >>> 24;
      let passed = passes[(attribute << 2) | level]!;
      const dependent = edge & NEIGHBOUR_MASK;
      const suffered = stamps[dependent] === base ? severities[dependent]! : 0;
      if (passed < mildest || suffered >= passed) {
        continue;
      }
      if (attribute >= GROUPED_FROM && attribute < GROUPED_BELOW) {
        const group = groups.of(companions[place]!);
        groups.openTally(group, query, edges, UNFILTERED, traversal);
        passed = groups.countTarget(group, node, passed);
      }
      if (passed > suffered) {
        traversal.addOrigin(dependent, passed);
        if (passed === level) {
          worklist[tail++] = dependent;
        }
      }
    }
  }
}
