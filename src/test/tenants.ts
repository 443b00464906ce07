/** Tenants and principals for tests. */
import type { Principal } from '@/domain/access';
import type { Plan } from '@/domain/vocabulary';
import { createTenant } from '@/server/auth/tenants';
import type { Database } from '@/server/db/database';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';

/** Somebody who may do and see everything. */
export const EVERYTHING: Principal = {
  type: 'key',
  id: '00000000-0000-4000-8000-000000000001',
  name: 'test',
  scopes: ['read', 'write', 'health'],
  role: null,
  canSeeRevenue: true,
};

export const WITHOUT_REVENUE: Principal = { ...EVERYTHING, id: '00000000-0000-4000-8000-000000000002', canSeeRevenue: false };

/** Incidents open at once, for tests of everything but the delay. */
export const AT_ONCE = { openAfterSeconds: 0, recoveryGraceSeconds: 0 };

export async function newTenant(database: Database, plan: Plan = 'Enterprise', name = 'Test'): Promise<TenantDb> {
  const { tenantId } = await createTenant(database, { ...AT_ONCE, name, plan });
  return tenantDb(database, tenantId);
}
