/**
 * Finds which causes contribute to the state of each impacted component. An edge carries if what it passes on is worse than Healthy and at
 * least as bad as the effective state of its source. A redundancy group carries if what it passes on is, through each target that passes on
 * at least that. A cause contributes to everything that it reaches along carrying edges. No path continues into another cause.
 */
import { ATTRIBUTE_SHIFT, NEIGHBOUR_MASK, UNFILTERED, isGrouped } from '@/domain/graph/arrays/edgeAttributes';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { givesWay } from '@/domain/graph/spread/redundancy';
import { RowArena, grownInts } from '@/domain/graph/arrays/rowArena';
import { EVERY_EDGE, NodePositions, StronglyConnected } from '@/domain/graph/spread/stronglyConnected';
import { CauseSets } from './causeSets';
import { JoinedCauses } from './joinedCauses';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { HealthState } from '@/domain/vocabulary';
import { finish } from '@/plain/steps';

/** At most this many causes of one component are named. */
export const MOST_NAMED_CAUSES = 100;

/** How a cause contributes to a component, or to something rolled up from components. */
export interface Share {
  /** The state with everything that is unhealthy now. */
  effectiveState: HealthState;
  /** The state that follows from this cause's reported state, with everything else Healthy. */
  alone: HealthState;
  /** technicalNames of the other contributing causes if `alone` is milder than `effectiveState`; otherwise none. */
  jointlyWith: string[];
}

export interface Contributions {
  /** The nodes of all causes, by technicalName. Sets refer to causes by their position in this list. */
  causes: Int32Array;
  sets: CauseSets;
  /** By node: the number of the set of causes that contribute to it; 0 if it is not impacted. The set of a cause contains only itself. */
  setByNode: Int32Array;
  /** The causes joined by the components to which they contribute together. Complete even where a set names only its first members. */
  joined: JoinedCauses;
}

/** Work arrays shared by all landscapes: a pass is synchronous and leaves nothing in them. */
const carrying = new RowArena(false);
const members = new NodePositions();
const connected = new StronglyConnected();
let positionOf = new Int32Array(0);
let identity = new Int32Array(0);

/**
 * The graph's traversal must hold exactly the impacted components, at their effective states; `causes` are nodes in it. Components that
 * affect each other on a cycle share their causes, so the carrying edges are followed by strongly connected groups, dependencies first.
 * O(edges of impacted components).
 */
export function contributionsOf(graph: LandscapeGraph, causes: readonly number[]): Contributions {
  const { queue, count } = graph.traversal;
  const { ranks } = graph.components.nameOrder;
  const inNameOrder = Int32Array.from(causes).sort((a, b) => ranks[a]! - ranks[b]!);
  const sets = new CauseSets();
  const joined = new JoinedCauses(causes.length);
  const union = (set: number, other: number): number => {
    if (set !== other && set !== 0 && other !== 0) joined.join(sets.sets[set]![0]!, sets.sets[other]![0]!);
    return sets.union(set, other);
  };
  const setByNode = new Int32Array(graph.components.capacity);
  inNameOrder.forEach((cause, rank) => (setByNode[cause] = sets.single(rank)));
  gatherCarryingEdges(graph, setByNode);
  identity = grownInts(identity, count);
  for (let position = 0; position < count; position++) identity[position] = position;
  members.assign(identity, count, count);
  finish(connected.find(members, carrying, EVERY_EDGE));
  const { order, groups } = connected;
  const { starts, lengths, values } = carrying;
  for (let first = 0, end = 0; first < count; first = end) {
    let set = 0;
    for (end = first; end < count && groups[end] === groups[first]; end++) {
      const position = order[end]!;
      set = union(set, setByNode[queue[position]!]!);
      for (let at = starts[position]!; at < starts[position]! + lengths[position]!; at++) set = union(set, setByNode[queue[values[at]!]!]!);
    }
    for (let at = first; at < end; at++) setByNode[queue[order[at]!]!] = set;
  }
  return { causes: inNameOrder, sets, setByNode, joined };
}

/**
 * Fills `carrying`. For each position in the traversal's queue, it lists the positions of the targets whose edges carry to it. Causes have
 * none.
 */
function gatherCarryingEdges(graph: LandscapeGraph, setByNode: Int32Array): void {
  const { traversal, edges, components } = graph;
  const { queue, count, stamps, base, severities } = traversal;
  const { starts, lengths, values, companions } = edges.dependencies;
  const { passes } = UNFILTERED;
  positionOf = grownInts(positionOf, components.capacity);
  for (let position = 0; position < count; position++) positionOf[queue[position]!] = position;
  carrying.starts = grownInts(carrying.starts, count);
  carrying.lengths = grownInts(carrying.lengths, count);
  const givenWay = new Map<number, boolean>();
  let tail = 0;
  for (let position = 0; position < count; position++) {
    const node = queue[position]!;
    const level = severities[node]!;
    const start = starts[node] ?? 0;
    const end = setByNode[node] === 0 ? start + (lengths[node] ?? 0) : start;
    carrying.starts[position] = tail;
    carrying.values = grownInts(carrying.values, tail + end - start);
    givenWay.clear();
    for (let at = start; at < end; at++) {
      const edge = values[at]!;
      const target = edge & NEIGHBOUR_MASK;
      if (stamps[target] !== base || passes[((edge >>> ATTRIBUTE_SHIFT) << 2) | severities[target]!]! < level) continue;
      if (isGrouped(edge)) {
        const group = edges.groups.of(companions[at]!);
        const gives = givenWay.get(group) ?? givesWay(edges, traversal, group, level);
        givenWay.set(group, gives);
        if (!gives) continue;
      }
      carrying.values[tail++] = positionOf[target]!;
    }
    carrying.lengths[position] = tail - carrying.starts[position]!;
  }
}

/** The nodes of the causes that contribute to an impacted component, by technicalName. */
export function contributorsOf({ causes, sets, setByNode }: Contributions, node: number): number[] {
  return Array.from(sets.sets[setByNode[node]!]!, (rank) => causes[rank]!);
}

/** technicalNames of the causes in a set, in order; at most the first `MOST_NAMED_CAUSES`. Leaves out `but`. */
export function namesOf(landscape: Landscape, { causes, sets }: Contributions, set: number, but = -1): string[] {
  const graph = graphOf(landscape);
  const others = Array.from(sets.sets[set]!, (rank) => causes[rank]!).filter((cause) => cause !== but);
  return others.slice(0, MOST_NAMED_CAUSES).map((cause) => graph.components.technicalNameOf(cause));
}

/** How a cause contributes to something with the contributors `set` and the severities `effective` and `alone`. */
export function shareOf(
  graph: Landscape,
  contributions: Contributions,
  { cause, set, effective, alone }: { cause: number; set: number; effective: number; alone: number },
): Share {
  return {
    effectiveState: HEALTH_STATES[effective]!,
    alone: HEALTH_STATES[alone]!,
    jointlyWith: alone < effective ? namesOf(graph, contributions, set, cause) : [],
  };
}

/** By the number of each set: 1 if this cause is in it. */
export function setsWith({ causes, sets: { sets } }: Contributions, cause: number): Uint8Array {
  const rank = causes.indexOf(cause);
  const marks = new Uint8Array(sets.length);
  sets.forEach((set, number) => (marks[number] = isIn(set, rank) ? 1 : 0));
  return marks;
}

function isIn(set: Int32Array, rank: number): boolean {
  let low = 0;
  let high = set.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (set[middle]! < rank) low = middle + 1;
    else high = middle;
  }
  return set[low] === rank;
}
