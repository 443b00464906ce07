/**
 * Records once a day what a landscape is like: how many single points it has, what the dearest costs, how complete the register is. The past
 * is never calculated.
 */
import { registerState } from '@/server/register/registerState';
import { capabilitiesStored, isRevenueRecordedOf, storedSummary, worstStored } from '@/server/weakPoints/weakPointSummary';
import { keepWeakPoints } from '@/server/weakPoints/keptSummary';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { write } from '@/server/db/write';

const TODAY = {
  name: 'trend day',
  text: `select exists (select 1 from "trend_day" where "tenantId" = $1::uuid and "day" = $2::date) as "isRecorded",
    exists (select 1 from "component" where "tenantId" = $1::uuid) as "hasComponents"`,
};

interface Today {
  isRecorded: boolean;
  hasComponents: boolean;
}

/**
 * Records the day of `now`, in UTC, unless that was done already; returns whether this call did it. An empty landscape is not recorded.
 * Throws `unavailable` if its weak points cannot be calculated.
 */
export async function recordTrend(tenant: TenantDb, now: Date): Promise<boolean> {
  const day = now.toISOString().slice(0, 10);
  const [today] = await read<Today>(tenant, TODAY, [day]);
  if (today === undefined || today.isRecorded || !today.hasComponents) return false;
  // Usually done already, by whoever changed the landscape.
  await keepWeakPoints(tenant);
  const { kept } = await storedSummary(tenant);
  const { components, singlePoints } = worstStored(tenant.tenantId, kept);
  const capabilities = capabilitiesStored(tenant.tenantId, kept);
  // What is not recorded is null, which differs from none.
  const isEarned = capabilities.some(isRevenueRecordedOf);
  const dearest = isEarned ? Math.max(0, ...components.map(({ perHour }) => perHour)) : null;
  const all = capabilities.length > 0 ? singlePoints.all : null;
  return write(tenant, async (tx) => {
    const facts = await recordedFacts(tx, tenant.tenantId);
    const { registered, total } = await registerState(tx, tenant.tenantId);
    const missionCritical = facts.hasMissionCritical ? singlePoints.missionCritical : null;
    // Of two that get here at the same time one writes, and a tenant that was deleted meanwhile gets no row.
    const written = await tx.$executeRaw`
      insert into "trend_day" ("tenantId", "day", "landscapeVersion", "components", "singlePoints", "missionCriticalSinglePoints", "dearestPerHour", "dependencies", "registered")
      select "id", ${day}::date, ${kept.landscapeVersion}::int, ${facts.components}::int, ${all}::int, ${missionCritical}::int, ${dearest}::float8, ${total}::int, ${registered}::int
      from "tenant" where "id" = ${tenant.tenantId}::uuid
      on conflict ("tenantId", "day") do nothing`;
    return written === 1;
  });
}

interface RecordedFacts {
  components: number;
  hasMissionCritical: boolean;
}

async function recordedFacts(tx: Transaction, tenantId: string): Promise<RecordedFacts> {
  const [facts] = await tx.$queryRaw<RecordedFacts[]>`
    select (select count(*)::int from "component" where "tenantId" = ${tenantId}::uuid) as "components",
      exists (select 1 from "capability" where "tenantId" = ${tenantId}::uuid and "criticalityTier" = 'MissionCritical') as "hasMissionCritical"`;
  if (facts === undefined) throw new Error('A question without an answer.');
  return facts;
}
