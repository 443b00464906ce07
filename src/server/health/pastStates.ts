/** Reads what components had reported at a past instant from the history of signals. */
import { ALERT_SOURCES } from '@/contract/signalSources/alertSources';
import { UNTOLD, kindOfSource, severityOf } from '@/domain/health/openAlerts';
import type { FailureState, HealthState } from '@/domain/vocabulary';
import type { UnhealthyComponent } from '@/domain/graph/questions/live/liveImpact';
import { env } from '@/server/env';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';
import { grouped } from '@/plain/grouped';
import { NEWEST_RECORD_FIRST } from './healthRows';

const DAY_MS = 86_400_000;

/** The time from which the history of signals is complete. */
export function historyKeptSince(now: Date): Date {
  return new Date(now.getTime() - env().HEALTH_HISTORY_DAYS * DAY_MS);
}

export interface PastStates {
  unhealthy: (UnhealthyComponent & { message: string | null })[];
  healthyCount: number;
}

interface Row {
  componentId: string;
  state: HealthState;
  observedAt: Date;
  message: string | null;
  source: string | null;
  /** Null for a report of the component itself. */
  alertKey: string | null;
}

/**
 * The last report of each component up to $2. One index lookup for each component that ever reported, however many signals it has; the same
 * below for each alert.
 */
const LAST_PLAIN = `with recursive reporter as (
    (select "componentId" from "health_signal_record" where "tenantId" = $1 and "componentId" is not null order by "componentId" limit 1)
    union all
    select (select r."componentId" from "health_signal_record" r where r."tenantId" = $1 and r."componentId" > p."componentId" order by r."componentId" limit 1)
    from reporter p where p."componentId" is not null)
  select p."componentId"::text as "componentId", l."state", l."observedAt", l."message", l."source", null as "alertKey"
  from reporter p cross join lateral (
    select r."state", r."observedAt", r."message", r."source" from "health_signal_record" r
    where r."tenantId" = $1 and r."componentId" = p."componentId" and r."observedAt" <= $2 and r."state" is not null and r."alertKey" is null
      and r."outcome" in ('Applied', 'Superseded', 'Late')
    order by ${NEWEST_RECORD_FIRST} limit 1) l`;

/** The last message of each alert up to $2. One that came after its end is history only. */
const LAST_OF_ALERTS = `with recursive told as (
    (select "source", "alertKey" from "health_signal_record" where "tenantId" = $1 and "alertKey" is not null order by "source", "alertKey" limit 1)
    union all
    select n.* from told p cross join lateral (
      select r."source", r."alertKey" from "health_signal_record" r where r."tenantId" = $1 and r."alertKey" is not null
        and (r."source", r."alertKey") > (p."source", p."alertKey")
      order by r."source", r."alertKey" limit 1) n)
  select l."componentId"::text as "componentId", l."state", l."observedAt", l."message", p."source", p."alertKey"
  from told p cross join lateral (
    select r."componentId", r."state", r."observedAt", r."message" from "health_signal_record" r
    where r."tenantId" = $1 and r."source" = p."source" and r."alertKey" = p."alertKey" and r."observedAt" <= $2 and r."outcome" in ('Applied', 'Superseded')
    order by ${NEWEST_RECORD_FIRST} limit 1) l`;

/** What was last told of a component or an alert tells what it was, if that is older than the stored history. */
const PRESENT = `select "componentId"::text as "componentId", "plainState" as "state", "plainObservedAt" as "observedAt", "plainMessage" as "message",
    "plainSource" as "source", null as "alertKey" from "component_health" where "tenantId" = $1 and "plainObservedAt" <= $2
  union all
  select "componentId"::text, "state", "seenAt", "message", "source", "key" from "alert" where "tenantId" = $1 and "seenAt" <= $2`;

/**
 * The state of each component at `at`: the worse of its last own report and of its alerts that fired, observed up to and including then, no
 * matter when the report arrived. Leaves out what only a signal said that is no longer stored and was followed by another after `at`.
 */
export async function pastStates(tenant: TenantDb, at: Date): Promise<PastStates> {
  const told = await read.onConnection(tenant, async (client) => {
    // Without statistics, the planner would rather sort all signals each time.
    await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off');
    const rows: Row[] = [];
    for (const text of [PRESENT, LAST_PLAIN, LAST_OF_ALERTS]) rows.push(...(await client.query<Row>(text, [tenant.tenantId, at])).rows);
    return [...new Map(rows.map((row) => [row.alertKey === null ? row.componentId : `${row.source} ${row.alertKey}`, row])).values()];
  });
  const rows = worstOfEach(told);
  const unhealthy = rows.filter(({ state }) => state !== 'Healthy');
  return {
    unhealthy: unhealthy.map(({ componentId, state, observedAt, message }) => ({
      componentId,
      state: state as FailureState,
      since: observedAt.getTime(),
      message,
    })),
    healthyCount: rows.length - unhealthy.length,
  };
}

function worstOfEach(told: readonly Row[]): Row[] {
  return [...grouped(told, ({ componentId }) => componentId).values()].flatMap((rows) => {
    const counting = rows.filter((row) => !isTakenOver(row, rows));
    const [first] = counting.toSorted((a, b) => severityOf(b.state) - severityOf(a.state));
    return first ?? [];
  });
}

/** Whether it is what an alert had set before alerts were kept apart, and the same kind of source has spoken of the component since. */
function isTakenOver({ source, alertKey, observedAt }: Row, told: readonly Row[]): boolean {
  const isUntold = alertKey === null ? Object.hasOwn(ALERT_SOURCES, source ?? '') : alertKey.startsWith(UNTOLD);
  if (!isUntold || source === null) return false;
  return told.some(
    (other) =>
      other.alertKey !== null &&
      !other.alertKey.startsWith(UNTOLD) &&
      kindOfSource(other.source ?? '') === kindOfSource(source) &&
      other.observedAt >= observedAt,
  );
}
