/** Reads and writes the alerts of monitoring systems that a turn concerns. */
import { randomUUID } from 'node:crypto';
import type { QueuedSignal } from '@/domain/health/foldSignals';
import type { KnownAlert } from '@/domain/health/openAlerts';
import { milliseconds, timestampOf } from '@/server/db/moments';
import type { Transaction } from '@/server/db/transaction';

/** The alerts that these signals name, and all that fire about a component that the signals or those alerts are about. */
export async function alertsConcerned(tx: Transaction, tenantId: string, signals: readonly QueuedSignal[]): Promise<KnownAlert[]> {
  if (signals.length === 0) return [];
  const named = new Map(
    signals.flatMap(({ source, alert }) => (alert === null ? [] : [[`${source} ${alert.key}`, { source, alert }] as const])),
  );
  // Two steps that only go through indexes, even without statistics.
  return tx.$queryRawUnsafe<KnownAlert[]>(
    `with named as materialized (
       select a.* from unnest($2::text[], $3::text[]) as told(source, key)
         join lateral (select * from "alert" a where a."tenantId" = $1::uuid and a."source" = told.source and a."key" = told.key) a on true
     ), concerned as materialized (select unnest($4::uuid[]) as id union select "componentId" from named)
     select ${COLUMNS} from named a
     union
     select ${COLUMNS} from concerned join lateral (
       select * from "alert" a where a."tenantId" = $1::uuid and a."componentId" = concerned.id and a."state" <> 'Healthy') a on true`,
    tenantId,
    [...named.values()].map(({ source }) => source),
    [...named.values()].map(({ alert }) => alert.key),
    [...new Set(signals.map(({ componentId }) => componentId))],
  );
}

const COLUMNS = [
  'a."source", a."key", a."componentId"::text as "componentId", a."name", a."state", a."message"',
  ...['firesFrom', 'endedUpTo', 'since', 'seenAt'].map((field) => `${milliseconds(`a."${field}"`)}::float8 as "${field}"`),
].join(', ');

/** Stores alerts as they are now, and deletes those that messages of their own have replaced. */
export async function writeAlerts(
  tx: Transaction,
  tenantId: string,
  { alerts, forgotten }: { alerts: readonly KnownAlert[]; forgotten: readonly KnownAlert[] },
): Promise<void> {
  if (forgotten.length > 0)
    await tx.$executeRawUnsafe(
      `delete from "alert" a using unnest($2::text[], $3::text[]) as told(source, key)
       where a."tenantId" = $1::uuid and a."source" = told.source and a."key" = told.key`,
      tenantId,
      forgotten.map(({ source }) => source),
      forgotten.map(({ key }) => key),
    );
  if (alerts.length === 0) return;
  const rows = alerts.map(({ firesFrom, endedUpTo, since, seenAt, ...alert }) => ({
    ...alert,
    // Kept by an alert that is known already.
    id: randomUUID(),
    firesFrom: timestampOf(firesFrom),
    endedUpTo: timestampOf(endedUpTo),
    since: timestampOf(since),
    seenAt: timestampOf(seenAt),
  }));
  await tx.$executeRawUnsafe(
    `insert into "alert" as a ("tenantId", "id", "source", "key", "componentId", "name", "state", "message", "firesFrom", "endedUpTo", "since", "seenAt")
     select v."tenantId", t."id", t."source", t."key", t."componentId", t."name", t."state", t."message", t."firesFrom", t."endedUpTo", t."since", t."seenAt"
     from "landscape_version" v, jsonb_to_recordset($2::jsonb) as t("id" uuid, "source" text, "key" text, "componentId" uuid, "name" text, "state" "health_state",
       "message" text, "firesFrom" timestamptz, "endedUpTo" timestamptz, "since" timestamptz, "seenAt" timestamptz)
     where v."tenantId" = $1::uuid
     on conflict ("tenantId", "source", "key") do update set "componentId" = excluded."componentId", "name" = excluded."name", "state" = excluded."state",
       "message" = excluded."message", "firesFrom" = excluded."firesFrom", "endedUpTo" = excluded."endedUpTo", "since" = excluded."since", "seenAt" = excluded."seenAt"`,
    tenantId,
    JSON.stringify(rows),
  );
}
