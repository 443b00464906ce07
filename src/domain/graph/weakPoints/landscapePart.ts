/**
 * The part of a landscape that something depends on, in a layout that makes it fast to simulate many failures: dependencies come before
 * dependents.
 */
import { ATTRIBUTE_SHIFT, NEIGHBOUR_MASK, TRAVELS, UNFILTERED, isGrouped } from '@/domain/graph/arrays/edgeAttributes';
import { targetsByPosition, travels, type PositionedGroup } from '@/domain/graph/spread/redundancyBits';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { neededOf } from '@/domain/graph/spread/redundancy';
import { NodePositions, StronglyConnected } from '@/domain/graph/spread/stronglyConnected';
import { finish } from '@/plain/steps';

/** A redundancy group that tolerates failures. Targets are positions in ascending order, with parallel dependencies next to each other. */
export interface PartGroup extends PositionedGroup {
  /** Its number in the edge store. */
  group: number;
  /** How many different targets it has. */
  targetCount: number;
}

/** Belongs to the landscape version that it was cut from. Copies the data, so that later queries to the graph do not change it. */
export interface LandscapePart {
  count: number;
  /** Node by position. */
  nodes: Int32Array;
  /** By position: the number of its cycle. Positions on the same cycle are next to each other. */
  cycles: Int32Array;
  /**
   * By position, plus one entry at the end: where its dependencies begin in `targets` and `attributes`. Leaves out dependencies in groups
   * that tolerate failures.
   */
  starts: Int32Array;
  /** Positions. */
  targets: Int32Array;
  attributes: Uint8Array;
  /** By position of the component that depends on the group. */
  groups: ReadonlyMap<number, readonly PartGroup[]>;
  /** By position, plus one entry at the end: where its dependents begin in `dependents`, including those through groups. */
  dependentStarts: Int32Array;
  /** Positions. */
  dependents: Int32Array;
  /** -1 for a node that is not in the part. */
  positionOf(node: number): number;
}

/** Everything that these nodes depend on, directly or indirectly, including themselves. O(dependencies of what is reached). */
export function partBehind(graph: LandscapeGraph, nodes: Iterable<number>): LandscapePart {
  const { traversal, edges, components } = graph;
  traversal.begin(components.capacity);
  for (const node of nodes) traversal.addOrigin(node, 0);
  finish(traversal.reach(edges.dependencies, UNFILTERED, components.capacity + 1));
  const members = new NodePositions();
  members.assign(traversal.queue, traversal.count, components.capacity);
  const connected = new StronglyConnected();
  finish(connected.find(members, edges.dependencies, UNFILTERED.verdicts));
  members.assign(connected.order, traversal.count, components.capacity);
  const { count } = members;
  const groups = groupsWithin(graph, members);
  const ordinary = ordinaryDependencies(graph, members, groups);
  return {
    count,
    nodes: members.members.slice(0, count),
    cycles: connected.groups.slice(0, count),
    ...ordinary,
    groups,
    ...dependentsWithin(count, ordinary, groups),
    positionOf: (node) => members.positionOf(node),
  };
}

/** Leaves out groups where one failing target is enough, because their dependencies count one by one. */
function groupsWithin(graph: LandscapeGraph, members: NodePositions): Map<number, PartGroup[]> {
  const { edges, traversal } = graph;
  const groups = new Map<number, PartGroup[]>();
  for (let position = 0; position < members.count; position++) {
    const tolerant: PartGroup[] = [];
    for (const group of edges.groups.ownedBy(members.members[position]!)) {
      const needed = neededOf(edges, traversal, group);
      if (needed > 1) tolerant.push(layOut(graph, members, group, needed));
    }
    if (tolerant.length > 0) groups.set(position, tolerant);
  }
  return groups;
}

/** Any group whose owner is in the part, including groups that tolerate no failure. */
export function groupOfPart(graph: LandscapeGraph, part: LandscapePart, group: number): PartGroup {
  const { edges, traversal } = graph;
  return layOut(graph, part, group, neededOf(edges, traversal, group));
}

function layOut({ edges }: LandscapeGraph, members: Pick<LandscapePart, 'positionOf'>, group: number, needed: number): PartGroup {
  const { targets, attributes } = targetsByPosition(
    edges,
    group,
    (edge) => travels(edges, UNFILTERED, edge),
    (node) => members.positionOf(node),
  );
  let targetCount = 0;
  for (let at = 0; at < targets.length; at++) if (targets[at] !== targets[at - 1]) targetCount++;
  return { group, needed, targetCount, targets, attributes };
}

function ordinaryDependencies(graph: LandscapeGraph, members: NodePositions, groups: ReadonlyMap<number, readonly PartGroup[]>) {
  const { edges } = graph;
  const { starts: rowStarts, values, companions } = edges.dependencies;
  const starts = new Int32Array(members.count + 1);
  const targets: number[] = [];
  const attributes: number[] = [];
  for (let position = 0; position < members.count; position++) {
    starts[position] = targets.length;
    const node = members.members[position]!;
    const tolerant = groups.get(position);
    const start = rowStarts[node] ?? 0;
    for (let offset = start; offset < start + edges.dependencies.rowLength(node); offset++) {
      const edge = values[offset]!;
      const attribute = edge >>> ATTRIBUTE_SHIFT;
      if (UNFILTERED.verdicts[attribute] !== TRAVELS) continue;
      if (tolerant !== undefined && isGrouped(edge)) {
        const group = edges.groups.of(companions[offset]!);
        if (tolerant.some((candidate) => candidate.group === group)) continue;
      }
      targets.push(members.positionOf(edge & NEIGHBOUR_MASK));
      attributes.push(attribute);
    }
  }
  starts[members.count] = targets.length;
  return { starts, targets: Int32Array.from(targets), attributes: Uint8Array.from(attributes) };
}

function dependentsWithin(
  count: number,
  { starts, targets }: Pick<LandscapePart, 'starts' | 'targets'>,
  groups: ReadonlyMap<number, readonly PartGroup[]>,
): Pick<LandscapePart, 'dependentStarts' | 'dependents'> {
  const dependentStarts = new Int32Array(count + 1);
  const eachPair = (visit: (target: number, dependent: number) => void): void => {
    for (let position = 0; position < count; position++) {
      for (let at = starts[position]!; at < starts[position + 1]!; at++) visit(targets[at]!, position);
      for (const group of groups.get(position) ?? []) group.targets.forEach((target) => visit(target, position));
    }
  };
  eachPair((target) => dependentStarts[target + 1]!++);
  for (let position = 0; position < count; position++) dependentStarts[position + 1]! += dependentStarts[position]!;
  const next = dependentStarts.slice();
  const dependents = new Int32Array(dependentStarts[count]!);
  eachPair((target, dependent) => (dependents[next[target]!++] = dependent));
  return { dependentStarts, dependents };
}
