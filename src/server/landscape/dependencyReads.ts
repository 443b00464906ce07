/** The statements that read dependencies: a single one, or a page with its count. The database produces the JSON. */
import { Dependency, type DependencyListInput } from '@/contract/dependency';
import { EXACT_TOTAL_UP_TO } from '@/contract/lists';
import type { SortKey } from '@/server/lists/keyset';
import { KeptCounts } from '@/server/lists/keptCounts';
import { JOIN_BY_KEY, JOIN_MANY, READ_IN_ORDER } from '@/server/lists/listPlans';
import { literalPattern } from '@/server/lists/search';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';

const FIELDS = Object.keys(Dependency.shape)
  .map((field) =>
    ['createdAt', 'updatedAt'].includes(field)
      ? `to_char(e."${field}" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${field}"`
      : `e."${field}"`,
  )
  .join(', ');

const ONE = {
  name: 'dependency by id',
  text: `select row_to_json(r)::text as "dependency" from (select ${FIELDS} from "dependency" e where e."tenantId" = $1::uuid and e."id" = $2::uuid) r`,
};

/** Null if there is none. */
export async function readDependency(tenant: TenantDb, id: string): Promise<Dependency | null> {
  const [row] = await read<{ dependency: string }>(tenant, ONE, [id]);
  return row === undefined ? null : (JSON.parse(row.dependency) as Dependency);
}

/** With the names of both ends, which pages can be ordered by. */
export type NamedDependency = Dependency & { source: { technicalName: string }; target: { technicalName: string } };

export interface DependencyPage {
  /** One more than the page, to know whether there is another. */
  limit: number;
  keys: readonly SortKey[];
  /** The key values after which it starts; null at the beginning. */
  after: readonly string[] | null;
  filters: Readonly<Omit<DependencyListInput, 'limit' | 'cursor' | 'sort'>>;
}

const WITH_ENDS = `"dependency" e join "component" s on s."tenantId" = $1::uuid and s."id" = e."sourceComponentId"
  join "component" t on t."tenantId" = $1::uuid and t."id" = e."targetComponentId"`;

const CASTS: Readonly<Record<string, string>> = { id: '::uuid', updatedAt: '::timestamptz' };

/** `source.technicalName` is a column of the component at that end. */
function columnOf({ path }: SortKey): string {
  const [first = '', second] = path;
  return second === undefined ? `e."${first}"` : `${first.charAt(0)}."${second}"`;
}

/** $1 is the tenant, $2 the limit, $3 the version for which the count is known. */
function pageSql({ keys, after, filters }: Omit<DependencyPage, 'limit'>): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const next = (value: unknown): string => `$${values.push(value) + 3}`;
  const { search, componentId, dependencyType, mode, ...exact } = filters;
  const conditions = ['e."tenantId" = $1::uuid'];
  for (const [field, value] of Object.entries(exact))
    if (value !== undefined) conditions.push(`e."${field}" = ${next(value)}${typeof value === 'string' ? '::uuid' : '::boolean'}`);
  for (const [field, list] of Object.entries({ dependencyType, mode }))
    if (list !== undefined) conditions.push(`e."${field}"::text = any(${next(list)}::text[])`);
  if (componentId !== undefined) {
    const id = `${next(componentId)}::uuid`;
    conditions.push(`(e."sourceComponentId" = ${id} or e."targetComponentId" = ${id})`);
  }
  if (search !== undefined) {
    const pattern = next(`%${literalPattern(search)}%`);
    const texts = ['s."name"', 's."technicalName"', 't."name"', 't."technicalName"'];
    conditions.push(`(${texts.map((text) => `${text} ilike ${pattern}`).join(' or ')})`);
  }
  const own = conditions.join(' and ');
  const isDescending = keys[0]?.isDescending === true;
  const columns = keys.map(columnOf);
  const position = after?.map((value, index) => `${next(value)}${CASTS[keys[index]?.path.join('.') ?? ''] ?? ''}`);
  const behind = position === undefined ? '' : ` and (${columns.join(', ')}) ${isDescending ? '<' : '>'} (${position.join(', ')})`;
  // Keys from several tables cannot be looked up together, but the first alone can: otherwise every page would walk past all before it.
  const start =
    position === undefined || (keys[0]?.path.length ?? 0) < 2 ? '' : ` and ${columns[0]} ${isDescending ? '<=' : '>='} ${position[0]}`;
  const ends = `json_build_object('technicalName', s."technicalName") as "source", json_build_object('technicalName', t."technicalName") as "target"`;
  const order = columns.map((column) => `${column} ${isDescending ? 'desc' : 'asc'}`).join(', ');
  const text = `select v."version",
    (select coalesce(json_agg(r), '[]')::text from (select ${FIELDS}, ${ends} from ${WITH_ENDS} where ${own}${behind}${start} order by ${order} limit $2::int) r) as "items",
    case when v."version" <> $3::int then
      (select count(*)::int from (select 1 from ${search === undefined ? '"dependency" e' : WITH_ENDS} where ${own} limit ${EXACT_TOTAL_UP_TO + 1}) c) end as "counted"
    from "landscape_version" v where v."tenantId" = $1::uuid`;
  return { text, values };
}

/** By types and modes in the order of the list, for the reason in `entityReads.ts`; a search looks at the names of all ends. */
function planFor({ keys, filters }: DependencyPage): string {
  const { dependencyType: _type, mode: _mode, ...others } = filters;
  if (filters.search !== undefined) return JOIN_MANY;
  return keys[0]?.path.length === 1 && Object.values(others).every((filter) => filter === undefined) ? READ_IN_ORDER : JOIN_BY_KEY;
}

const counts = new KeptCounts('dependencyCounts');

/** The dependencies of a page, and how many there are on all pages, counted up to one above the exact limit. */
export async function readDependencyPage(tenant: TenantDb, page: DependencyPage): Promise<{ rows: NamedDependency[]; counted: number }> {
  const { keys, after, filters, limit } = page;
  const { text, values } = pageSql(page);
  const name = `dependencies ${keys[0]?.isDescending === true ? 'last' : 'first'} ${after === null ? 'begun' : 'later'}`;
  // Only the unfiltered list by id comes ordered from an index; for everything else the planner knows better.
  const isQuick = keys[0]?.path[0] === 'id' && Object.values(filters).every((filter) => filter === undefined);
  const plan = isQuick ? null : planFor(page);
  return counts.readPage<NamedDependency>(tenant, { list: JSON.stringify(filters), statement: { name, text }, values, limit, plan });
}
