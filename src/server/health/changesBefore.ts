/**
 * What changed shortly before an incident: the causes of its situation, what they depend on, and manifests. Told as the change log tells it
 * to the same person.
 */
import type { ChangeSetBefore, IncidentChanges } from '@/contract/incidentChanges';
import { MINUTES_BEFORE_INCIDENT } from '@/contract/values/changes';
import type { Principal } from '@/domain/access';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { read } from '@/server/db/read';
import type { ChangeRow } from '@/server/landscape/changeReads';
import { entryOf } from '@/server/landscape/listChanges';
import { incidentInSituation } from './situationCauses';

const MINUTE_MS = 60_000;
const MOST_SETS = 50;
const MOST_ENTRIES = 10;

type EntryRow = Pick<ChangeRow, 'sequence' | 'op' | 'kind' | 'entityId' | 'technicalName' | 'before' | 'after'>;

interface SetRow extends Omit<ChangeRow, keyof EntryRow> {
  entries: EntryRow[];
  concerned: number;
  changeCount: number;
}

/** Throws 404. */
export async function readChangesBefore(tenant: TenantDb, { canSeeRevenue }: Principal, id: string): Promise<IncidentChanges> {
  const { tenantId } = tenant;
  return read(tenant, async (tx) => {
    const { incident, causeIds } = await incidentInSituation(tx, tenantId, id);
    const until = new Date(incident.startedAt);
    const from = new Date(incident.startedAt - MINUTES_BEFORE_INCIDENT * MINUTE_MS);
    const rows = await changeSetsOf(tx, tenantId, { causeIds, from, until });
    const shown = rows.slice(0, MOST_SETS);
    const [undone, nameOf] = [await undoneAmong(tx, tenantId, shown), await namesOfEnds(tx, tenantId, shown)];
    return {
      from: from.toISOString(),
      until: until.toISOString(),
      sets: shown.map(({ entries, concerned, changeCount, ...set }) => ({
        changeSetId: set.changeSetId,
        at: set.at,
        landscapeVersion: set.version ?? 0,
        actor: { type: set.actorType as ChangeSetBefore['actor']['type'], id: set.actorId, name: set.actorName },
        origin: set.origin,
        isUndone: undone.has(set.changeSetId),
        changeCount,
        entries: entries.map((entry) => ({ ...entryOf({ ...set, ...entry }, canSeeRevenue), called: calledOf(entry, nameOf) })),
        entriesOmitted: concerned - entries.length,
      })),
      hasMore: rows.length > shown.length,
    };
  });
}

interface Concerned {
  causeIds: string[];
  from: Date;
  until: Date;
}

/** One more than are shown. A change set counts if it changed a cause or what a cause depends on, or if a manifest made it. */
async function changeSetsOf(tx: Transaction, tenantId: string, { causeIds, from, until }: Concerned): Promise<SetRow[]> {
  const targets = await tx.dependency.findMany({
    where: { tenantId, sourceComponentId: { in: causeIds } },
    select: { targetComponentId: true },
  });
  const components = [...new Set([...causeIds, ...targets.map(({ targetComponentId }) => targetComponentId)])];
  return tx.$queryRaw<SetRow[]>`
    select s."position", s."version", to_char(s."at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "at", s."actorType", s."actorId", s."actorName",
      s."origin", s."id"::text as "changeSetId", found."entries", found."concerned",
      (select count(*)::int from "change" c where c."tenantId" = ${tenantId}::uuid and c."changeSetId" = s."id") as "changeCount"
    from "change_set" s cross join lateral (
      select coalesce(json_agg(x."entry" order by x."sequence"), '[]') as "entries", coalesce(max(x."concerned"), 0)::int as "concerned" from (
        select c."sequence", count(*) over () as "concerned", json_build_object('sequence', c."sequence", 'op', c."op", 'kind', c."kind",
          'entityId', c."entityId", 'technicalName', c."technicalName", 'before', c."before", 'after', c."after") as "entry"
        from "change" c where c."tenantId" = ${tenantId}::uuid and c."changeSetId" = s."id" and (
          (c."kind" = 'component' and c."entityId" = any(${components}::uuid[])) or
          (c."kind" = 'dependency' and (coalesce(c."after", c."before")->>'sourceComponentId')::uuid = any(${causeIds}::uuid[])))
        order by c."sequence" limit ${MOST_ENTRIES}::int) x) found
    where s."tenantId" = ${tenantId}::uuid and s."at" >= ${from}::timestamptz and s."at" < ${until}::timestamptz and s."version" is not null
      and (found."concerned" > 0 or s."origin"->>'manifest' is not null)
    order by s."position" desc limit ${MOST_SETS + 1}::int`;
}

async function undoneAmong(tx: Transaction, tenantId: string, sets: readonly SetRow[]): Promise<Set<string>> {
  if (sets.length === 0) return new Set();
  const first = Math.min(...sets.map(({ position }) => position));
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select u."origin"->>'undoOf' as "id" from "change_set" u where u."tenantId" = ${tenantId}::uuid and u."position" > ${first}::int
      and u."origin"->>'undoOf' = any(${sets.map(({ changeSetId }) => changeSetId)}::text[])`;
  return new Set(rows.map(({ id }) => id));
}

/** What people call the two ends of each dependency today. */
async function namesOfEnds(tx: Transaction, tenantId: string, sets: readonly SetRow[]): Promise<Map<string, string>> {
  const ids = sets.flatMap(({ entries }) => entries.flatMap((entry) => endsOf(entry)));
  if (ids.length === 0) return new Map();
  const rows = await tx.component.findMany({ where: { tenantId, id: { in: [...new Set(ids)] } }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function endsOf({ kind, before, after }: EntryRow): string[] {
  if (kind !== 'dependency') return [];
  const { sourceComponentId, targetComponentId } = (after ?? before ?? {}) as Record<string, unknown>;
  return [sourceComponentId, targetComponentId].filter((id) => typeof id === 'string');
}

/** A component by its name at that time, a dependency by the names that its ends have today; what is unknown keeps its technicalName. */
function calledOf(entry: EntryRow, nameOf: ReadonlyMap<string, string>): string {
  const { before, after, technicalName } = entry;
  const [source, target] = endsOf(entry).map((id) => nameOf.get(id));
  if (source !== undefined && target !== undefined) return `${source} → ${target}`;
  const { name } = (after ?? before ?? {}) as Record<string, unknown>;
  return typeof name === 'string' ? name : technicalName;
}
