/** The monitoring systems that send alerts: when each delivered anything, and how many of their alerts are open. */
import { lapseAfterMinutesOf, sourceName, type SignalSourceInput } from '@/contract/signalSources/signalSource';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

/** Beyond this many alerts that fire, a tenant's new ones are refused. Requests at the same time may exceed it by what they carry. */
export const MOST_OPEN_ALERTS = 10_000;

/** A delivery is written down again after this long, in seconds: alerts lapse after minutes at least. */
const WRITTEN_EVERY_SECONDS = 20;

/** Remembers that a source has delivered something, whatever it was. Returns how many alerts of the tenant fire, at most `MOST_OPEN_ALERTS`. */
export async function noteDelivery(tenant: TenantDb, input: SignalSourceInput): Promise<number> {
  const [row] = await write(
    tenant,
    (tx) => tx.$queryRaw<{ open: number }[]>`
      with noted as (
        insert into "alert_source" as s ("tenantId", "source", "lastDeliveredAt", "resumedAt", "lapseAfterMinutes")
        values (${tenant.tenantId}::uuid, ${sourceName(input)}, statement_timestamp(), statement_timestamp(), ${lapseAfterMinutesOf(input)}::int)
        on conflict ("tenantId", "source") do update set "lastDeliveredAt" = excluded."lastDeliveredAt", "lapseAfterMinutes" = excluded."lapseAfterMinutes",
          "resumedAt" = case when s."lapseAfterMinutes" > 0 and excluded."lastDeliveredAt" - s."lastDeliveredAt" >= make_interval(mins => s."lapseAfterMinutes")
            then excluded."lastDeliveredAt" else s."resumedAt" end
        where excluded."lastDeliveredAt" - s."lastDeliveredAt" > make_interval(secs => ${WRITTEN_EVERY_SECONDS}::int)
          or s."lapseAfterMinutes" <> excluded."lapseAfterMinutes"
        returning 1
      )
      select count(*)::int as "open" from (
        select 1 from "alert" where "tenantId" = ${tenant.tenantId}::uuid and "state" <> 'Healthy' limit ${MOST_OPEN_ALERTS}::int) a`,
  );
  return row?.open ?? 0;
}

/** The keys among these that fire already. All are of one source. */
export async function openAmong(tenant: TenantDb, alerts: readonly { source: string; alert: { key: string } }[]): Promise<Set<string>> {
  const [first] = alerts;
  if (first === undefined) return new Set();
  const rows = await read<{ key: string }>(
    tenant,
    {
      name: 'open alerts among',
      text: `select a."key" from unnest($3::text[]) as told(key) join lateral (
          select "key" from "alert" a where a."tenantId" = $1::uuid and a."source" = $2 and a."key" = told.key and a."state" <> 'Healthy') a on true`,
    },
    [first.source, alerts.map(({ alert }) => alert.key)],
  );
  return new Set(rows.map(({ key }) => key));
}
