/** Computes one blast-radius question on the graph's scratch arrays, before an answer is built from it. */
import { orderKey, rankIn, sortKeysUpwards } from '@/domain/graph/arrays/answerOrder';
import {
  NEIGHBOUR_MASK,
  STOPPED_BY_FILTER,
  STOPPED_BY_PROPAGATES,
  TRAVELS,
  TYPE_ORDER,
  UNFILTERED,
  compileFilter,
} from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/arrays/edgeAttributes';
import { alsoCounted, type AlsoCounted } from '@/domain/graph/spread/inService';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { FoundEntity } from '@/domain/graph/landscape/views';
import { settleWithinReach } from '@/domain/graph/spread/propagation';
import type { WithheldEdges } from '@/domain/graph/spread/redundancy';
import type { RowArena } from '@/domain/graph/arrays/rowArena';
import { startComponents } from '@/domain/graph/landscape/startComponents';
import type { Traversal } from '@/domain/graph/spread/traversal';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { DependencyMode, DependencyType, Direction, EntityKind, FailureState } from '@/domain/vocabulary';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

/** The question; the analysis needs only these fields of a query. */
export interface ImpactQuestion {
  entityType: EntityKind;
  /** A GUID or a technical name. */
  entityId: string;
  direction: Direction;
  /** How the start entity fails; default Outage. */
  state?: FailureState;
  /** From 1 to 10; null for the plan's maximum, which also replaces larger numbers. */
  requestedDepth: number | null;
  planMaximumDepth: number;
  /** Only edges of these modes and types; null for all. */
  modes: DependencyMode[] | null;
  types: DependencyType[] | null;
  /** Counts applications as in service that are not; default false. */
  includeNotInService?: boolean;
}

export interface StoppedEdges {
  byFilter: number;
  byPropagates: number;
}

/** Valid until the next question to the same graph, because it uses the graph's traversal for depths, severities and the queue. */
export interface Analysis {
  entity: FoundEntity;
  /** The applications that count as in service although they are not. */
  also: AlsoCounted;
  state: FailureState;
  filter: EdgeFilter;
  depthApplied: number;
  beyondDepth: number;
  stopped: StoppedEdges;
  /** Rows that lead one hop back towards the origin. */
  rowsBack: RowArena;
}

/** The edges that lead from reached nodes back to the origin. */
export interface WaysBack extends Pick<Analysis, 'rowsBack' | 'filter'> {
  withheld?: WithheldEdges;
}

/**
 * Finds what is reached and how bad each component is expected to be. Downstream follows the dependents, upstream the dependencies.
 * Upstream, a component's severity is what the start entity would fall to if that component alone failed: the worst of the entity's
 * outermost components if it stands for applications, otherwise the worst of its components. Null if there is no such entity.
 */
export function* analyse(graph: LandscapeGraph, question: ImpactQuestion): Steps<Analysis | null> {
  const entity = graph.findEntity(question.entityType, question.entityId);
  if (entity === null) return null;
  const { traversal, edges, causes } = graph;
  const state = question.state ?? 'Outage';
  const severity = HEALTH_STATES.indexOf(state);
  const isUnfiltered = question.modes === null && question.types === null;
  const filter = isUnfiltered ? UNFILTERED : compileFilter(question.modes, question.types);
  const depthApplied = Math.min(question.requestedDepth ?? question.planMaximumDepth, question.planMaximumDepth);
  const also = alsoCounted([entity], question.includeNotInService);
  const applications = startComponents(graph, entity, severity, also);
  const isDownstream = question.direction === 'downstream';
  const rows = isDownstream ? edges.dependents : edges.dependencies;
  const beyondDepth = yield* traversal.reach(rows, filter, depthApplied);
  const stopped = yield* countStoppedEdges(traversal, rows, filter);
  if (isDownstream) yield* settleWithinReach(traversal, edges, filter);
  else {
    const origins = traversal.queue.slice(0, traversal.originCount);
    if (applications !== null) yield* graph.outermost.refreshAll(applications, traversal.portion);
    const tops = applications === null ? origins : origins.filter((node) => graph.outermost.has(node));
    yield* causes.settle(traversal, edges, filter, tops, severity);
  }
  return {
    entity,
    also,
    state,
    filter,
    depthApplied,
    beyondDepth,
    stopped,
    rowsBack: isDownstream ? edges.dependencies : edges.dependents,
  };
}

/**
 * Offset in `rowsBack` of the edge by which a node was reached: among edges from nodes one hop nearer, the first by technical name, and
 * among parallel edges the first by dependencyType, both in code unit order. `ranks` are the ranks of the components' names.
 */
export function nearerEdge(graph: LandscapeGraph, analysis: WaysBack, ranks: Int32Array, node: number): number {
  const { stamps } = graph.traversal;
  const { starts, lengths, values, companions } = analysis.rowsBack;
  const { verdicts } = analysis.filter;
  const withheld = analysis.withheld ?? null;
  const wantedStamp = stamps[node]! - 1;
  const start = starts[node]!;
  const end = start + lengths[node]!;
  let best = -1;
  let bestKey = Infinity;
  for (let offset = start; offset < end; offset++) {
    const edge = values[offset]!;
    const neighbour = edge & NEIGHBOUR_MASK;
    const isTravelled = verdicts[edge >>> 24] === TRAVELS && (withheld === null || !withheld.has(companions[offset]!));
    if (stamps[neighbour] === wantedStamp && isTravelled) {
      const key = ranks[neighbour]! * 16 + TYPE_ORDER[edge >>> 24]!;
      if (key < bestKey) {
        bestKey = key;
        best = offset;
      }
    }
  }
  return best;
}

/**
 * Counts the edges that lead out of the traversal but are not followed, by the reason; withheld edges count as filtered. Call it right
 * after the reach.
 */
export function* countStoppedEdges(
  traversal: Traversal,
  rows: RowArena,
  filter: EdgeFilter,
  withheld: WithheldEdges = null,
): Steps<StoppedEdges> {
  const { worklist, stoppedCount, portion } = traversal;
  const { starts, lengths, values, companions } = rows;
  const counted = [0, 0, 0];
  let left = portion;
  for (let i = 0; i < stoppedCount; i++) {
    const node = worklist[i]!;
    const start = starts[node]!;
    const end = start + lengths[node]!;
    for (let offset = start; offset < end; offset++) {
      const edge = values[offset]!;
      const isWithheld = withheld !== null && withheld.has(companions[offset]!);
      const told = filter.verdicts[edge >>> 24]!;
      const verdict = isWithheld && told === TRAVELS ? STOPPED_BY_FILTER : told;
      if (verdict !== TRAVELS && !traversal.has(edge & NEIGHBOUR_MASK)) counted[verdict]!++;
    }
    left -= end - start + 1;
    if (left <= 0) {
      left = portion;
      yield;
    }
  }
  return { byFilter: counted[STOPPED_BY_FILTER]!, byPropagates: counted[STOPPED_BY_PROPAGATES]! };
}

/** The nodes of a range of the queue by depth, then worst severity, then technical name; valid until the next call. */
export function* sortedNodes(graph: LandscapeGraph, from: number, to: number): Steps<Uint32Array> {
  const { traversal } = graph;
  const { queue, severities, portion } = traversal;
  const { ranks, order } = graph.components.nameOrder;
  const keys = traversal.sortKeys.subarray(0, to - from);
  yield* inStretches(keys.length, 4 * portion, (first, end) => {
    for (let i = first; i < end; i++) {
      const node = queue[from + i]!;
      keys[i] = orderKey(traversal.depthOf(node), severities[node]!, ranks[node]!);
    }
  });
  yield* sortKeysUpwards(keys, traversal.spareKeys);
  yield* inStretches(keys.length, 4 * portion, (first, end) => {
    for (let i = first; i < end; i++) keys[i] = order[rankIn(keys[i]!)]!;
  });
  return keys;
}
