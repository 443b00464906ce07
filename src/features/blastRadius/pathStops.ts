/** The path of a failure to one component: as stops in the columns, and as what the rings highlight. Pure. */
import type { PathStop } from '@/client/impactColumns/linesBetween';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';

/**
 * The components and dependencies of the shortest path to a component, the nearest to the origin first in travel order; empty if the answer
 * does not list it.
 */
export function pathTo(answer: BlastRadiusAnswer, componentId: string | null): { components: string[]; dependencies: string[] } {
  const byId = new Map(answer.components.map((component) => [component.id, component]));
  const path = { components: [] as string[], dependencies: [] as string[] };
  let at = componentId === null ? undefined : byId.get(componentId);
  if (at === undefined) return path;
  while (at !== undefined) {
    path.components.push(at.id);
    path.dependencies.push(at.via.dependencyId);
    const next: string = at.via.componentId;
    at = byId.get(next);
    if (at === undefined) path.components.push(next);
  }
  return path;
}

/** In the direction in which the failure travels; upstream, that is from the component to the start. */
export function stopsTo(answer: BlastRadiusAnswer, columns: ImpactColumns, componentId: string | null): PathStop[] {
  if (componentId === null) return [];
  const { components } = pathTo(answer, componentId);
  const applications = new Map([...answer.origin, ...answer.components].map(({ id, applicationId }) => [id, applicationId]));
  for (const { id, rows } of columns.cards) for (const row of rows) applications.set(row.id, id);
  const { entity, direction } = answer;
  const isOrigin = new Set(answer.origin.map(({ id }) => id));
  const standsAlone = direction === 'upstream' || entity.type === 'component' || entity.type === 'application';
  const stopOf = (id: string): PathStop => ({
    componentId: id,
    itemId: standsAlone && isOrigin.has(id) ? entity.id : (applications.get(id) ?? ''),
  });
  const way = (components.length === 0 ? [componentId] : components).map(stopOf);
  const start = { componentId: entity.id, itemId: entity.id };
  const whole = way.at(-1)?.itemId === entity.id ? way : [...way, start];
  return direction === 'upstream' ? whole : whole.reverse();
}
