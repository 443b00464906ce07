/**
 * How failure spreads along dependencies, defined once: what an edge passes on, how a redundancy group counts, and the loop that settles
 * severities. `edgeAttributes.ts` says how much each kind of edge passes on.
 */
import { ATTRIBUTE_SHIFT, GROUPED_BELOW, GROUPED_FROM, NEIGHBOUR_MASK, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/arrays/edgeStore';
import type { Traversal } from '@/domain/graph/spread/traversal';
import { finish, inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

/** The slots of edges that pass on Healthy in one question but still count in their groups; null for none. */
export type WithheldEdges = ReadonlySet<number> | null;

/** What an edge passes on if its target suffers `severity`; for an edge in a redundancy group, what it passes on to the group. */
function passedBy(filter: EdgeFilter, packed: number, severity: number): number {
  return filter.passes[((packed >>> ATTRIBUTE_SHIFT) << 2) | severity]!;
}

/** The mildest severity of the target at which an edge passes on `wanted` or worse, or NEVER: `filter.passes` read backwards. `packed` is an entry of a row of dependents or dependencies. */
export function neededFor(filter: EdgeFilter, packed: number, wanted: number): number {
  return filter.needs[((packed >>> ATTRIBUTE_SHIFT) << 2) | wanted]!;
}

/** Whether an edge takes part through a redundancy group. */
export function isGrouped(packed: number): boolean {
  const attribute = packed >>> ATTRIBUTE_SHIFT;
  return attribute >= GROUPED_FROM && attribute < GROUPED_BELOW;
}

/**
 * Counts that `target` passes `severity` on through the edge in this slot, and returns what its redundancy group passes on so far. Each
 * target is counted once per query, at its final severity, its edges one after another.
 */
export function passedThroughGroup(edges: EdgeStore, traversal: Traversal, slot: number, target: number, severity: number): number {
  const group = edges.groups.of(slot);
  edges.groups.openTally(group, traversal.query, edges, traversal);
  return traversal.tallies.countTarget(group, target, severity);
}

/** Whether a redundancy group gives way only if several of its targets suffer. */
export function toleratesFailure(edges: EdgeStore, traversal: Traversal, slot: number): boolean {
  return edges.groups.openTally(edges.groups.of(slot), traversal.query, edges, traversal) > 1;
}

/**
 * Whether a redundancy group passes on `level` or worse at the settled severities of the traversal: it does once as many of its targets do
 * as it needs. A target counts once, with the worst of its edges.
 */
export function groupPassesOn(edges: EdgeStore, traversal: Traversal, group: number, level: number): boolean {
  const { starts, values } = edges.groups.members;
  const { marks } = traversal;
  const needed = edges.groups.openTally(group, traversal.query, edges, traversal);
  const mark = traversal.freshMark();
  const start = starts[group]!;
  const end = start + edges.groups.members.rowLength(group);
  let failing = 0;
  for (let offset = start; offset < end && failing < needed; offset++) {
    const edge = values[offset]!;
    const target = edges.causes[edge]!;
    const packed = edges.attributes[edge]! << ATTRIBUTE_SHIFT;
    if (marks[target] !== mark && passedBy(UNFILTERED, packed, traversal.severityOf(target)) >= level) {
      marks[target] = mark;
      failing++;
    }
  }
  return failing >= needed;
}

/**
 * Raises the severities of the nodes in the traversal to the least fixpoint of: a component takes the worst of its start severity and what
 * its edges pass on, and of each redundancy group the k-th mildest over the group's targets. Nodes outside the traversal pass on Healthy
 * and still count in their group. Origins take part: one may worsen another.
 */
export function settleWithinReach(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, withheld: WithheldEdges = null): void {
  finish(settleWithinReachInSteps(traversal, edges, filter, withheld));
}

/** The same in steps. */
export function settleWithinReachInSteps(
  traversal: Traversal,
  edges: EdgeStore,
  filter: EdgeFilter,
  withheld: WithheldEdges = null,
): Steps<void> {
  return settle(traversal, edges, filter, { mildest: 1, takesIn: false, withheld });
}

/**
 * The same without a depth limit or filter, from an open traversal that holds only what fails by itself. Adds each node that reaches
 * `mildest` or worse, and afterwards holds exactly what suffers.
 */
export function settleAllThatSuffer(traversal: Traversal, edges: EdgeStore, mildest: number, withheld: WithheldEdges = null): void {
  finish(settleAllThatSufferInSteps(traversal, edges, mildest, withheld));
}

/** The same in steps. */
export function settleAllThatSufferInSteps(
  traversal: Traversal,
  edges: EdgeStore,
  mildest: number,
  withheld: WithheldEdges = null,
): Steps<void> {
  return settle(traversal, edges, UNFILTERED, { mildest, takesIn: true, withheld });
}

/**
 * No edge and no group passes on more than it receives, so severities are settled from Outage downwards: once a level is settled, nothing
 * milder can add to it. Each row is read once, at its node's final severity: O(edges of what suffers).
 */
function* settle(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, how: Settling): Steps<void> {
  for (let level = 3; level >= how.mildest; level--) {
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
  mildest: number;
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
    if (severities[node] === level) {
      worklist[tail++] = node;
    }
  }
  spread.tail = tail;
}

/** Spreads one level along a portion of edges; `worklist` collects the nodes that reach it. */
function spreadPortion(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, spread: Spread): void {
  const { severities, worklist, stamps, base, depthLimit } = traversal;
  const { passes } = filter;
  const { starts, lengths, values, companions } = edges.dependents;
  const { level, mildest, takesIn, withheld } = spread;
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
      if (passed < mildest) {
        continue;
      }
      const dependent = edge & NEIGHBOUR_MASK;
      const depth = stamps[dependent]! - base;
      const isIn = depth >= 0 && depth <= depthLimit;
      const suffered = isIn ? severities[dependent]! : 0;
      if (suffered >= passed || !(isIn || takesIn) || (withheld !== null && withheld.has(companions[offset]!))) {
        continue;
      }
      if (isGrouped(edge)) {
        passed = passedThroughGroup(edges, traversal, companions[offset]!, node, passed);
      }
      if (passed <= suffered) {
        continue;
      }
      if (isIn) {
        severities[dependent] = passed;
      } else {
        traversal.addOrigin(dependent, passed);
      }
      if (passed === level) {
        worklist[tail++] = dependent;
      }
    }
  }
  spread.head = head;
  spread.tail = tail;
}
