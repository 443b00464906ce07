/** Reads entities and dependencies in bulk, each as the API answers it to somebody who may see everything: as JSON made by the database, which is quick at it. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { Dependency } from '@/contract/dependency';
import type { ManifestKind } from '@/domain/manifest/manifestFields';
import { ENTITY_TABLES } from './entityTables';

/** One statement; by whatever connection the caller works on. */
export type RunSql = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

/** An entity or dependency with all its fields as the API names them. */
export type EntityRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** So many rows a statement: what one portion takes to parse is not felt by others. */
const PORTION = 5_000;

const TIMES = new Set(['createdAt', 'updatedAt']);

export function tableOf(kind: ManifestKind): string {
  return kind === 'dependency' ? 'dependency' : ENTITY_TABLES[kind].table;
}

export function fieldsOf(kind: ManifestKind): string[] {
  return Object.keys(kind === 'dependency' ? Dependency.shape : ENTITY_REGISTRY[kind].entity.shape);
}

function columnOf(kind: ManifestKind, field: string): string {
  const link = kind === 'dependency' ? undefined : ENTITY_TABLES[kind].links.find((candidate) => candidate.field === field);
  if (link !== undefined) {
    const item =
      link.rowField === undefined
        ? `l."${link.column}"`
        : `json_build_object('${link.column}', l."${link.column}", '${link.rowField}', l."${link.rowField}")`;
    return `coalesce((select json_agg(${item} order by l."${link.column}") from "${link.table}" l where l."tenantId" = e."tenantId" and l."${link.ownColumn}" = e."id"), '[]'::json) as "${field}"`;
  }
  if (TIMES.has(field)) return `to_char(e."${field}" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${field}"`;
  return `e."${field}"`;
}

/** Records of a kind. `condition` is about the row `e`; $1 is the tenant, $2 the list that it names. */
export async function loadRecords(
  run: RunSql,
  tenantId: string,
  kind: ManifestKind,
  condition: string,
  list: readonly string[],
): Promise<EntityRecord[]> {
  const columns = fieldsOf(kind).map((field) => columnOf(kind, field));
  const records: EntityRecord[] = [];
  for (let start = 0; start < list.length; start += PORTION) {
    const rows = await run<{ records: string }>(
      `select coalesce(json_agg(r), '[]')::text as records from (select ${columns.join(', ')} from "${tableOf(kind)}" e where e."tenantId" = $1::uuid and ${condition}) r`,
      [tenantId, list.slice(start, start + PORTION)],
    );
    records.push(...(JSON.parse(rows[0]?.records ?? '[]') as EntityRecord[]));
  }
  return records;
}

interface Portion {
  records: string;
  count: number;
  lastId: string | null;
}

/** All records of a kind, portion by portion in the order of ids. The database makes the next portion while this one is parsed. */
export async function loadAllRecords(run: RunSql, tenantId: string, kind: ManifestKind): Promise<EntityRecord[]> {
  const columns = fieldsOf(kind).map((field) => columnOf(kind, field));
  const portionAfter = async (id: string): Promise<Portion | undefined> => {
    const rows = await run<Portion>(
      `select coalesce(json_agg(r), '[]')::text as records, count(*)::int as count, max(r."id"::text collate "C") as "lastId" from (
         select ${columns.join(', ')} from "${tableOf(kind)}" e where e."tenantId" = $1::uuid and e."id" > $2::uuid order by e."id" limit ${PORTION}) r`,
      [tenantId, id],
    );
    return rows[0];
  };
  const records: EntityRecord[] = [];
  let next: Promise<Portion | undefined> | null = portionAfter('00000000-0000-0000-0000-000000000000');
  while (next !== null) {
    const portion: Portion | undefined = await next;
    next = portion !== undefined && portion.count === PORTION && portion.lastId !== null ? portionAfter(portion.lastId) : null;
    // A failure meanwhile is thrown by the await above, in the next round.
    next?.catch(() => undefined);
    records.push(...(JSON.parse(portion?.records ?? '[]') as EntityRecord[]));
  }
  return records;
}
