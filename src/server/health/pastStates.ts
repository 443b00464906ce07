/** Reads what components had reported at a past instant from the history of signals. */
import type { FailureState, HealthState } from '@/domain/vocabulary';
import type { UnhealthyComponent } from '@/domain/graph/questions/live/liveImpact';
import { env } from '@/server/env';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';
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
}

/**
 * The last state in which each component was observed up to and including `at`, no matter when the signal arrived. Leaves out a component
 * if its last signal before `at` is no longer stored and it reported again later.
 */
export async function pastStates(tenant: TenantDb, at: Date): Promise<PastStates> {
  const rows = await read.onConnection(tenant, async (client) => {
    // One index lookup for each component that ever reported, however many signals it has. Without statistics, the planner would rather
    // sort all signals each time.
    await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off');
    const { rows: found } = await client.query<Row>(
      `with recursive reporter as (
         (select "componentId" from "health_signal_record" where "tenantId" = $1 and "componentId" is not null order by "componentId" limit 1)
         union all
         select (select r."componentId" from "health_signal_record" r where r."tenantId" = $1 and r."componentId" > p."componentId" order by r."componentId" limit 1)
         from reporter p where p."componentId" is not null)
       select p."componentId"::text as "componentId", l."state", l."observedAt", l."message"
       from reporter p cross join lateral (
         select r."state", r."observedAt", r."message" from "health_signal_record" r
         where r."tenantId" = $1 and r."componentId" = p."componentId" and r."observedAt" <= $2 and r."state" is not null
           and r."outcome" in ('Applied', 'Superseded', 'Late')
         order by ${NEWEST_RECORD_FIRST} limit 1) l`,
      [tenant.tenantId, at],
    );
    // If a component's last report is older than the stored history, its present state tells what it was.
    const { rows: present } = await client.query<Row>(
      `select "componentId"::text as "componentId", "state", "observedAt", "message" from "component_health" where "tenantId" = $1 and "observedAt" <= $2`,
      [tenant.tenantId, at],
    );
    return [...new Map([...present, ...found].map((row) => [row.componentId, row])).values()];
  });
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
