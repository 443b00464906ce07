/** What is impacted now as lanes: all causes together at the beginning, what suffers from them by distance, and where that leads. */
import { NEIGHBOUR_MASK, UNFILTERED } from '@/domain/graph/edgeAttributes';
import type { LaneCause } from '@/domain/graph/blastLanes';
import { impactLanes } from '@/domain/graph/impactLanes';
import type { ImpactLanes } from '@/domain/graph/impactLanes';
import type { LiveImpact } from '@/domain/health/liveImpact';
import { fillLiveRollUp } from '@/domain/health/liveRollUp';
import { HEALTH_STATES } from '@/domain/vocabulary';

/** As many causes stand one by one; all others are counted. */
export const MOST_LANE_CAUSES = 24;
/** Stands for the causes that do not stand one by one, as an end of links. */
export const OTHER_CAUSES = 'other causes';

export interface LiveLanes extends ImpactLanes {
  causes: (LaneCause & { ownerTeam: string | null })[];
  causesOmitted: number;
  landscapeVersion: number;
}

/**
 * `shown` are the ids of the causes to stand one by one, in order; of the others, as many as there is room for. Takes time in proportion to
 * what suffers.
 */
export function liveLanes(impact: LiveImpact, shown: readonly string[], canSeeRevenue: boolean): LiveLanes {
  const { graph, nodes, severities, rootCauses } = impact;
  const { components, edges } = graph;
  const severityOf = new Map<number, number>();
  for (let i = 0; i < nodes.length; i++) severityOf.set(nodes[i]!, severities[i]!);
  const ranks = new Map(shown.map((id, rank) => [components.find(id), rank]));
  const inOrder = [...rootCauses].sort((a, b) => (ranks.get(a) ?? shown.length) - (ranks.get(b) ?? shown.length));
  const listed = inOrder.slice(0, MOST_LANE_CAUSES);
  const keys = new Map(inOrder.map((node, position) => [node, position < listed.length ? components.idOf(node) : OTHER_CAUSES]));
  const passes = (packed: number, neighbour: number): boolean =>
    UNFILTERED.passes[((packed >>> 24) << 2) | (severityOf.get(neighbour) ?? 0)]! > 0;
  const depths = depthsFrom(inOrder, severityOf, impact, passes);
  fillLiveRollUp(impact);
  const affected = Array.from(nodes).filter((node) => !keys.has(node));
  affected.sort((a, b) => (depths.get(a) ?? 1) - (depths.get(b) ?? 1));
  const lanes = impactLanes({
    graph,
    nodes: affected,
    causes: inOrder,
    depthOf: (node) => depths.get(node) ?? 1,
    severityOf: (node) => severityOf.get(node) ?? 0,
    causeOf: (node) => keys.get(node) ?? null,
    failsWith: null,
    rowsBack: edges.dependencies,
    isTaken: (packed, neighbour) => severityOf.has(neighbour) && passes(packed, neighbour),
    isUpstream: false,
    canSeeRevenue,
  });
  return {
    ...lanes,
    causes: listed.map((node) => {
      const { id, technicalName, name, kind: componentKind, applicationId } = components.viewOf(node);
      const { name: applicationName, ownerTeam } = graph.applications.at(graph.applications.indexOf(applicationId));
      const state = HEALTH_STATES[severityOf.get(node) ?? 0] ?? 'Healthy';
      return { id, kind: 'component', technicalName, name, state, componentKind, applicationName, ownerTeam, rows: [], componentCount: 1 };
    }),
    causesOmitted: inOrder.length - listed.length,
    landscapeVersion: graph.version,
  };
}

/** Fewest hops from any cause, over what suffers. */
function depthsFrom(
  causes: readonly number[],
  suffering: ReadonlyMap<number, number>,
  { graph }: LiveImpact,
  passes: (packed: number, neighbour: number) => boolean,
): Map<number, number> {
  const { starts, values } = graph.edges.dependents;
  const depths = new Map(causes.map((node) => [node, 0]));
  // A map that grows while it is walked visits what was added, each once, nearest first.
  for (const [node, depth] of depths) {
    const start = starts[node] ?? 0;
    const end = start + graph.edges.dependents.rowLength(node);
    for (let offset = start; offset < end; offset++) {
      const packed = values[offset]!;
      const neighbour = packed & NEIGHBOUR_MASK;
      if (!depths.has(neighbour) && suffering.has(neighbour) && passes(packed, node)) depths.set(neighbour, depth + 1);
    }
  }
  return depths;
}
