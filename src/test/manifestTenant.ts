/** Shared by the database tests of the manifest: a separate tenant, and a principal. */
import type { Principal } from '@/domain/access';
import type { Plan } from '@/domain/vocabulary';
import { createTenant } from '@/server/auth/tenants';
import type { ManifestRequest } from '@/server/manifest/planManifest';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import type { TestDatabase } from './database';
import { AT_ONCE } from './tenants';

export const integrator: Principal = {
  type: 'key',
  id: '00000000-0000-4000-8000-000000000001',
  name: 'integrator',
  scopes: ['read', 'write'],
  role: null,
  canSeeRevenue: true,
};
export const withoutRevenue: Principal = { ...integrator, name: 'without revenue', canSeeRevenue: false };

export async function newTenant({ database }: TestDatabase, plan: Plan = 'Business'): Promise<TenantDb> {
  const { tenantId } = await createTenant(database, { ...AT_ONCE, name: 'Manifest', plan });
  return tenantDb(database, tenantId);
}

/** A request with a YAML text; by default without prune and without impact. */
export function yaml(text: string, more: Partial<ManifestRequest> = {}): ManifestRequest {
  return { source: { text, contentType: 'application/yaml' }, prune: false, impact: false, ...more };
}
