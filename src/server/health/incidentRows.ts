/** Reads and writes incidents and their timelines. What happens to them is decided in domain/health. */
import { AppError } from '@/domain/errors';
import type { Incident, TimelineEntry } from '@/domain/health/incident';
import { milliseconds, timestampOf } from '@/server/db/moments';
import { outlinesOf, parseStored } from '@/server/db/parseStored';
import type { Transaction } from '@/server/db/transaction';

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

/** A row as `INCIDENT_AS_JSON` gives it; all times in milliseconds since 1970. */
export type IncidentAsJson = Omit<StoredIncident, 'updatedAt'> & { updatedAt: number };

/** Each incident of the table or alias `i` in that form. */
export const INCIDENT_AS_JSON = `json_build_object('incident', json_build_object('id', i."id", 'state', i."state",
    'cause', json_build_object('componentId', i."causeId", 'technicalName', i."causeName"), 'severity', i."severity", 'symptoms', i."symptoms",
    'startedAt', ${milliseconds('coalesce(i."startedAt", i."openedAt")')}, 'openedAt', ${milliseconds('i."openedAt"')},
    'acknowledgedAt', ${milliseconds('i."acknowledgedAt"')}, 'acknowledgedBy', i."acknowledgedBy", 'healthySince', ${milliseconds('i."healthySince"')},
    'resolvedAt', ${milliseconds('i."resolvedAt"')}, 'mergedIntoId', i."mergedIntoId", 'dismissedState', i."dismissedState", 'isFlapping', i."isFlapping"),
  'number', i."number", 'situationId', i."situationId", 'cost', i."cost", 'version', i."version", 'updatedAt', ${milliseconds('i."updatedAt"')})`;

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
  select json_agg(${INCIDENT_AS_JSON})::text as "incidents" from i`;

/**
 * All incidents that the lifecycle still works on, locked for the rest of the transaction, so that no person changes one meanwhile. Reads
 * the rows as one text: there can be many, and the ORM takes ten times as long.
 */
export async function lockLiveIncidents(tx: Transaction, tenantId: string): Promise<StoredIncident[]> {
  const [row] = await tx.$queryRawUnsafe<{ incidents: string | null }[]>(LIVE, tenantId);
  return (JSON.parse(row?.incidents ?? '[]') as IncidentAsJson[]).map(incidentFromJson);
}

export function incidentFromJson({ updatedAt, ...stored }: IncidentAsJson): StoredIncident {
  return { ...stored, updatedAt: new Date(updatedAt) };
}

export function noSuchIncident(id: string): AppError {
  return new AppError('not_found', `There is no incident with the id ${id}.`);
}

const BY_ID = `select ${INCIDENT_AS_JSON} as "incident" from "incident" i where i."tenantId" = $1::uuid and i."id" = $2::uuid`;

async function firstOf(tx: Transaction, text: string, tenantId: string, id: string): Promise<StoredIncident> {
  const [row] = await tx.$queryRawUnsafe<{ incident: IncidentAsJson }[]>(text, tenantId, id);
  if (row === undefined) throw noSuchIncident(id);
  parseStored(SYMPTOMS, row.incident.incident.symptoms, { table: 'incident', column: 'symptoms', id });
  return incidentFromJson(row.incident);
}

/** Throws 404. */
export function findIncident(tx: Transaction, tenantId: string, id: string): Promise<StoredIncident> {
  return firstOf(tx, BY_ID, tenantId, id);
}

/** The same, locked for the rest of the transaction. */
export function lockIncident(tx: Transaction, tenantId: string, id: string): Promise<StoredIncident> {
  return firstOf(tx, `${BY_ID} for update`, tenantId, id);
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
