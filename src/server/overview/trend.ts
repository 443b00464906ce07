/** Answers what was recorded of a landscape day by day. */
import type { Trend, TrendInput } from '@/contract/trend';
import { TREND_DAYS_SHOWN } from '@/contract/values/trend';
import type { Principal } from '@/domain/access';
import { percentRegistered } from '@/domain/register/registerEntry';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { landscapeHead } from '@/server/graphs/landscapeHead';

const DAY_MS = 86_400_000;

/** The days up to `now` that were recorded, the earliest first. Money only for callers who may see it. */
export async function readTrend(tenant: TenantDb, { canSeeRevenue }: Principal, input: TrendInput, now: Date): Promise<Trend> {
  const { tenantId } = tenant;
  const { currency } = await landscapeHead(tenant);
  const from = new Date(now.getTime() - ((input.days ?? TREND_DAYS_SHOWN) - 1) * DAY_MS);
  const { rows, first } = await read(tenant, async (tx) => ({
    rows: await tx.trendDay.findMany({ where: { tenantId, day: { gte: dayOf(from) } }, orderBy: { day: 'asc' } }),
    first: await tx.trendDay.findFirst({ where: { tenantId }, orderBy: { day: 'asc' }, select: { day: true } }),
  }));
  return {
    currency: canSeeRevenue ? currency : null,
    since: first === null ? null : written(first.day),
    days: rows.map(({ tenantId: _, day, recordedAt, dearestPerHour, ...figures }) => ({
      ...figures,
      day: written(day),
      recordedAt: recordedAt.toISOString(),
      dearestPerHour: canSeeRevenue ? dearestPerHour : null,
      registeredPercent: percentRegistered(figures.registered, figures.dependencies),
    })),
    withheld: canSeeRevenue ? [] : ['dearestPerHour'],
  };
}

/** Midnight in UTC, as the database's dates are read. */
function dayOf(at: Date): Date {
  return new Date(`${written(at)}T00:00:00.000Z`);
}

function written(at: Date): string {
  return at.toISOString().slice(0, 10);
}
