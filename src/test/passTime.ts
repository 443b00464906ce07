/** Lets time pass for the health of a tenant, without waiting: all that was told lies that much further back. */
import type { TenantDb } from '@/server/db/tenantDb';
import { write } from '@/server/db/write';

const TOLD: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['component_health', ['observedAt', 'acceptedAt', 'since', 'plainObservedAt', 'plainAcceptedAt']],
  ['health_signal_record', ['observedAt', 'acceptedAt', 'handledAt']],
  ['alert', ['since', 'seenAt']],
  ['alert_source', ['lastDeliveredAt', 'resumedAt']],
  ['health_work', ['dueAt']],
];

export async function passTime(tenant: TenantDb, minutes: number): Promise<void> {
  await write(tenant, async (tx) => {
    for (const [table, columns] of TOLD) {
      // In UTC, because an interval in any other zone is not the same everywhere, so that a distributed server does not subtract it.
      const earlier = columns
        .map((name) => `"${name}" = ("${name}" at time zone 'UTC' - make_interval(mins => ${minutes})) at time zone 'UTC'`)
        .join(', ');
      await tx.$executeRawUnsafe(`update "${table}" set ${earlier} where "tenantId" = $1::uuid`, tenant.tenantId);
    }
  });
}
