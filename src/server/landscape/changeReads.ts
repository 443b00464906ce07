/** Reads a page of the change log from its end, change set by change set, so that a page costs the same however long the log is. */
import type { ChangeListInput } from '@/contract/changes';
import { EXACT_TOTAL_UP_TO } from '@/contract/lists';
import { KeptCounts } from '@/server/lists/keptCounts';
import { literalPattern } from '@/server/lists/search';
import type { TenantDb } from '@/server/db/tenantDb';

export interface ChangeRow {
  position: number;
  version: number | null;
  /** As ISO 8601 with milliseconds, in UTC. */
  at: string;
  actorType: string;
  actorId: string;
  actorName: string;
  origin: Record<string, unknown>;
  changeSetId: string;
  sequence: number;
  op: string;
  kind: string;
  entityId: string;
  technicalName: string;
  before: object | null;
  after: object | null;
}

export interface ChangePage {
  /** One more than the page, to know whether there is another. */
  limit: number;
  /** After this change; null to start with the newest. */
  after: { position: number; sequence: number } | null;
  filters: Readonly<Omit<ChangeListInput, 'limit' | 'cursor'>>;
}

interface Conditions {
  /** Conditions on a change set `s` and on a change `c`. */
  ofSets: string[];
  ofChanges: string[];
  values: unknown[];
}

/** The conditions of the filters, whose values follow three others. $1 is the tenant. */
export function conditionsOf({ kind, op, entityId, changeSetId, actorId, since, until, search }: ChangePage['filters']): Conditions {
  const values: unknown[] = [];
  const next = (value: unknown): string => `$${values.push(value) + 3}`;
  const ofChanges = ['c."tenantId" = $1::uuid', 'c."changeSetId" = s."id"'];
  const ofSets = ['s."tenantId" = $1::uuid'];
  if (kind !== undefined) ofChanges.push(`c."kind" = any(${next(kind)}::text[])`);
  if (op !== undefined) ofChanges.push(`c."op" = any(${next(op)}::text[])`);
  if (entityId !== undefined) ofChanges.push(`c."entityId" = ${next(entityId)}::uuid`);
  if (search !== undefined) ofChanges.push(`c."technicalName" ilike ${next(`%${literalPattern(search)}%`)}`);
  if (changeSetId !== undefined) ofSets.push(`s."id" = ${next(changeSetId)}::uuid`);
  if (actorId !== undefined) ofSets.push(`s."actorId" = ${next(actorId)}`);
  if (since !== undefined) ofSets.push(`s."at" >= ${next(since)}::timestamptz`);
  if (until !== undefined) ofSets.push(`s."at" < ${next(until)}::timestamptz`);
  return { ofSets, ofChanges, values };
}

/** The time of a change set `s`, as ISO 8601 with milliseconds, in UTC. */
export const AT_AS_TEXT = `to_char(s."at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The rows of a page as JSON, and the count unless it is known for this position of the log ($3). */
export function changePageSql({ after, filters }: Omit<ChangePage, 'limit'>): { text: string; values: unknown[] } {
  const { ofSets, ofChanges, values } = conditionsOf(filters);
  const all = [...ofSets, ...ofChanges].join(' and ');
  const [before, behind] = after === null ? [[], []] : placeBehind(after, values);
  const set = `s."position", s."version", ${AT_AS_TEXT} as "at", s."actorType", s."actorId", s."actorName", s."origin"`;
  const change = `c."changeSetId", c."sequence", c."op", c."kind", c."entityId", c."technicalName", c."before", c."after"`;
  const text = `select v."changePosition" as "version",
    (select coalesce(json_agg(r), '[]')::text from (
       select ${set}, found.* from "change_set" s
       cross join lateral (select ${change} from "change" c where ${[...ofChanges, ...behind].join(' and ')} order by c."sequence" limit $2::int) found
       where ${[...ofSets, ...before].join(' and ')} order by s."position" desc, found."sequence" limit $2::int) r) as "items",
    case when v."changePosition" <> $3::int then
      (select count(*)::int from (select 1 from "change_set" s join "change" c on ${all} limit ${EXACT_TOTAL_UP_TO + 1}) counted) end as "counted"
    from "landscape_version" v where v."tenantId" = $1::uuid`;
  return { text, values };
}

/** Later change sets come before it; from its own set, only the changes after it. */
function placeBehind({ position, sequence }: { position: number; sequence: number }, values: unknown[]): [string[], string[]] {
  const at = `$${values.push(position) + 3}::int`;
  const last = `$${values.push(sequence) + 3}::int`;
  return [[`s."position" <= ${at}`], [`(s."position" < ${at} or c."sequence" > ${last})`]];
}

const counts = new KeptCounts('changeCounts');

/** Newest first, and how many match on all pages, counted up to one above the exact limit. */
export async function readChangePage(tenant: TenantDb, page: ChangePage): Promise<{ rows: ChangeRow[]; counted: number }> {
  const { after, filters, limit } = page;
  const { text, values } = changePageSql(page);
  const statement = { name: `changes ${after === null ? 'first' : 'later'}`, text };
  // A query that may have to look at every change is not quick.
  const isQuick = Object.values(filters).every((filter) => filter === undefined);
  return counts.readPage<ChangeRow>(tenant, { list: JSON.stringify(filters), statement, values, limit, plan: isQuick ? null : '' });
}
