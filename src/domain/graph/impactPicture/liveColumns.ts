/** What is impacted now, as columns: all causes first, then what they affect by distance, and what follows from it for the business. */
import type { CausedColumns, ColumnCause } from './blastColumns';
import { impactColumns } from './impactColumns';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { ImpactedPart } from '@/domain/graph/questions/live/impactOfSituation';
import { fillLiveRollUp } from '@/domain/graph/questions/live/liveRollUp';
import { whatSuffers } from '@/domain/graph/questions/live/suffering';
import { stateOf } from '@/domain/graph/questions/blastRadius';
import { finish } from '@/plain/steps';

/** At most this many causes are shown individually; the others are counted. */
export const MOST_DRAWN_CAUSES = 24;
/** The id of all causes that are not shown individually, as an end of links. */
export const OTHER_CAUSES = 'other causes';

export interface LiveColumns extends CausedColumns {
  causes: (ColumnCause & { ownerTeam: string | null })[];
}

/**
 * `shown` are the ids of the causes to show individually, in order; others are added while there is room. Takes time in proportion to what
 * is impacted.
 */
export function liveColumns(impact: ImpactedPart, shown: readonly string[], canSeeRevenue: boolean, group?: string | null): LiveColumns {
  const { nodes, rootCauses } = impact;
  const graph = graphOf(impact.graph);
  const { components, edges } = graph;
  const { severityOf, passes, depthsFrom } = whatSuffers(impact);
  const ranks = new Map(shown.map((id, rank) => [components.find(id), rank]));
  const inOrder = [...rootCauses].sort((a, b) => (ranks.get(a) ?? shown.length) - (ranks.get(b) ?? shown.length));
  const listed = inOrder.slice(0, MOST_DRAWN_CAUSES);
  const keys = new Map(inOrder.map((node, position) => [node, position < listed.length ? components.idOf(node) : OTHER_CAUSES]));
  const depths = depthsFrom(inOrder);
  fillLiveRollUp(impact);
  const rankOf = components.nameRanks();
  const affected = Array.from(nodes).filter((node) => !keys.has(node));
  affected.sort((a, b) => (depths.get(a) ?? 1) - (depths.get(b) ?? 1) || rankOf(a) - rankOf(b));
  const columns = finish(
    impactColumns({
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
      group,
    }),
  );
  return {
    ...columns,
    causes: listed.map((node) => {
      const { id, technicalName, name, kind: componentKind, applicationId } = components.viewOf(node);
      const { name: applicationName, ownerTeam } = graph.applications.at(graph.applications.indexOf(applicationId));
      const state = stateOf(severityOf.get(node) ?? 0);
      return { id, kind: 'component', technicalName, name, state, componentKind, applicationName, ownerTeam, rows: [], componentCount: 1 };
    }),
    causesOmitted: inOrder.length - listed.length,
    landscapeVersion: graph.version,
  };
}
