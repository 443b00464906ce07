/** What breaks when an entity fails (downstream), or what could make it fail (upstream): the whole answer. */
import type { AffectedEntities } from '@/domain/graph/affectedEntities';
import { analyse, nearerEdge, sortedNodes } from '@/domain/graph/analysis';
import type { Analysis, ImpactQuestion } from '@/domain/graph/analysis';
import type {
  AffectedApplicationRow,
  AffectedAudienceRow,
  AffectedRow,
  BlastRadiusAnswer,
  OriginComponent,
  ReachedComponent,
  RevenueExposure,
} from '@/domain/graph/blastRadiusAnswer';
import { NEIGHBOUR_MASK } from '@/domain/graph/edgeAttributes';
import type { EntityTable } from '@/domain/graph/entityTable';
import type { EntityFact } from '@/domain/graph/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { segmentExposure } from '@/domain/graph/revenue';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { HealthState } from '@/domain/vocabulary';

export interface BlastRadiusQuery extends ImpactQuestion {
  /** Shortens `components`, never the counts or the roll-ups; null lists all. */
  componentLimit: number | null;
  /** ISO 4217, as the tenant has set it. */
  currency: string;
  canSeeRevenue: boolean;
}

/** Answers a query, or null when there is no such entity. Takes time in proportion to what is in reach, not to the landscape. */
export function blastRadius(graph: LandscapeGraph, query: BlastRadiusQuery): BlastRadiusAnswer | null {
  const analysis = analyse(graph, query);
  if (analysis === null) {
    return null;
  }
  const { traversal, rollUp } = graph;
  const { entity } = analysis;
  const isDownstream = query.direction === 'downstream';
  rollUp.fill(graph, isDownstream);
  const audiences = audienceRows(graph);
  const reachedCount = traversal.count - traversal.originCount;
  const listedCount = Math.min(reachedCount, query.componentLimit ?? reachedCount);
  const answer: BlastRadiusAnswer = {
    entity: { id: entity.id, type: entity.kind, technicalName: entity.technicalName, name: entity.name },
    direction: query.direction,
    state: analysis.state,
    depth: { requested: query.requestedDepth, applied: analysis.depthApplied, planMaximum: query.planMaximumDepth },
    filters: { modes: query.modes, types: query.types },
    origin: originRows(graph),
    components: componentRows(graph, analysis, listedCount),
    applications: applicationRows(graph),
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
    completeness: {
      beyondDepth: analysis.beyondDepth,
      stoppedByFilter: analysis.stopped.byFilter,
      stoppedByPropagates: analysis.stopped.byPropagates,
      componentsOmitted: reachedCount - listedCount,
      withheld: isDownstream && !query.canSeeRevenue ? ['revenueExposure'] : [],
    },
    landscapeVersion: graph.version,
  };
  if (isDownstream && query.canSeeRevenue) {
    answer.revenueExposure = revenueExposure(graph, audiences, query.currency);
  }
  return answer;
}

function originRows(graph: LandscapeGraph): OriginComponent[] {
  const { originCount, severities } = graph.traversal;
  return Array.from(sortedNodes(graph, 0, originCount), (node) => ({
    ...graph.componentView(node),
    expectedState: stateOf(severities[node]!),
  }));
}

function componentRows(graph: LandscapeGraph, analysis: Analysis, limit: number): ReachedComponent[] {
  const { traversal, components, edges } = graph;
  const { values, companions } = analysis.rowsBack;
  const { ranks } = components.nameOrder;
  const nodes = sortedNodes(graph, traversal.originCount, traversal.count).subarray(0, limit);
  const offsets = Int32Array.from(nodes, (node) => nearerEdge(graph, analysis, ranks, node));
  const dependencyIds = edges.idsOf(offsets.map((offset) => companions[offset]!));
  const rows: ReachedComponent[] = [];
  for (let i = 0; i < limit; i++) {
    const node = nodes[i]!;
    const { id, technicalName, name, kind, applicationId, isExternal } = components.viewOf(node);
    const depth = traversal.depthOf(node);
    const expectedState = stateOf(traversal.severities[node]!);
    const via = { dependencyId: dependencyIds[i]!, componentId: components.idOf(values[offsets[i]!]! & NEIGHBOUR_MASK) };
    rows.push({ id, technicalName, name, kind, applicationId, isExternal, depth, expectedState, via });
  }
  return rows;
}

export function applicationRows(graph: LandscapeGraph): AffectedApplicationRow[] {
  const { applications } = graph.rollUp;
  return Array.from(applications.positionsInOrder(graph.applications.nameOrder), (position) => {
    const { id, technicalName, name, criticalityTier, ownerTeam } = graph.applications.at(applications.indexes[position]!);
    const expectedState = stateOf(applications.severities[position]!);
    return {
      id,
      technicalName,
      name,
      criticalityTier,
      ownerTeam,
      depth: applications.depths[position]!,
      expectedState,
      componentCount: applications.partCounts[position]!,
    };
  });
}

/** In the order of every answer, no more than `most`. */
export function affectedRows(table: EntityTable<EntityFact>, affected: AffectedEntities, most = Infinity): AffectedRow[] {
  return Array.from(affected.positionsInOrder(table.nameOrder).subarray(0, most), (position) => {
    const { id, technicalName, name } = table.at(affected.indexes[position]!);
    return { id, technicalName, name, depth: affected.depths[position]!, expectedState: stateOf(affected.severities[position]!) };
  });
}

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

export function revenueExposure(graph: LandscapeGraph, audiences: AffectedAudienceRow[], currency: string): RevenueExposure {
  const { capabilities } = graph.rollUp;
  const total: RevenueExposure = { currency, perYear: 0, perHour: 0, expectedPerHour: 0, byAudience: [] };
  for (const { id, technicalName, name } of audiences) {
    const segment = graph.segments.at(graph.segments.indexOf(id));
    if (segment.annualRevenue === null) {
      continue;
    }
    const exposure = segmentExposure(segment, (capabilityId) => capabilities.severityOf(graph.capabilities.indexOf(capabilityId)));
    total.perYear += exposure.perYear;
    total.perHour += exposure.perHour;
    total.expectedPerHour += exposure.expectedPerHour;
    total.byAudience.push({ id, technicalName, name, ...exposure });
  }
  return total;
}

export function stateOf(severity: number): HealthState {
  return HEALTH_STATES[severity] ?? 'Healthy';
}
