/** How far the event logs of several tenants have come, in one question: what the live feed asks a few times a second. */
import { database } from '../db';
import { asSystem } from '../tenantDb';

/** The last number by tenant; a tenant that is gone is missing. */
export async function eventHeads(tenantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await asSystem(database(), (tx) =>
    tx.landscapeVersion.findMany({ where: { tenantId: { in: [...tenantIds] } }, select: { tenantId: true, eventSequence: true } }),
  );
  return new Map(rows.map(({ tenantId, eventSequence }) => [tenantId, eventSequence]));
}
