/**
 * What the simulation does instead of accepting a signal and instead of a turn: it writes the same rows in a transaction of the tenant, but calculates no
 * impact. The claim in between is the product's own.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { bindingSql } from '@/server/db/bindTenant';
import type { Database } from '@/server/db/database';
import type { Claim } from '@/server/health/claimWork';

/** One notification for the whole transaction; its ids are GUIDs. */
export async function inOneMessage<Row>(database: Database, tenantId: string, ...statements: readonly string[]): Promise<Row[][]> {
  const binding = bindingSql({ tenantId, lasts: 'transaction', isSingleLogin: database.isSingleLogin });
  const answers = (await database.pool.query(['begin', binding, ...statements, 'commit'].join('; '))) as unknown as pg.QueryResult[];
  return answers.slice(2, -1).map(({ rows }) => rows as Row[]);
}

/** A tenant with a snapshot, as it is after its first turn. */
export async function addTenant(database: Database, tenantId: string): Promise<void> {
  const values = `values ('${tenantId}')`;
  await inOneMessage(
    database,
    tenantId,
    `insert into "tenant" ("id", "name", "plan") values ('${tenantId}', 'Simulated', 'Enterprise')`,
    `insert into "landscape_version" ("tenantId") ${values}`,
    `insert into "signal_counter" ("tenantId") ${values}`,
    `insert into "health_work" ("tenantId") ${values}`,
    `insert into "impact_snapshot" ("tenantId", "version", "computedAt", "landscapeVersion", "healthImpact") values ('${tenantId}', 1, now(), 0, '{}')`,
  );
}

/** One signal, under the next number of its tenant. */
export async function acceptOne(database: Database, tenantId: string): Promise<void> {
  await inOneMessage(
    database,
    tenantId,
    `update "signal_counter" set "last" = "last" + 1 where "tenantId" = '${tenantId}'`,
    `insert into "health_signal" ("tenantId", "position", "signalId", "componentId", "state", "observedAt", "acceptedAt")
     select c."tenantId", c."last", '${randomUUID()}', c."tenantId", 'Outage', statement_timestamp(), statement_timestamp()
     from "signal_counter" c where c."tenantId" = '${tenantId}'`,
  );
}

/**
 * Moves the waiting signals to the history and releases the tenant. Returns how long each signal waited for the claim; nothing if the claim was
 * lost. As in the product, the signals are named by their positions: the parts of a statement that change rows do not see the same signals on a
 * distributed server, where one runs after the other.
 */
export async function finishTurn(database: Database, { tenant: { tenantId }, leaseToken }: Claim): Promise<number[]> {
  const [found = []] = await inOneMessage<{ position: string }>(
    database,
    tenantId,
    `select "position"::text as "position" from "health_signal" where "tenantId" = '${tenantId}'`,
  );
  const waiting = `q."tenantId" = '${tenantId}' and q."position" = any('{${found.map(({ position }) => position).join()}}'::bigint[])`;
  const held = `"tenantId" = '${tenantId}' and w."leaseToken" = '${leaseToken}'`;
  const [, rows = []] = await inOneMessage<{ waitedMs: number }>(
    database,
    tenantId,
    `select 1 from "health_work" w where w.${held} for update`,
    `with kept as (
       insert into "health_signal_record" ("tenantId", "signalId", "componentId", "state", "observedAt", "acceptedAt", "outcome", "handledAt")
       select q."tenantId", q."signalId", q."componentId", q."state", q."observedAt", q."acceptedAt", 'Applied', statement_timestamp()
       from "health_signal" q join "health_work" w on w."tenantId" = q."tenantId" where ${waiting} and w.${held}
     ), taken as (
       delete from "health_signal" q using "health_work" w where ${waiting} and w.${held}
       returning q."acceptedAt", w."lastRunAt"
     )
     select greatest(0, extract(epoch from "lastRunAt" - "acceptedAt") * 1000)::float8 as "waitedMs" from taken`,
    `update "health_work" w set "leaseToken" = null, "leaseOwner" = null, "leaseUntil" = null, "attempts" = 0 where w.${held}`,
  );
  return rows.map(({ waitedMs }) => waitedMs);
}

export interface Counted {
  accepted: number;
  taken: number;
  waiting: number;
}

/** The outcome of each signal of these tenants, read tenant by tenant. */
export async function countSignals(database: Database, tenants: readonly string[]): Promise<Counted> {
  const all: Counted = { accepted: 0, taken: 0, waiting: 0 };
  for (const tenantId of tenants) {
    const [[row] = []] = await inOneMessage<Counted>(
      database,
      tenantId,
      `select c."last"::int as accepted,
         (select count(*)::int from "health_signal_record" r where r."tenantId" = '${tenantId}') as taken,
         (select count(*)::int from "health_signal" q where q."tenantId" = '${tenantId}') as waiting
       from "signal_counter" c where c."tenantId" = '${tenantId}'`,
    );
    all.accepted += row?.accepted ?? 0;
    all.taken += row?.taken ?? 0;
    all.waiting += row?.waiting ?? 0;
  }
  return all;
}
