/** The level of each element of a model whose language has no levels, from its sort and from what is inside what. */
import type { Level } from './architecture';

export type Sort = 'person' | 'holder' | 'system' | 'container' | 'unknown';

export interface Sorted {
  id: string;
  sort: Sort;
  parent: Sorted | null;
}

/** `elements` with parents before their children. */
export function levelsOf(elements: readonly Sorted[]): ReadonlyMap<string, Level> {
  const holdsSystems = new Set<Sorted>();
  for (const { sort, parent } of elements)
    if (sort === 'system') for (let at = parent; at !== null && !holdsSystems.has(at); at = at.parent) holdsSystems.add(at);
  const levels = new Map<string, Level>();
  const insideSystems = new Set<Sorted>();
  for (const element of elements) {
    const { id, parent } = element;
    const around = parent === null ? 'holder' : levels.get(parent.id)!;
    if (parent !== null && (around === 'system' || insideSystems.has(parent))) insideSystems.add(element);
    levels.set(id, levelOf(element, around, insideSystems.has(element), holdsSystems));
  }
  return levels;
}

function levelOf(element: Sorted, around: Level, isInside: boolean, holdsSystems: ReadonlySet<Sorted>): Level {
  if (element.sort === 'person') return 'person';
  if (around === 'container' || around === 'part' || around === 'person') return 'part';
  if (element.sort === 'holder' || holdsSystems.has(element)) return 'holder';
  return isInside ? 'container' : 'system';
}
