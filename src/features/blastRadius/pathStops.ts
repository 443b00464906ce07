/** The path of a failure to one component as stops in the columns. Pure. */
import { listedRows } from '@/client/impactColumns/itemSentences';
import type { PathStop } from '@/client/impactColumns/linesBetween';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';

/** The components of the shortest path to a component, that component first; empty if the answer does not list it. */
function pathTo(answer: BlastRadiusAnswer, componentId: string): string[] {
  const byId = new Map(answer.components.map((component) => [component.id, component]));
  const path: string[] = [];
  for (let at = byId.get(componentId); at !== undefined; at = byId.get(at.via.componentId)) {
    path.push(at.id);
    if (!byId.has(at.via.componentId)) path.push(at.via.componentId);
  }
  return path;
}

/** In the direction in which the failure travels; upstream, that is from the component to the start. */
export function stopsTo(answer: BlastRadiusAnswer, columns: ImpactColumns, componentId: string | null): PathStop[] {
  if (componentId === null) return [];
  const components = pathTo(answer, componentId);
  const applications = new Map([...answer.origin, ...answer.components].map(({ id, applicationId }) => [id, applicationId]));
  for (const card of columns.cards) for (const row of listedRows({ cards: [card] })) applications.set(row.id, card.id);
  const { entity, direction } = answer;
  const isOrigin = new Set(answer.origin.map(({ id }) => id));
  const standsAlone = direction === 'upstream' || entity.type === 'component' || entity.type === 'application';
  const depths = new Map(answer.components.map(({ id, depth }) => [id, depth]));
  const stopOf = (id: string): PathStop => ({
    componentId: id,
    itemId: standsAlone && isOrigin.has(id) ? entity.id : (applications.get(id) ?? ''),
    depth: depths.get(id) ?? 0,
  });
  const way = (components.length === 0 ? [componentId] : components).map(stopOf);
  const start = { componentId: entity.id, itemId: entity.id };
  const whole = way.at(-1)?.itemId === entity.id ? way : [...way, start];
  return direction === 'upstream' ? whole : whole.reverse();
}
