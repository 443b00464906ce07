/**
 * A scenario as columns for a picture: each failure at the start, affected components in cards by distance, and what follows for the
 * business.
 */
import type { CausedColumns, ColumnCause } from './blastColumns';
import { MOST_DRAWN_CAUSES, OTHER_CAUSES } from './liveColumns';
import { TRAVELS, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import { columnComponent } from './columnParts';
import { MOST_CARD_ROWS } from './columnTypes';
import { impactColumns } from './impactColumns';
import { alsoCounted } from '@/domain/graph/spread/inService';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { nodesInOrder } from '@/domain/graph/questions/scenarioRows';
import type { ScenarioFailureAsked } from '@/domain/graph/questions/scenario';
import { eachStart } from '@/domain/graph/landscape/startComponents';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { finish } from '@/plain/steps';

interface Told {
  canSeeRevenue: boolean;
  includeNotInService?: boolean | undefined;
  /** Lists the applications of one group. */
  group?: string | null | undefined;
}

/**
 * Call it right after `evaluateScenario`, with the same failures: it reads the depths, severities and roll-up that the evaluation left in
 * the graph. Leaves out what is not affected.
 */
export function scenarioColumns(
  landscape: Landscape,
  failures: readonly ScenarioFailureAsked[],
  { canSeeRevenue, includeNotInService = false, group }: Told,
): CausedColumns {
  const graph = graphOf(landscape);
  const { traversal, edges } = graph;
  const started = startedBy(graph, failures, includeNotInService);
  const listed = failures.slice(0, MOST_DRAWN_CAUSES);
  const isListed = new Set(listed.map(({ entity }) => entity.id));
  const suffering = traversal.queue.subarray(0, traversal.count).filter((node) => traversal.severities[node]! > 0);
  const columns = finish(
    impactColumns({
      graph,
      nodes: finish(
        nodesInOrder(
          graph,
          suffering.filter((node) => !started.has(node)),
        ),
      ),
      causes: [...started.keys()],
      depthOf: (node) => traversal.depthOf(node),
      severityOf: (node) => traversal.severities[node]!,
      causeOf: (node) => {
        const cause = started.get(node);
        return cause === undefined ? null : isListed.has(cause) ? cause : OTHER_CAUSES;
      },
      failsWith: null,
      rowsBack: edges.dependencies,
      isTaken: (packed, neighbour) => UNFILTERED.verdicts[packed >>> 24] === TRAVELS && traversal.severityOf(neighbour) > 0,
      isUpstream: false,
      canSeeRevenue,
      group,
      isAffectedOnly: true,
    }),
  );
  return {
    ...columns,
    causes: listed.map((failure) => causeOf(graph, failure, started)),
    causesOmitted: failures.length - listed.length,
    landscapeVersion: graph.version,
  };
}

/** By node, the id of the first failure that starts it. */
function startedBy(graph: LandscapeGraph, failures: readonly ScenarioFailureAsked[], includeNotInService: boolean): Map<number, string> {
  const started = new Map<number, string>();
  const entities = failures.map(({ entity }) => entity);
  const also = alsoCounted(entities, includeNotInService);
  for (const entity of entities) {
    const take = (node: number): void => {
      if (!started.has(node)) started.set(node, entity.id);
    };
    eachStart(graph, entity, 1, take, also);
  }
  return started;
}

function causeOf(graph: LandscapeGraph, { entity, state }: ScenarioFailureAsked, started: ReadonlyMap<number, string>): ColumnCause {
  const { id, kind, technicalName, name, index } = entity;
  const { components, applications, traversal } = graph;
  if (kind === 'component') {
    const { kind: componentKind, applicationId } = components.viewOf(index);
    const { name: applicationName } = applications.at(applications.indexOf(applicationId));
    const own = HEALTH_STATES[traversal.severities[index]!] ?? state;
    return { id, kind, technicalName, name, state: own, componentKind, applicationName, rows: [], componentCount: 1 };
  }
  const own = Int32Array.from([...started].flatMap(([node, cause]) => (cause === id ? [node] : [])));
  const rows = Array.from(finish(nodesInOrder(graph, own)).subarray(0, MOST_CARD_ROWS), (node) =>
    columnComponent(graph, node, 0, traversal.severities[node]!),
  );
  return { id, kind, technicalName, name, state, componentKind: null, applicationName: null, rows, componentCount: own.length };
}
