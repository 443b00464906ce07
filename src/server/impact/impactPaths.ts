/** How a failure reaches a component: one shortest path, or several. */
import {
  MOST_PATHS,
  type ImpactExplanation,
  type ImpactExplanationInput,
  type ImpactPath,
  type ImpactPathInput,
  type ImpactPaths,
} from '@/contract/impactPath';
import { AppError } from '@/domain/errors';
import { explainPath, type PathStep } from '@/domain/graph/questions/explain';
import type { Landscape } from '@/domain/graph/landscape/views';
import { severalPaths } from '@/domain/graph/questions/severalPaths';
import { explainComponent } from '@/domain/graph/weakPoints/explainComponent';
import { LARGEST_CUT } from '@/domain/graph/weakPoints/smallestCut';
import type { Plan } from '@/domain/vocabulary';
import { finish } from '@/plain/steps';
import type { TenantDb } from '@/server/db/tenantDb';
import { assertStart } from './assertStart';
import { askGraphOf, graphAskedOf, questionOf } from './impactQuestion';

/** Throws 404 if there is no such entity or component, or the component is out of reach. */
export async function readImpactPath(tenant: TenantDb, plan: Plan, input: ImpactPathInput): Promise<ImpactPath> {
  const path = await askGraphOf(tenant, input.at, function* (graph) {
    yield* assertStart(graph, input);
    const steps = yield* explainPath(graph, questionOf(plan, input), input.component);
    return steps === null ? null : { steps: toldSteps(graph, steps) };
  });
  if (path === null) throw outOfReach(input);
  return path;
}

/** Up to MOST_PATHS paths, shortest first. Throws as `readImpactPath` does. */
export async function readImpactPaths(tenant: TenantDb, plan: Plan, input: ImpactPathInput): Promise<ImpactPaths> {
  const paths = await askGraphOf(tenant, input.at, function* (graph) {
    yield* assertStart(graph, input);
    const found = yield* severalPaths(graph, questionOf(plan, input), input.component, MOST_PATHS);
    if (found === null) return null;
    const { expectedState, paths: all, states, hasMore } = found;
    return { expectedState, hasMore, paths: all.map((steps, at) => ({ steps: toldSteps(graph, steps), states: states[at]! })) };
  });
  if (paths === null) throw outOfReach(input);
  return paths;
}

/** How long to search for a smallest cut, in milliseconds. */
const CUT_BUDGET_MS = 200;

/** Up to five paths, the groups that gave way on them, and what would have saved the component. Throws as `readImpactPath` does. */
export async function explainImpact(tenant: TenantDb, plan: Plan, input: ImpactExplanationInput): Promise<ImpactExplanation> {
  const { graph } = await graphAskedOf(tenant, input.at);
  finish(assertStart(graph, input));
  const end = performance.now() + CUT_BUDGET_MS;
  const found = explainComponent(graph, questionOf(plan, input), input.componentId, () => performance.now() < end);
  if (found === null) throw outOfReach({ component: input.componentId });
  const { components, edges } = graph;
  const component = graph.findEntity('component', input.componentId)!;
  return {
    component: endOf(graph, component.id),
    expectedState: found.expectedState,
    ways: found.paths.map((steps) => ({ steps: toldSteps(graph, steps) })),
    hasMoreWays: found.hasMore,
    gaveWay: found.gaveWay,
    cut:
      found.cut?.map((slot) => ({
        dependencyId: edges.idOf(slot),
        source: endOf(graph, components.idOf(edges.sourceOf(slot))),
        target: endOf(graph, components.idOf(edges.targetOf(slot))),
      })) ?? null,
    cutIsLargerThan: found.cut === null && found.isComplete ? LARGEST_CUT : null,
    isComplete: found.isComplete,
    landscapeVersion: graph.version,
  };
}

function outOfReach({ component }: Pick<ImpactPathInput, 'component'>): AppError {
  return new AppError(
    'not_found',
    `The failure does not reach "${component.slice(0, 128)}" with this depth and these filters. Increase depth, or drop a filter.`,
  );
}

/** With the names of both ends of each dependency. */
export function toldSteps(graph: Landscape, steps: readonly PathStep[]): ImpactPath['steps'] {
  return steps.map(({ sourceComponentId, targetComponentId, ...step }) => ({
    ...step,
    source: endOf(graph, sourceComponentId),
    target: endOf(graph, targetComponentId),
  }));
}

function endOf(graph: Landscape, id: string): ImpactPath['steps'][number]['source'] {
  const { technicalName, name, kind } = graph.componentView(graph.components.find(id));
  return { id, technicalName, name, kind };
}
