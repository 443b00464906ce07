/** What breaks when an entity fails (downstream), or what could make it fail (upstream): the whole answer. */
import { analyse, countStoppedEdges, nearerEdge, sortedNodes } from '@/domain/graph/analysis';
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
import { rollUp } from '@/domain/graph/rollUp';
import type { AffectedEntities, RollUp } from '@/domain/graph/rollUp';
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
  const { traversal } = graph;
  const { entity } = analysis;
  const isDownstream = query.direction === 'downstream';
  graph.nameOrder.refresh(graph.components.technicalNames);
  const stopped = countStoppedEdges(graph, analysis);
  const rolledUp = rollUp(graph, isDownstream);
  const audiences = audienceRows(graph, rolledUp.segments);
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
    applications: applicationRows(graph, rolledUp),
    capabilities: affectedRows(graph.capabilities, rolledUp.capabilities),
    processes: affectedRows(graph.processes, rolledUp.processes),
    audiences,
    counts: {
      components: reachedCount,
      applications: rolledUp.applications.length,
      capabilities: rolledUp.capabilities.indexes.length,
      processes: rolledUp.processes.indexes.length,
      audiences: audiences.length,
    },
    completeness: {
      beyondDepth: analysis.beyondDepth,
      stoppedByFilter: stopped.byFilter,
      stoppedByPropagates: stopped.byPropagates,
      componentsOmitted: reachedCount - listedCount,
      withheld: isDownstream && !query.canSeeRevenue ? ['revenueExposure'] : [],
    },
    landscapeVersion: graph.version,
  };
  if (isDownstream && query.canSeeRevenue) {
    answer.revenueExposure = revenueExposure(graph, rolledUp, audiences, query.currency);
  }
  return answer;
}

function originRows(graph: LandscapeGraph): OriginComponent[] {
  const { originCount, severities } = graph.traversal;
  return Array.from(sortedNodes(graph, 0, originCount), (node) => ({ ...graph.componentView(node), expectedState: stateOf(severities[node]!) }));
}

function componentRows(graph: LandscapeGraph, analysis: Analysis, limit: number): ReachedComponent[] {
  const { traversal, components, edges, applications } = graph;
  const { rowsBack } = analysis;
  const nodes = sortedNodes(graph, traversal.originCount, traversal.count);
  const rows: ReachedComponent[] = [];
  for (let i = 0; i < limit; i++) {
    const node = nodes[i]!;
    const place = nearerEdge(graph, analysis, node);
    rows.push({
      id: components.idOf(node),
      technicalName: components.technicalNameOf(node),
      name: components.nameOf(node),
      kind: components.kindOf(node),
      applicationId: applications.at(components.applications[node]!).id,
      isExternal: components.isExternal(node),
      depth: traversal.depthOf(node),
      expectedState: stateOf(traversal.severities[node]!),
      via: {
        dependencyId: edges.idOf(rowsBack.companions[place]!),
        componentId: components.idOf(rowsBack.values[place]! & NEIGHBOUR_MASK),
      },
    });
  }
  return rows;
}

function applicationRows(graph: LandscapeGraph, { applications }: RollUp): AffectedApplicationRow[] {
  const rows = applications.map(({ application, depth, severity, componentCount }): AffectedApplicationRow => {
    const { id, technicalName, name, criticalityTier, ownerTeam } = graph.applications.at(application);
    return { id, technicalName, name, criticalityTier, ownerTeam, depth, expectedState: stateOf(severity), componentCount };
  });
  return rows.sort(byDepthStateName);
}

function affectedRows(table: EntityTable<EntityFact>, affected: AffectedEntities): AffectedRow[] {
  const rows = affected.indexes.map((index): AffectedRow => {
    const { id, technicalName, name } = table.at(index);
    return { id, technicalName, name, depth: affected.depthOf(index), expectedState: stateOf(affected.severityOf(index)) };
  });
  return rows.sort(byDepthStateName);
}

function audienceRows(graph: LandscapeGraph, affected: AffectedEntities): AffectedAudienceRow[] {
  const rows = affected.indexes.map((index): AffectedAudienceRow => {
    const { id, technicalName, name, audienceType, people } = graph.segments.at(index);
    const depth = affected.depthOf(index);
    return { id, technicalName, name, audienceType, people, depth, expectedState: stateOf(affected.severityOf(index)) };
  });
  return rows.sort(byDepthStateName);
}

function revenueExposure(graph: LandscapeGraph, { capabilities }: RollUp, audiences: AffectedAudienceRow[], currency: string): RevenueExposure {
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

function stateOf(severity: number): HealthState {
  return HEALTH_STATES[severity] ?? 'Healthy';
}

function byDepthStateName(a: AffectedRow, b: AffectedRow): number {
  const severity = (row: AffectedRow): number => HEALTH_STATES.indexOf(row.expectedState);
  return a.depth - b.depth || severity(b) - severity(a) || (a.technicalName < b.technicalName ? -1 : 1);
}
