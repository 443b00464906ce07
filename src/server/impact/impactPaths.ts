/** The ways that a failure takes: every dependency it travels near the start, for the picture, and one shortest path, for words. */
import { MOST_DRAWN_COMPONENTS, type ImpactPath, type ImpactPathInput, type Travelled, type TravelledInput } from '@/contract/impactPath';
import { AppError } from '@/domain/errors';
import { analyse, sortedNodes } from '@/domain/graph/analysis';
import { NEIGHBOUR_MASK, TRAVELS } from '@/domain/graph/edgeAttributes';
import { explainPath } from '@/domain/graph/explain';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import type { Plan } from '@/domain/vocabulary';
import type { TenantDb } from '../tenantDb';
import { noSuchEntity } from './blastRadius';
import { graphAskedOf, questionOf } from './impactQuestion';

/** Throws 404 when the tenant has no such entity. */
export async function readTravelled(tenant: TenantDb, plan: Plan, input: TravelledInput): Promise<Travelled> {
  const { graph } = await graphAskedOf(tenant, input.at);
  const analysis = analyse(graph, questionOf(plan, input));
  if (analysis === null) throw noSuchEntity(input);
  const { queue, originCount, count } = graph.traversal;
  const drawn = new Set<number>(queue.subarray(0, originCount));
  for (const node of sortedNodes(graph, originCount, count).subarray(0, MOST_DRAWN_COMPONENTS)) drawn.add(node);
  const { starts, lengths, values, companions } = graph.edges.dependencies;
  const dependencies: Travelled['dependencies'] = [];
  for (const node of drawn) {
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    for (let place = start; place < end; place++) {
      const edge = values[place] ?? 0;
      if (drawn.has(edge & NEIGHBOUR_MASK) && analysis.filter.verdicts[edge >>> 24] === TRAVELS)
        dependencies.push(graph.dependencyView(companions[place] ?? -1));
    }
  }
  return { dependencies };
}

/** Throws 404 when there is no such entity or component, or when the component is out of reach. */
export async function readImpactPath(tenant: TenantDb, plan: Plan, input: ImpactPathInput): Promise<ImpactPath> {
  const { graph } = await graphAskedOf(tenant, input.at);
  const steps = explainPath(graph, questionOf(plan, input), input.component);
  if (steps === null)
    throw new AppError('not_found', `The failure does not reach "${input.component.slice(0, 128)}" with this depth and these filters.`);
  return {
    steps: steps.map(({ sourceComponentId, targetComponentId, ...step }) => ({
      ...step,
      source: endOf(graph, sourceComponentId),
      target: endOf(graph, targetComponentId),
    })),
  };
}

function endOf(graph: LandscapeGraph, id: string): ImpactPath['steps'][number]['source'] {
  const { technicalName, name, kind } = graph.componentView(graph.components.find(id));
  return { id, technicalName, name, kind };
}
