/**
 * The statements that read entities of the nine kinds, built from their tables: a single one, or a page with its count. The database
 * produces the JSON.
 */
import { ENTITY_REGISTRY, type EntityOf } from '@/contract/entityKinds';
import { EXACT_TOTAL_UP_TO } from '@/contract/lists';
import type { EntityKind } from '@/domain/vocabulary';
import type { ReadStatement } from '@/server/db/boundReaders';
import { literalPattern } from '@/server/lists/search';
import type { SortKey } from '@/server/lists/keyset';
import { KeptCounts } from '@/server/lists/keptCounts';
import { READ_IN_ORDER } from '@/server/lists/listPlans';
import type { TenantDb } from '@/server/db/tenantDb';
import { ENTITY_TABLES, PARENT_COLUMNS } from './entityTables';
import { helpExpression } from './helpColumn';
import { read } from '@/server/db/read';

const TIMES = new Set(['createdAt', 'updatedAt']);

/** The fields of an entity `e` in the API's order, links as lists by id. */
function fieldsOf(kind: EntityKind): string {
  const { links } = ENTITY_TABLES[kind];
  const columns = Object.keys(ENTITY_REGISTRY[kind].entity.shape).map((field) => {
    const link = links.find((candidate) => candidate.field === field);
    if (link === undefined) return `${TIMES.has(field) ? timeOf(field) : (helpExpression(field) ?? `e."${field}"`)} as "${field}"`;
    const { table, ownColumn, column, rowField } = link;
    const from = `from "${table}" l where l."tenantId" = $1::uuid and l."${ownColumn}" = e."id"`;
    if (rowField === undefined) return `array(select l."${column}" ${from} order by l."${column}") as "${field}"`;
    const item = `json_build_object('${column}', l."${column}", '${rowField}', l."${rowField}")`;
    return `coalesce((select json_agg(${item} order by l."${column}") ${from}), '[]'::json) as "${field}"`;
  });
  return columns.join(', ');
}

function timeOf(field: string): string {
  return `to_char(e."${field}" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** By `id` or `technicalName`, which is $2. */
export function entityStatement(kind: EntityKind, by: 'id' | 'technicalName'): ReadStatement {
  const { table } = ENTITY_TABLES[kind];
  const key = by === 'id' ? 'e."id" = $2::uuid' : 'e."technicalName" = $2';
  return {
    name: `${kind} by ${by}`,
    text: `select row_to_json(r)::text as "entity" from (select ${fieldsOf(kind)} from "${table}" e where e."tenantId" = $1::uuid and ${key}) r`,
  };
}

const ENTITY_STATEMENTS = new Map<string, ReadStatement>();

/** The complete entity, including revenue; null if there is none. */
export async function readEntity<Kind extends EntityKind>(
  tenant: TenantDb,
  kind: Kind,
  by: 'id' | 'technicalName',
  value: string,
): Promise<EntityOf<Kind> | null> {
  const key = `${kind} ${by}`;
  let statement = ENTITY_STATEMENTS.get(key);
  if (statement === undefined) ENTITY_STATEMENTS.set(key, (statement = entityStatement(kind, by)));
  const [row] = await read<{ entity: string }>(tenant, statement, [value]);
  return row === undefined ? null : (JSON.parse(row.entity) as EntityOf<Kind>);
}

export interface EntityPage {
  /** One more than the page, to know whether there is another. */
  limit: number;
  keys: readonly SortKey[];
  /** The key values after which it starts; null at the beginning. */
  after: readonly string[] | null;
  /** By a field of the entity, or by the id of something it links to. */
  filters: Readonly<Record<string, unknown>>;
}

/** The parameters of a page's statement besides the tenant: $2 the limit, $3 the version for which the count is known, then `values`. */
export function pageStatement(
  kind: EntityKind,
  { keys, after, filters }: Omit<EntityPage, 'limit'>,
): { statement: ReadStatement; values: unknown[] } {
  const { table } = ENTITY_TABLES[kind];
  const values: unknown[] = [];
  const next = (value: unknown): string => `$${values.push(value) + 3}`;
  const conditions = Object.entries(filters).flatMap(([field, value]) =>
    value === undefined ? [] : [conditionOf(kind, field, value, next)],
  );
  const own = ['e."tenantId" = $1::uuid', ...conditions].join(' and ');
  const order = keys.map(({ path, isDescending }) => `e."${path.join('.')}" ${isDescending ? 'desc' : 'asc'}`).join(', ');
  const isDescending = keys[0]?.isDescending === true;
  const columns = keys.map(({ path }) => `e."${path.join('.')}"`).join(', ');
  const position = after?.map((value, index) => `${next(value)}${TIMES.has(keys[index]?.path[0] ?? '') ? '::timestamptz' : ''}`).join(', ');
  const behind = position === undefined ? '' : ` and (${columns}) ${isDescending ? '<' : '>'} (${position})`;
  const count = `(select count(*)::int from (select 1 from "${table}" e where ${own} limit ${EXACT_TOTAL_UP_TO + 1}) c)`;
  // A first page that is not full has everything, so that a filter which lets little through looks past all the rest once, not twice.
  const counted =
    after === null ? `case when (select count(*) from p) < $2::int then (select count(*)::int from p) else ${count} end` : count;
  const text = `with p as materialized (select ${fieldsOf(kind)} from "${table}" e where ${own}${behind} order by ${order} limit $2::int)
    select v."version", (select coalesce(json_agg(p), '[]')::text from p) as "items", case when v."version" <> $3::int then ${counted} end as "counted"
    from "landscape_version" v where v."tenantId" = $1::uuid`;
  // Filters combine in more ways than a connection should keep as prepared statements.
  const name = `${kind} page ${order} ${after === null ? 'first' : 'later'}`;
  return { statement: { name: conditions.length === 0 ? name.replaceAll(/[^\w -]/g, '') : null, text }, values };
}

function conditionOf(kind: EntityKind, field: string, value: unknown, next: (value: unknown) => string): string {
  if (field === 'search') {
    const pattern = next(`%${literalPattern(String(value))}%`);
    return `(e."name" ilike ${pattern} or e."technicalName" ilike ${pattern})`;
  }
  const link = ENTITY_TABLES[kind].links.find(({ column }) => column === field);
  if (link !== undefined) {
    const { table, ownColumn, column } = link;
    return `exists (select 1 from "${table}" l where l."tenantId" = $1::uuid and l."${ownColumn}" = e."id" and l."${column}" = ${next(value)}::uuid)`;
  }
  if (Array.isArray(value)) return `e."${field}"::text = any(${next(value)}::text[])`;
  const isId = PARENT_COLUMNS.some((parent) => parent.kind === kind && parent.column === field);
  return `e."${field}" = ${next(value)}${isId ? '::uuid' : ''}`;
}

/**
 * Whether no filter is served by an index or known to the planner. The rows are then read in the order of the list until the page is full:
 * row-level security keeps statistics about such filters (by enumerations, and by parts of a text) from the planner, which takes each for a
 * rare one and would read and sort everything first.
 */
function isReadInOrder(kind: EntityKind, filters: EntityPage['filters']): boolean {
  const isIndexed = (field: string): boolean =>
    ENTITY_TABLES[kind].links.some(({ column }) => column === field) ||
    PARENT_COLUMNS.some((parent) => parent.kind === kind && parent.column === field);
  return Object.entries(filters).every(([field, value]) => value === undefined || !(typeof value === 'boolean' || isIndexed(field)));
}

const counts = new KeptCounts('entityCounts');

/** The entities of a page, complete, and how many there are on all pages, counted up to one above the exact limit. */
export async function readEntityPage<Kind extends EntityKind>(
  tenant: TenantDb,
  kind: Kind,
  page: EntityPage,
): Promise<{ rows: EntityOf<Kind>[]; counted: number }> {
  const { limit, filters } = page;
  const list = `${kind} ${JSON.stringify(filters)}`;
  // Only the unfiltered list comes ordered from an index; with filters the planner knows better.
  const isQuick = Object.values(filters).every((filter) => filter === undefined);
  const plan = isQuick ? null : isReadInOrder(kind, filters) ? READ_IN_ORDER : '';
  return counts.readPage<EntityOf<Kind>>(tenant, { ...pageStatement(kind, page), list, limit, plan });
}
