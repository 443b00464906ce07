/** The level of each element of a LikeC4 model. LikeC4 has no levels: models name their kinds freely, so a table of names and what is inside what decides. */
import type { Level } from '@/sources/architecture/architecture';

type Sort = 'person' | 'holder' | 'system' | 'container' | 'unknown';

const SORTS: readonly [Sort, RegExp][] = [
  ['person', /^(?:actors?|persons?|people|users?|staff|customers?|humans?|personas?|roles?|employees?|externalperson)$/],
  [
    'holder',
    /^(?:enterprise|organi[sz]ation|company|landscape|group|boundary|domain|subdomain|boundedcontext|department|division|businessunit|namespace|workspace)$/,
  ],
  ['system', /^(?:.*system|product|platform|solution|saas|external|thirdparty)$/],
  [
    'container',
    /^(?:containers?|app|application|(?:micro)?service|(?:web|rest)?api|spa|webapp|website|mobile(?:app)?|database|db|queue|topic|lambda|function|worker|component|module|bucket|cache|storage)$/,
  ],
];

/** By the name of its kind, then by what the specification says of the kind. */
export function sortOf(kind: string, notation = '', shape = ''): Sort {
  const plain = kind.toLowerCase().replace(/[^a-z0-9]/g, '');
  const named = SORTS.find(([, pattern]) => pattern.test(plain))?.[0];
  if (named !== undefined) return named;
  if (/^person\b/i.test(notation) || /^(?:person|actor)$/i.test(shape)) return 'person';
  return /^(?:software )?system\b|external system/i.test(notation) ? 'system' : 'unknown';
}

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
  for (const element of elements)
    levels.set(
      element.id,
      levelOf(element, element.parent === null ? 'holder' : levels.get(element.parent.id)!, isInSystem(element, levels), holdsSystems),
    );
  return levels;
}

function isInSystem({ parent }: Sorted, levels: ReadonlyMap<string, Level>): boolean {
  for (let at = parent; at !== null; at = at.parent) if (levels.get(at.id) === 'system') return true;
  return false;
}

function levelOf(element: Sorted, around: Level, isInside: boolean, holdsSystems: ReadonlySet<Sorted>): Level {
  if (element.sort === 'person') return 'person';
  if (around === 'container' || around === 'part' || around === 'person') return 'part';
  if (element.sort === 'holder' || holdsSystems.has(element)) return 'holder';
  return isInside ? 'container' : 'system';
}
