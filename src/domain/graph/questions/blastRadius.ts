/** What breaks when an entity fails (downstream), or what could make it fail (upstream): the whole answer. */
import type { AffectedEntities } from '@/domain/graph/spread/affectedEntities';
import { analyse, nearerEdge, sortedNodes } from './analysis';
import type { Analysis, ImpactQuestion } from './analysis';
import type {
  AffectedApplicationRow,
  AffectedAudienceRow,
  AffectedRow,
  BlastRadiusAnswer,
  OriginComponent,
  ReachedComponent,
  RevenueExposure,
  NotInService,
} from './blastRadiusAnswer';
import { NEIGHBOUR_MASK } from '@/domain/graph/arrays/edgeAttributes';
import type { EntityTable } from '@/domain/graph/arrays/entityTable';
import type { EntityFact } from '@/domain/graph/arrays/landscapeFacts';
import { counts, type AlsoCounted } from '@/domain/graph/spread/inService';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { segmentExposure } from '@/domain/graph/spread/revenue';
import { affectedApplications, notRecorded } from './notRecorded';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { HealthState } from '@/domain/vocabulary';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

export interface BlastRadiusQuery extends ImpactQuestion {
  /** Shortens `components`, but neither counts nor roll-ups; null lists all. */
  componentLimit: number | null;
  /** The tenant's currency, ISO 4217. */
  currency: string;
  canSeeRevenue: boolean;
}

/** Answers a query; null if there is no such entity. Takes time in proportion to what is in reach, not to the landscape. */
export function* blastRadius(landscape: Landscape, query: BlastRadiusQuery): Steps<BlastRadiusAnswer | null> {
  const graph = graphOf(landscape);
  const analysis = yield* analyse(graph, query);
  if (analysis === null) return null;
  const { traversal, rollUp } = graph;
  const { entity } = analysis;
  const isDownstream = query.direction === 'downstream';
  yield* isDownstream ? rollUp.fill(graph, false, analysis.also) : rollUp.fillCauses(graph);
  const audiences = audienceRows(graph);
  const reachedCount = traversal.count - traversal.originCount;
  const listedCount = Math.min(reachedCount, query.componentLimit ?? reachedCount);
  const answer: BlastRadiusAnswer = {
    entity: { id: entity.id, type: entity.kind, technicalName: entity.technicalName, name: entity.name },
    direction: query.direction,
    state: analysis.state,
    depth: { requested: query.requestedDepth, applied: analysis.depthApplied, planMaximum: query.planMaximumDepth },
    filters: { modes: query.modes, types: query.types },
    origin: yield* originRows(graph),
    components: yield* componentRows(graph, analysis, listedCount),
    applications: yield* applicationRows(graph),
    capabilities: affectedRows(graph.capabilities, rollUp.capabilities),
    processes: affectedRows(graph.processes, rollUp.processes),
    audiences,
    counts: {
      components: reachedCount,
      applications: rollUp.applications.count,
      capabilities: rollUp.capabilities.count,
      processes: rollUp.processes.count,
      audiences: rollUp.segments.count,
    },
    affectedCounts: {
      components: countWorse(graph, traversal.originCount),
      applications: rollUp.applications.affectedCount,
      capabilities: rollUp.capabilities.affectedCount,
      processes: rollUp.processes.affectedCount,
      audiences: rollUp.segments.affectedCount,
    },
    completeness: {
      beyondDepth: analysis.beyondDepth,
      stoppedByFilter: analysis.stopped.byFilter,
      stoppedByPropagates: analysis.stopped.byPropagates,
      componentsOmitted: reachedCount - listedCount,
      notRecorded: isDownstream ? notRecorded(graph, affectedApplications(graph, analysis.also), query.canSeeRevenue) : [],
      notInService: notInService(graph, traversal.queue.subarray(traversal.originCount, traversal.count), analysis.also),
      withheld: isDownstream && !query.canSeeRevenue ? ['revenueExposure'] : [],
    },
    landscapeVersion: graph.version,
  };
  if (isDownstream && query.canSeeRevenue) answer.revenueExposure = revenueExposure(graph, audiences, query.currency);
  return answer;
}

/** The components worse than Healthy in the traversal, from a place of its queue on: the origin comes first. */
export function countWorse({ traversal: { queue, severities, count } }: LandscapeGraph, from: number): number {
  let worse = 0;
  for (let position = from; position < count; position++) worse += severities[queue[position]!]! > 0 ? 1 : 0;
  return worse;
}

/** Of these nodes, whose applications are in the last roll-up, and of these applications: how many are affected, but not in service. */
export function notInService(graph: LandscapeGraph, nodes: Int32Array, also: AlsoCounted): NotInService {
  const { traversal, components, rollUp } = graph;
  const { indexes, severities, count } = rollUp.applications;
  const found = { components: 0, applications: 0 };
  const outside = new Set<number>();
  for (let position = 0; position < count; position++) {
    if (counts(graph, indexes[position]!, also)) continue;
    outside.add(indexes[position]!);
    if (severities[position]! > 0) found.applications++;
  }
  // Most often all are in service: then no node needs a look.
  if (outside.size > 0)
    for (const node of nodes) if (traversal.severityOf(node) > 0 && outside.has(components.applications[node]!)) found.components++;
  return found;
}

function* originRows(graph: LandscapeGraph): Steps<OriginComponent[]> {
  const { originCount, severities, portion } = graph.traversal;
  const nodes = yield* sortedNodes(graph, 0, originCount);
  const rows: OriginComponent[] = [];
  yield* inStretches(originCount, rowsIn(portion), (from, end) => {
    for (const node of nodes.subarray(from, end)) rows.push({ ...graph.componentView(node), expectedState: stateOf(severities[node]!) });
  });
  return rows;
}

/** A row costs as much as some dozen edges. */
export function rowsIn(portion: number): number {
  return Math.ceil(portion / 16);
}

function* componentRows(graph: LandscapeGraph, analysis: Analysis, limit: number): Steps<ReachedComponent[]> {
  const { traversal, components, edges } = graph;
  const { values, companions } = analysis.rowsBack;
  const { ranks } = components.nameOrder;
  const nodes = (yield* sortedNodes(graph, traversal.originCount, traversal.count)).subarray(0, limit);
  const rows: ReachedComponent[] = [];
  yield* inStretches(nodes.length, rowsIn(traversal.portion), (from, end) => {
    const offsets = Int32Array.from(nodes.subarray(from, end), (node) => nearerEdge(graph, analysis, ranks, node));
    const dependencyIds = edges.idsOf(offsets.map((offset) => companions[offset]!));
    for (let i = from; i < end; i++) {
      const node = nodes[i]!;
      const { id, technicalName, name, kind, applicationId, isExternal } = components.viewOf(node);
      const depth = traversal.depthOf(node);
      const expectedState = stateOf(traversal.severities[node]!);
      const nearer = values[offsets[i - from]!]! & NEIGHBOUR_MASK;
      const via = { dependencyId: dependencyIds[i - from]!, componentId: components.idOf(nearer) };
      rows.push({ id, technicalName, name, kind, applicationId, isExternal, depth, expectedState, via });
    }
  });
  return rows;
}

/** The applications that the last roll-up of `graph` reaches, in the order of every answer. */
export function* applicationRows(graph: LandscapeGraph): Steps<AffectedApplicationRow[]> {
  const { applications } = graph.rollUp;
  const positions = applications.positionsInOrder(graph.applications.nameOrder);
  const rows: AffectedApplicationRow[] = [];
  yield* inStretches(positions.length, rowsIn(graph.traversal.portion), (from, end) => {
    for (const position of positions.subarray(from, end)) {
      const { id, technicalName, name, criticalityTier, ownerTeam, lifecycleState } = graph.applications.at(
        applications.indexes[position]!,
      );
      const expectedState = stateOf(applications.severities[position]!);
      const depth = applications.depths[position]!;
      rows.push({
        id,
        technicalName,
        name,
        criticalityTier,
        ownerTeam,
        lifecycleState,
        depth,
        expectedState,
        componentCount: applications.partCounts[position]!,
        affectedComponentCount: applications.affectedPartCounts[position]!,
        downComponentCount: applications.downPartCounts[position]!,
      });
    }
  });
  return rows;
}

/** In the order of every answer, at most `most`. */
export function affectedRows(table: EntityTable<EntityFact>, affected: AffectedEntities, most = Infinity): AffectedRow[] {
  return Array.from(affected.positionsInOrder(table.nameOrder).subarray(0, most), (position) => {
    const { id, technicalName, name } = table.at(affected.indexes[position]!);
    return { id, technicalName, name, depth: affected.depths[position]!, expectedState: stateOf(affected.severities[position]!) };
  });
}

/** The segments that the last roll-up of `graph` reaches, in the order of every answer. */
export function audienceRows(graph: LandscapeGraph): AffectedAudienceRow[] {
  const { segments } = graph.rollUp;
  return Array.from(segments.positionsInOrder(graph.segments.nameOrder), (position) => {
    const { id, technicalName, name, audienceType, people } = graph.segments.at(segments.indexes[position]!);
    return {
      id,
      technicalName,
      name,
      audienceType,
      people,
      depth: segments.depths[position]!,
      expectedState: stateOf(segments.severities[position]!),
    };
  });
}

/**
 * What these audiences cost per year and per hour, in `currency`, at the states of the last roll-up. Leaves out segments without revenue.
 */
export function revenueExposure(graph: LandscapeGraph, audiences: AffectedAudienceRow[], currency: string): RevenueExposure {
  const { capabilities } = graph.rollUp;
  const total: RevenueExposure = { currency, perYear: 0, perHour: 0, expectedPerHour: 0, byAudience: [] };
  for (const { id, technicalName, name } of audiences) {
    const segment = graph.segments.at(graph.segments.indexOf(id));
    if (segment.annualRevenue === null) continue;
    const exposure = segmentExposure(segment, (capabilityId) => capabilities.severityOf(graph.capabilities.indexOf(capabilityId)));
    total.perYear += exposure.perYear;
    total.perHour += exposure.perHour;
    total.expectedPerHour += exposure.expectedPerHour;
    total.byAudience.push({ id, technicalName, name, ...exposure });
  }
  return total;
}

/** The state of a severity, 0 (Healthy) to 3 (Outage); Healthy for any other number. */
export function stateOf(severity: number): HealthState {
  return HEALTH_STATES[severity] ?? 'Healthy';
}
