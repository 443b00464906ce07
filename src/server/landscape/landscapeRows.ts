/** Reads entities and dependencies in bulk as the API answers them with full rights: as JSON made by the database, which is fast. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { Dependency } from '@/contract/dependency';
import { Scenario } from '@/contract/savedScenarios';
import type { ManifestKind } from '@/domain/manifest/manifestFields';
import { ENTITY_TABLES, type LinkTable } from './entityTables';
import { helpExpression } from './helpColumn';
import { addLinks, eachRowPortion } from './rowStreams';
import type { RunSql } from '@/server/db/transaction';

/** An entity or dependency with all its fields, named as in the API. */
export type EntityRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** Rows per statement: parsing one portion is too short for others to notice. */
const PORTION = 5_000;

const TIMES = new Set(['createdAt', 'updatedAt']);

export function tableOf(kind: ManifestKind): string {
  return kind === 'dependency' || kind === 'scenario' ? kind : ENTITY_TABLES[kind].table;
}

export function fieldsOf(kind: ManifestKind): string[] {
  // Missing members of a scenario are determined when it is read.
  if (kind === 'scenario') return Object.keys(Scenario.shape).filter((field) => field !== 'missing');
  return Object.keys(kind === 'dependency' ? Dependency.shape : ENTITY_REGISTRY[kind].entity.shape);
}

/** The link tables of a kind; dependencies and scenarios have none. */
export function linksOf(kind: ManifestKind): readonly LinkTable[] {
  return kind === 'dependency' || kind === 'scenario' ? [] : ENTITY_TABLES[kind].links;
}

function columnOf(field: string): string {
  if (TIMES.has(field)) return `to_char(e."${field}" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${field}"`;
  const expression = helpExpression(field);
  return expression === undefined ? `e."${field}"` : `${expression} as "${field}"`;
}

/** The id of a row `e` and its own fields, as JSON. */
function columnsOf(kind: ManifestKind): string[] {
  const linked = new Set(linksOf(kind).map(({ field }) => field));
  const own = fieldsOf(kind).filter((field) => !linked.has(field));
  return ['e."id"::text as "id"', `(select row_to_json(own)::text from (select ${own.map(columnOf).join(', ')}) own) as "own"`];
}

interface OwnRow {
  id: string;
  own: string;
  [link: string]: unknown;
}

/** The record, with its fields in the order of the API. */
function recordOf(fields: readonly string[], { own: text, ...linked }: OwnRow): EntityRecord {
  const own = JSON.parse(text) as Record<string, unknown>;
  const record: Record<string, unknown> = {};
  for (const field of fields) record[field] = field in own ? own[field] : linked[field];
  return record as EntityRecord;
}

/** Records of a kind. `condition` is about the row `e`; $1 is the tenant, $2 the list that the condition refers to. */
export async function loadRecords(
  run: RunSql,
  tenantId: string,
  kind: ManifestKind,
  condition: string,
  list: readonly string[],
): Promise<EntityRecord[]> {
  const fields = fieldsOf(kind);
  const select = `select ${columnsOf(kind).join(', ')} from "${tableOf(kind)}" e where e."tenantId" = $1::uuid and ${condition}`;
  const records: EntityRecord[] = [];
  for (let start = 0; start < list.length; start += PORTION) {
    const rows = await run<OwnRow>(select, [tenantId, list.slice(start, start + PORTION)]);
    for (const link of linksOf(kind)) await addLinks(run, tenantId, link, rows);
    for (const row of rows) records.push(recordOf(fields, row));
  }
  return records;
}

/** All records of a kind, in the order of ids. */
export async function loadAllRecords(run: RunSql, tenantId: string, kind: ManifestKind): Promise<EntityRecord[]> {
  const fields = fieldsOf(kind);
  const records: EntityRecord[] = [];
  const source = { table: tableOf(kind), columns: columnsOf(kind), links: linksOf(kind) };
  await eachRowPortion<OwnRow>(run, tenantId, source, null, (rows) => {
    for (const row of rows) records.push(recordOf(fields, row));
  });
  return records;
}
