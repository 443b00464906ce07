/** How much of its plan a tenant uses right now. */
import type { TenantUsage } from '@/contract/tenant';
import { limitsOf } from '@/domain/access';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';

/** The limits' buckets refill within a minute, so they show what was used in the last one. */
export async function readUsage(tenant: TenantDb): Promise<TenantUsage> {
  const { tenantId } = tenant;
  return read(tenant, async (tx) => {
    const row = await tx.tenant.findUniqueOrThrow({
      where: { id: tenantId },
      select: { plan: true, signalsPerMinute: true, requestsPerMinute: true },
    });
    const { components, signalsPerMinute, requestsPerMinute, maximumDepth } = limitsOf(row.plan, row);
    const counter = await tx.componentCounter.findUniqueOrThrow({ where: { tenantId } });
    const buckets = await tx.$queryRaw<{ subject: string; tokens: number; seconds: number }[]>`
      select "subject", "tokens", greatest(0, extract(epoch from clock_timestamp() - "updatedAt"))::float8 as "seconds"
      from "rate_bucket" where "tenantId" = ${tenantId}::uuid and ("subject" = 'signals' or "subject" like 'key:%')`;
    const usedOf = ({ tokens, seconds }: { tokens: number; seconds: number }, perMinute: number): number =>
      Math.max(0, Math.min(perMinute, Math.ceil(perMinute - tokens - (seconds * perMinute) / 60)));
    const signals = buckets.find(({ subject }) => subject === 'signals');
    const ofKeys = buckets
      .filter(({ subject }) => subject.startsWith('key:'))
      .map((bucket) => ({ id: bucket.subject.slice(4), used: usedOf(bucket, requestsPerMinute) }));
    const busiest = ofKeys.reduce<{ id: string; used: number } | null>((best, key) => (key.used > (best?.used ?? 0) ? key : best), null);
    const key =
      busiest === null
        ? null
        : await tx.apiKey.findUnique({ where: { tenantId_id: { tenantId, id: busiest.id } }, select: { name: true } });
    return {
      components: { used: counter.live, limit: components },
      signalsPerMinute: { used: signals === undefined ? 0 : usedOf(signals, signalsPerMinute), limit: signalsPerMinute },
      requestsPerMinute: { used: busiest?.used ?? 0, limit: requestsPerMinute, busiestKey: key?.name ?? null },
      maximumDepth,
      members: await tx.membership.count({ where: { tenantId } }),
      activeKeys: await tx.apiKey.count({
        where: { tenantId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
      }),
    };
  });
}
