/** Answers a blast-radius question as columns: the start, the cards by distance, and upstream also what the start runs on. */
import { analyse, sortedNodes } from '@/domain/graph/questions/analysis';
import type { Analysis, ImpactQuestion } from '@/domain/graph/questions/analysis';
import { TRAVELS } from '@/domain/graph/arrays/edgeAttributes';
import { columnComponent } from './columnParts';
import { MOST_CARD_ROWS } from './columnTypes';
import type { ColumnComponent } from './columnTypes';
import { impactColumns } from './impactColumns';
import type { ImpactColumns } from './impactColumns';
import { groundsOf } from '@/domain/graph/questions/grounds';
import type { ColumnGround } from '@/domain/graph/questions/grounds';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import type { Named } from '@/domain/named';
import type { ComponentKind, Direction, EntityKind, HealthState } from '@/domain/vocabulary';
import { finish } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

export interface ColumnCause extends Named {
  kind: EntityKind;
  state: HealthState;
  /** Of components only. */
  componentKind: ComponentKind | null;
  applicationName: string | null;
  /** Components that fail as part of it, unless they have their own cards; at most MOST_CARD_ROWS. */
  rows: ColumnComponent[];
  /** How many components fail with it, including itself if it is one. */
  componentCount: number;
}

export interface CausedColumns extends ImpactColumns {
  causes: ColumnCause[];
  causesOmitted: number;
  landscapeVersion: number;
}

/** The only cause is the entity that is asked about. */
export interface BlastColumns extends CausedColumns {
  direction: Direction;
  grounds: ColumnGround[];
  groundsOmitted: number;
}

/** Null if there is no such entity. `group` lists the applications of one group. Takes time in proportion to what is in reach. */
export function* blastColumns(
  landscape: Landscape,
  question: ImpactQuestion,
  canSeeRevenue: boolean,
  group?: string | null,
): Steps<BlastColumns | null> {
  const graph = graphOf(landscape);
  const analysis = yield* analyse(graph, question);
  if (analysis === null) return null;
  const { traversal, rollUp } = graph;
  const { entity, filter, rowsBack } = analysis;
  const isUpstream = question.direction === 'upstream';
  yield* isUpstream ? rollUp.fillCauses(graph) : rollUp.fill(graph, false, analysis.also);
  const standsAlone = isUpstream || entity.kind === 'component' || entity.kind === 'application';
  const nodes = (yield* sortedNodes(graph, standsAlone ? traversal.originCount : 0, traversal.count)).slice();
  const columns = yield* impactColumns({
    graph,
    nodes,
    causes: standsAlone ? traversal.queue.slice(0, traversal.originCount) : [],
    depthOf: (node) => traversal.depthOf(node),
    severityOf: (node) => traversal.severities[node]!,
    causeOf: (node) => (standsAlone && traversal.stamps[node] === traversal.base ? entity.id : null),
    failsWith: standsAlone ? null : entity.id,
    rowsBack,
    isTaken: (packed, neighbour) => filter.verdicts[packed >>> 24] === TRAVELS && traversal.has(neighbour),
    isUpstream,
    canSeeRevenue,
    group,
  });
  const grounds = isUpstream ? groundsOf(graph, analysis) : { listed: [], omitted: 0 };
  return {
    direction: question.direction,
    causes: [causeOf(graph, analysis, standsAlone)],
    causesOmitted: 0,
    ...columns,
    grounds: grounds.listed,
    groundsOmitted: grounds.omitted,
    landscapeVersion: graph.version,
  };
}

function causeOf(graph: LandscapeGraph, { entity, state }: Analysis, standsAlone: boolean): ColumnCause {
  const { traversal, components } = graph;
  const { id, kind, technicalName, name } = entity;
  const componentCount = traversal.originCount;
  const told = { id, kind, technicalName, name, state, componentCount };
  if (kind === 'component') {
    const { kind: componentKind, applicationId } = components.viewOf(entity.index);
    const { name: applicationName } = graph.applications.at(graph.applications.indexOf(applicationId));
    return { ...told, componentKind, applicationName, rows: [] };
  }
  const rows = standsAlone
    ? Array.from(finish(sortedNodes(graph, 0, traversal.originCount)).subarray(0, MOST_CARD_ROWS), (node) =>
        columnComponent(graph, node, 0, traversal.severities[node]!),
      )
    : [];
  return { ...told, componentKind: null, applicationName: null, rows };
}
