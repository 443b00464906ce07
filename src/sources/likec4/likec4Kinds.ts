/** What elements of a LikeC4 model are, by the names that the model gives to its kinds. */
import type { Sort } from '@/sources/architecture/levels';

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
