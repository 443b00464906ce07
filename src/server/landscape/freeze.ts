/**
 * Freezes a tenant that moves to another installation: everything in it can be read and nothing changed. The guard refuses changes, every
 * transaction for a change checks again (`bindTenant.ts`), and nobody claims the tenant's signals and webhooks. This file sets and clears
 * the mark.
 */
import { AppError } from '@/domain/errors';
import type { Database } from '@/server/db/database';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import { RECORDED_ONLY, makeChange, type Actor, type ChangeOptions } from './changeLandscape';
import { read } from '@/server/db/read';

/** Whether the tenant is frozen; false for one that does not exist. */
export async function isFrozen(tenant: TenantDb): Promise<boolean> {
  const found = await read(tenant, (tx) => tx.tenant.findUnique({ where: { id: tenant.tenantId }, select: { frozenAt: true } }));
  return found !== null && found.frozenAt !== null;
}

export interface Freezing {
  tenantName: string;
  /** Since when it is frozen; null if it is not. */
  frozenAt: Date | null;
  /** Whether this call changed that. */
  isChanged: boolean;
}

/**
 * Freezes or unfreezes a tenant, and records that in its change log with `origin`. Transactions that began earlier may still commit. Throws
 * `not_found`.
 */
export async function setFrozen(
  database: Database,
  actor: Actor,
  tenantId: string,
  isWanted: boolean,
  origin: NonNullable<ChangeOptions['origin']> = {},
): Promise<Freezing> {
  return makeChange(
    tenantDb(database, tenantId),
    actor,
    { ...RECORDED_ONLY, isAllowedWhileFrozen: true, origin },
    async (tx, record): Promise<Freezing> => {
      const where = { id: tenantId };
      const select = { name: true, frozenAt: true };
      await tx.$queryRaw`select 1 from "tenant" where "id" = ${tenantId}::uuid for update`;
      const before = await tx.tenant.findUnique({ where, select });
      if (before === null) throw new AppError('not_found', `There is no tenant ${tenantId}.`);
      const { name: tenantName } = before;
      if ((before.frozenAt !== null) === isWanted) return { tenantName, frozenAt: before.frozenAt, isChanged: false };
      const now = new Date();
      const { frozenAt } = await tx.tenant.update({ where, data: { frozenAt: isWanted ? now : null, updatedAt: now }, select });
      record({
        op: 'update',
        kind: 'tenant',
        entityId: tenantId,
        technicalName: tenantName,
        before: { frozenAt: before.frozenAt?.toISOString() ?? null },
        after: { frozenAt: frozenAt?.toISOString() ?? null },
      });
      return { tenantName, frozenAt, isChanged: true };
    },
  );
}
