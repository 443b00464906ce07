/** How a failure gets to a component, for words: one shortest path, or several. */
import { MOST_PATHS, type ImpactPath, type ImpactPathInput, type ImpactPaths } from '@/contract/impactPath';
import { AppError } from '@/domain/errors';
import { explainPath, type PathStep } from '@/domain/graph/explain';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { severalPaths } from '@/domain/graph/severalPaths';
import type { Plan } from '@/domain/vocabulary';
import type { TenantDb } from '../tenantDb';
import { graphAskedOf, questionOf } from './impactQuestion';

/** Throws 404 when there is no such entity or component, or when the component is out of reach. */
export async function readImpactPath(tenant: TenantDb, plan: Plan, input: ImpactPathInput): Promise<ImpactPath> {
  const { graph } = await graphAskedOf(tenant, input.at);
  const steps = explainPath(graph, questionOf(plan, input), input.component);
  if (steps === null) throw outOfReach(input);
  return { steps: toldSteps(graph, steps) };
}

/** Up to MOST_PATHS of them, the shortest first. Throws as `readImpactPath` does. */
export async function readImpactPaths(tenant: TenantDb, plan: Plan, input: ImpactPathInput): Promise<ImpactPaths> {
  const { graph } = await graphAskedOf(tenant, input.at);
  const found = severalPaths(graph, questionOf(plan, input), input.component, MOST_PATHS);
  if (found === null) throw outOfReach(input);
  return { ...found, paths: found.paths.map((steps) => ({ steps: toldSteps(graph, steps) })) };
}

function outOfReach({ component }: ImpactPathInput): AppError {
  return new AppError('not_found', `The failure does not reach "${component.slice(0, 128)}" with this depth and these filters.`);
}

/** With the names of both ends of each. */
export function toldSteps(graph: LandscapeGraph, steps: readonly PathStep[]): ImpactPath['steps'] {
  return steps.map(({ sourceComponentId, targetComponentId, ...step }) => ({
    ...step,
    source: endOf(graph, sourceComponentId),
    target: endOf(graph, targetComponentId),
  }));
}

function endOf(graph: LandscapeGraph, id: string): ImpactPath['steps'][number]['source'] {
  const { technicalName, name, kind } = graph.componentView(graph.components.find(id));
  return { id, technicalName, name, kind };
}
