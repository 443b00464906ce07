/** Reads and writes incidents and their timelines. What happens to them is decided in domain/health. */
import type { FailureState, IncidentState } from '@/domain/vocabulary';
import type { Incident, TimelineEntry } from '@/domain/health/incident';
import type { Incident as IncidentRow } from '@generated/client';
import type { Transaction } from '@/server/db/transaction';
import { outlinesOf, parseStored } from '@/server/db/parseStored';

const SYMPTOMS = outlinesOf<Incident['symptoms'][number]>('componentId', 'technicalName', 'since', 'until');

/** An incident with the facts that are only in its row. */
export interface StoredIncident {
  incident: Incident;
  number: number;
  /** Null in a row of an older version until the next turn. */
  situationId: string | null;
  /** What it cost in all; null while it lasts, and where that is not known. */
  cost: number | null;
  version: number;
  updatedAt: Date;
}

export function incidentFromRow(row: IncidentRow): StoredIncident {
  const { id, acknowledgedBy, mergedIntoId, number, situationId, cost, version, updatedAt } = row;
  const incident: Incident = {
    id,
    state: row.state as IncidentState,
    cause: { componentId: row.causeId, technicalName: row.causeName },
    severity: row.severity as FailureState,
    symptoms: parseStored(SYMPTOMS, row.symptoms, { table: 'incident', column: 'symptoms', id }),
    startedAt: (row.startedAt ?? row.openedAt).getTime(),
    openedAt: row.openedAt.getTime(),
    acknowledgedAt: row.acknowledgedAt?.getTime() ?? null,
    acknowledgedBy,
    healthySince: row.healthySince?.getTime() ?? null,
    resolvedAt: row.resolvedAt?.getTime() ?? null,
    mergedIntoId,
    dismissedState: row.dismissedState as FailureState | null,
    isFlapping: row.isFlapping,
  };
  return { incident, number, situationId, cost, version, updatedAt };
}

/** A row as a list; times in milliseconds since 1970. */
export type ListedIncident = [
  id: string,
  state: IncidentState,
  causeId: string,
  causeName: string,
  severity: FailureState,
  symptoms: Incident['symptoms'],
  startedAt: number,
  openedAt: number,
  acknowledgedAt: number | null,
  acknowledgedBy: string | null,
  healthySince: number | null,
  resolvedAt: number | null,
  mergedIntoId: string | null,
  dismissedState: FailureState | null,
  isFlapping: boolean,
  number: number,
  situationId: string | null,
  version: number,
  updatedAt: number,
  cost: number | null,
];

/** Each incident of the table or alias `i` as such a list. */
export const INCIDENT_AS_LIST = `json_build_array(i."id", i."state", i."causeId", i."causeName", i."severity", i."symptoms",
  (extract(epoch from coalesce(i."startedAt", i."openedAt")) * 1000)::bigint, (extract(epoch from i."openedAt") * 1000)::bigint, (extract(epoch from i."acknowledgedAt") * 1000)::bigint, i."acknowledgedBy",
  (extract(epoch from i."healthySince") * 1000)::bigint, (extract(epoch from i."resolvedAt") * 1000)::bigint, i."mergedIntoId", i."dismissedState",
  i."isFlapping", i."number", i."situationId", i."version", (extract(epoch from i."updatedAt") * 1000)::bigint, i."cost")`;

/** Whether what the cause of an ongoing incident last reported is stale. Of an incident `i` of the tenant $1. */
export const IS_STALE_INCIDENT = `coalesce((select h."isStale" from "component_health" h
  where h."tenantId" = $1::uuid and h."componentId" = i."causeId" and h."state" <> 'Healthy' and i."state" in ('Open', 'Acknowledged')), false)`;

/**
 * How many applications its cause and its present symptoms are part of; $1 is the tenant. Looks each component up, because without statistics
 * a join would read all of them.
 */
export const APPLICATIONS_OF_INCIDENT = `(select count(distinct (
      select c."applicationId" from "component" c where c."tenantId" = $1::uuid and c."id" = x."componentId"))::int
    from (select i."causeId" as "componentId" union all
      select (s->>'componentId')::uuid from jsonb_array_elements(i."symptoms") s where s->>'until' is null) x)`;

const LIVE = `with i as (
    select * from "incident" where "tenantId" = $1::uuid
      and ("state" in ('Open', 'Acknowledged', 'Monitoring') or "dismissedState" is not null) order by "id" for update)
  select json_agg(${INCIDENT_AS_LIST})::text as "incidents" from i`;

/**
 * All incidents that the lifecycle still works on, locked for the rest of the transaction, so that no person changes one meanwhile. Reads
 * the rows as one text: there can be many, and the ORM takes ten times as long.
 */
export async function lockLiveIncidents(tx: Transaction, tenantId: string): Promise<StoredIncident[]> {
  const [row] = await tx.$queryRawUnsafe<{ incidents: string | null }[]>(LIVE, tenantId);
  return (JSON.parse(row?.incidents ?? '[]') as ListedIncident[]).map(incidentFromList);
}

/** The incident that `INCIDENT_AS_LIST` describes. */
export function incidentFromList([
  id,
  state,
  componentId,
  technicalName,
  severity,
  symptoms,
  startedAt,
  openedAt,
  acknowledgedAt,
  acknowledgedBy,
  healthySince,
  resolvedAt,
  mergedIntoId,
  dismissedState,
  isFlapping,
  number,
  situationId,
  version,
  updatedAt,
  cost,
]: ListedIncident): StoredIncident {
  const cause = { componentId, technicalName };
  const incident = {
    id,
    state,
    cause,
    severity,
    symptoms,
    startedAt,
    openedAt,
    acknowledgedAt,
    acknowledgedBy,
    healthySince,
    resolvedAt,
    mergedIntoId,
    dismissedState,
    isFlapping,
  };
  return { incident, number, situationId, cost, version, updatedAt: new Date(updatedAt) };
}

/** Locked in the same way; null if there is none. */
export async function lockIncident(tx: Transaction, tenantId: string, id: string): Promise<StoredIncident | null> {
  const [row] = await tx.$queryRaw<
    IncidentRow[]
  >`select * from "incident" where "tenantId" = ${tenantId}::uuid and "id" = ${id}::uuid for update`;
  return row === undefined ? null : incidentFromRow(row);
}

/** The highest incident number so far. Only the tenant's one consumer opens incidents, so nobody else takes the next number meanwhile. */
export async function lastIncidentNumber(tx: Transaction, tenantId: string): Promise<number> {
  const { _max } = await tx.incident.aggregate({ where: { tenantId }, _max: { number: true } });
  return _max.number ?? 0;
}

const SAVE = `
  insert into "incident" ("tenantId", "id", "number", "causeId", "causeName", "state", "severity", "startedAt", "openedAt", "acknowledgedAt", "acknowledgedBy",
    "healthySince", "resolvedAt", "mergedIntoId", "situationId", "dismissedState", "isFlapping", "symptoms", "version", "updatedAt")
  select v."tenantId", r."id", r."number", r."causeId", r."causeName", r."state", r."severity", r."startedAt", r."openedAt", r."acknowledgedAt", r."acknowledgedBy",
    r."healthySince", r."resolvedAt", r."mergedIntoId", r."situationId", r."dismissedState", r."isFlapping", r."symptoms", r."version", r."updatedAt"
  from "landscape_version" v, jsonb_to_recordset($2::jsonb) as r("id" uuid, "number" int, "causeId" uuid, "causeName" text, "state" text, "severity" "health_state",
    "startedAt" timestamptz, "openedAt" timestamptz, "acknowledgedAt" timestamptz, "acknowledgedBy" text, "healthySince" timestamptz, "resolvedAt" timestamptz,
    "mergedIntoId" uuid, "situationId" uuid, "dismissedState" "health_state", "isFlapping" boolean, "symptoms" jsonb, "version" int, "updatedAt" timestamptz)
  where v."tenantId" = $1::uuid
  on conflict ("tenantId", "id") do update set "causeId" = excluded."causeId", "causeName" = excluded."causeName", "state" = excluded."state",
    "severity" = excluded."severity", "openedAt" = excluded."openedAt", "acknowledgedAt" = excluded."acknowledgedAt",
    "acknowledgedBy" = excluded."acknowledgedBy", "healthySince" = excluded."healthySince", "resolvedAt" = excluded."resolvedAt",
    "mergedIntoId" = excluded."mergedIntoId", "situationId" = excluded."situationId", "dismissedState" = excluded."dismissedState", "isFlapping" = excluded."isFlapping", "symptoms" = excluded."symptoms",
    "version" = excluded."version", "updatedAt" = excluded."updatedAt"`;

/** Stores new and changed incidents completely. */
export async function saveIncidents(tx: Transaction, tenantId: string, stored: readonly StoredIncident[]): Promise<void> {
  if (stored.length === 0) return;
  const rows = stored.map(({ incident, number, situationId, version, updatedAt }) => {
    const { cause, startedAt, openedAt, acknowledgedAt, healthySince, resolvedAt, ...same } = incident;
    const moments = {
      startedAt: timestampOf(startedAt),
      openedAt: timestampOf(openedAt),
      acknowledgedAt: timestampOf(acknowledgedAt),
      healthySince: timestampOf(healthySince),
      resolvedAt: timestampOf(resolvedAt),
    };
    return { ...same, ...moments, causeId: cause.componentId, causeName: cause.technicalName, number, situationId, version, updatedAt };
  });
  await tx.$executeRawUnsafe(SAVE, tenantId, JSON.stringify(rows));
}

/** Writes what incidents cost that are over. Nobody changes that any more, so their versions stay. */
export async function saveCosts(tx: Transaction, tenantId: string, final: readonly { id: string; amount: number }[]): Promise<void> {
  if (final.length === 0) return;
  await tx.$executeRaw`
    update "incident" i set "cost" = r."amount" from unnest(${final.map(({ id }) => id)}::uuid[], ${final.map(({ amount }) => amount)}::float8[]) as r("id", "amount")
    where i."tenantId" = ${tenantId}::uuid and i."id" = r."id"`;
}

function timestampOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

const ADD_ENTRIES = `
  insert into "incident_entry" ("tenantId", "incidentId", "sequence", "at", "kind", "actor", "text", "facts")
  select v."tenantId", r."incidentId", r."place" + coalesce(
      (select max(e."sequence") from "incident_entry" e where e."tenantId" = $1::uuid and e."incidentId" = r."incidentId"), 0),
    r."at", r."kind", nullif(r."actor", 'null'::jsonb), r."text", r."facts"
  from "landscape_version" v,
    jsonb_to_recordset($2::jsonb) as r("incidentId" uuid, "place" int, "at" timestamptz, "kind" text, "actor" jsonb, "text" text, "facts" jsonb)
  where v."tenantId" = $1::uuid`;

/** Appends entries to timelines, in the given order. The incidents must be locked. */
export async function addEntries(
  tx: Transaction,
  tenantId: string,
  added: readonly { incidentId: string; entry: TimelineEntry }[],
): Promise<void> {
  if (added.length === 0) return;
  const places = new Map<string, number>();
  const rows = added.map(({ incidentId, entry: { at, ...entry } }) => {
    const place = (places.get(incidentId) ?? 0) + 1;
    places.set(incidentId, place);
    return { incidentId, place, at: timestampOf(at), ...entry };
  });
  await tx.$executeRawUnsafe(ADD_ENTRIES, tenantId, JSON.stringify(rows));
}
