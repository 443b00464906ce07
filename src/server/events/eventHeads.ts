/** The latest event numbers of several tenants in one query; the live feed asks a few times per second. */
import { database } from '@/server/db/database';
import { asSystem } from '@/server/db/asSystem';

/** The last number by tenant; deleted tenants are missing. */
export async function eventHeads(tenantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await asSystem(database(), (tx) =>
    tx.landscapeVersion.findMany({ where: { tenantId: { in: [...tenantIds] } }, select: { tenantId: true, eventSequence: true } }),
  );
  return new Map(rows.map(({ tenantId, eventSequence }) => [tenantId, eventSequence]));
}
