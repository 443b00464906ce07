/** Rolls up from the impacted components to everything above them, at effective states, and reads what that says. */
import { TABLE_OF } from '@/domain/graph/arrays/landscapeFacts';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { affectedRows, audienceRows, revenueExposure } from '@/domain/graph/questions/blastRadius';
import type { AffectedAudienceRow, AffectedRow, RevenueExposure } from '@/domain/graph/questions/blastRadiusAnswer';
import type { LiveImpact } from './liveImpact';
import { exposureOf, type HourlyExposure } from '@/domain/graph/spread/revenue';
import { finish } from '@/plain/steps';

/**
 * Fills the graph's roll-up, valid until the next query to it. Only impacted components count. If trouble inside an application does not
 * reach an outermost component, the application is Healthy.
 */
export function fillLiveRollUp({ graph: landscape, nodes, severities }: Pick<LiveImpact, 'graph' | 'nodes' | 'severities'>): void {
  const graph = graphOf(landscape);
  const { traversal, components } = graph;
  traversal.begin(components.capacity);
  for (let i = 0; i < nodes.length; i++) traversal.addOrigin(nodes[i]!, severities[i]!);
  finish(graph.rollUp.fill(graph, true));
}

export interface LiveRollUp {
  capabilities: AffectedRow[];
  processes: AffectedRow[];
  audiences: AffectedAudienceRow[];
  revenueExposure: RevenueExposure;
  /** How many applications are worse than Healthy. */
  affectedApplications: number;
}

/** What the impacted components roll up to, in the order of every answer. Afterwards the roll-up stays in the graph until its next query. */
export function liveRollUp(impact: LiveImpact, currency: string): LiveRollUp {
  fillLiveRollUp(impact);
  const graph = graphOf(impact.graph);
  const audiences = audienceRows(graph);
  return {
    capabilities: affectedRows(graph.capabilities, graph.rollUp.capabilities),
    processes: affectedRows(graph.processes, graph.rollUp.processes),
    audiences,
    revenueExposure: revenueExposure(graph, audiences, currency),
    affectedApplications: graph.rollUp.applications.affectedCount,
  };
}

/** The first `most` applications of the roll-up that the graph holds, in the order of every answer. */
export function rolledUpApplications(landscape: Landscape, most: number): AffectedRow[] {
  const { applications, rollUp } = graphOf(landscape);
  return affectedRows(applications, rollUp.applications, most);
}

/** All applications of the roll-up that the graph holds, in the order of every answer, as columns. */
export function rolledUpColumns(landscape: Landscape): { indexes: Int32Array; severities: Int32Array } {
  const { applications, rollUp } = graphOf(landscape);
  const positions = rollUp.applications.positionsInOrder(applications.nameOrder);
  return {
    indexes: positions.map((position) => rollUp.applications.indexes[position]!),
    severities: positions.map((position) => rollUp.applications.severities[position]!),
  };
}

/** The severity of an entity in the roll-up that the graph holds; 0 if it is not reached. */
export function severityIn(
  landscape: Landscape,
  kind: 'component' | 'application' | 'process' | 'capability' | 'segment',
  index: number,
): number {
  const { traversal, rollUp } = graphOf(landscape);
  return kind === 'component' ? traversal.severityOf(index) : rollUp[TABLE_OF[kind]].severityOf(index);
}

/** The severity of the worst capability in the roll-up that the graph holds. */
export function worstCapability(landscape: Landscape): number {
  const { severities, count } = graphOf(landscape).rollUp.capabilities;
  let worst = 0;
  for (let i = 0; i < count; i++) worst = Math.max(worst, severities[i]!);
  return worst;
}

/**
 * What is at stake in the roll-up that the graph holds, through one capability, in one segment, or in total (`only` is null). O(links of
 * all segments).
 */
export function exposureIn(landscape: Landscape, only: { capabilityId: string } | { segmentId: string } | null): HourlyExposure {
  const { segments, capabilities, rollUp } = graphOf(landscape);
  const within = only !== null && 'segmentId' in only ? [...segments].filter(({ id }) => id === only.segmentId) : segments;
  return exposureOf(within, (capabilityId) => {
    if (only !== null && 'capabilityId' in only && capabilityId !== only.capabilityId) return 0;
    return rollUp.capabilities.severityOf(capabilities.indexOf(capabilityId));
  });
}
