/** Which components are stale: nobody has repeated within the limit what was last said about them. */
import type { WouldBeStale } from '@/contract/impactColumns';
import { OLD_ON_ARRIVAL_HOURS } from '@/domain/health/reportAge';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';

/** The age of a report that was observed this long before it arrived counts from then. */
const OLD_ON_ARRIVAL = `interval '${OLD_ON_ARRIVAL_HOURS} hours'`;

/**
 * Only components that may be stale: those with an alert that fires, those that were stale, those with a limit of their own, and all that
 * reported if the tenant has a limit.
 *
 * A component is stale if an alert that lapsed alone makes it as bad as it is; without open alerts, if its own last report is older than its
 * limit, or is unhealthy and was old when it arrived.
 */
const MARK_STALE = `
  with limits as materialized (select "staleAfterMinutes" as minutes from "tenant" where "id" = $1::uuid),
  candidate as materialized (
    select "componentId" as id from "alert" where "tenantId" = $1::uuid and "state" <> 'Healthy'
    union select "componentId" from "component_health" where "tenantId" = $1::uuid and "isStale"
    union select "id" from "component" where "tenantId" = $1::uuid and "staleAfterMinutes" is not null
    union select h."componentId" from "component_health" h where h."tenantId" = $1::uuid and (select minutes from limits) > 0
  ), reporting as materialized (
    select h."componentId" as id, h."isStale" as was, h."plainState" as state, h."plainAcceptedAt" - h."plainObservedAt" as lag,
      make_interval(mins => coalesce(c."staleAfterMinutes", (select minutes from limits))) as longest, a.firing, a.fresh, a.lapsed, a.next,
      case when h."plainAcceptedAt" - h."plainObservedAt" > ${OLD_ON_ARRIVAL} then h."plainObservedAt" else h."plainAcceptedAt" end as seen
    from candidate k join "component_health" h on h."tenantId" = $1::uuid and h."componentId" = k.id
      join "component" c on c."tenantId" = $1::uuid and c."id" = k.id
      cross join lateral (
        select count(*) as firing, max(o.state) filter (where o.lapses is null or o.lapses > $2::timestamptz) as fresh,
          max(o.state) filter (where o.lapses <= $2::timestamptz) as lapsed, min(o.lapses) filter (where o.lapses > $2::timestamptz) as next
        from (
          select f."state" as state, case when s."lapseAfterMinutes" > 0 then f."seenAt" + make_interval(mins => s."lapseAfterMinutes") end as lapses
          from "alert" f left join "alert_source" s on s."tenantId" = $1::uuid and s."source" = f."source"
          where f."tenantId" = $1::uuid and f."componentId" = k.id and f."state" <> 'Healthy') o) a
  ), judged as materialized (
    select r.*, case when r.longest > interval '0' then r.seen + r.longest > $2::timestamptz and r.lag <= r.longest
      else r.state = 'Healthy' or r.lag <= ${OLD_ON_ARRIVAL} end as "isFresh" from reporting r
  ), verdict as materialized (
    select j.id, j.was, coalesce(case when j.firing = 0 then not j."isFresh" else
        j.lapsed > greatest(coalesce(j.fresh, 'Healthy'), case when j."isFresh" then j.state else 'Healthy' end) end, false) as "isStale",
      least(j.next, case when j."isFresh" and j.longest > interval '0' then j.seen + j.longest end) as next
    from judged j
  ), marked as (
    update "component_health" h set "isStale" = v."isStale" from verdict v
    where h."tenantId" = $1::uuid and h."componentId" = v.id and v."isStale" <> v.was returning 1
  )
  select min(next) as "dueAt" from verdict`;

const MOST_NAMED = 5;

/** What would be stale with this limit for the tenant, among components without a limit of their own and without an open alert. */
const WOULD_BE_STALE = `
  with stale as (
    select c."name", h."plainState" as state, h."plainAcceptedAt" as at from "component_health" h join "component" c on c."tenantId" = h."tenantId" and c."id" = h."componentId"
    where h."tenantId" = $1::uuid and c."staleAfterMinutes" is null and h."plainAcceptedAt" < now() - make_interval(mins => $2::int)
      and not exists (select 1 from "alert" a where a."tenantId" = $1::uuid and a."componentId" = h."componentId" and a."state" <> 'Healthy'))
  select count(*)::int as "components", count(*) filter (where state <> 'Healthy')::int as "unhealthy",
    coalesce((select json_agg(n."name") from (select "name" from stale order by at, "name" limit ${MOST_NAMED}) n), '[]') as "named" from stale`;

/** Before a limit is saved: what it would make stale now. Nothing for 0, which means never. */
export async function wouldBeStale(tenant: TenantDb, staleAfterMinutes: number): Promise<WouldBeStale> {
  const nothing = { components: 0, unhealthy: 0, named: [] };
  if (staleAfterMinutes === 0) return nothing;
  const [row] = await read<WouldBeStale>(tenant, { name: 'would be stale', text: WOULD_BE_STALE }, [staleAfterMinutes]);
  return row ?? nothing;
}

/** Marks what is stale at `now`. Returns when time alone will make something else stale; null if nothing will. */
export async function markStale(tx: Transaction, tenantId: string, now: Date): Promise<Date | null> {
  const [row] = await tx.$queryRawUnsafe<{ dueAt: Date | null }[]>(MARK_STALE, tenantId, now);
  return row?.dueAt ?? null;
}
