/** The tenant that requests of benchmarks ask about. */
import { createApiKey } from '@/server/auth/apiKeys';
import { createTenant } from '@/server/auth/tenants';
import type { Database } from '@/server/db/database';
import { listEntities } from '@/server/landscape/entities';
import { applyManifest } from '@/server/manifest/applyManifest';
import { tenantDb } from '@/server/db/tenantDb';
import { largeManifest } from './largeManifest';

const SYSTEM = { type: 'system', id: 'bench', name: 'bench' } as const;
const PRINCIPAL = { ...SYSTEM, type: 'key', scopes: ['read', 'write'], role: null, canSeeRevenue: true } as const;

export interface BenchTenant {
  tenantId: string;
  /** One per connection, because limits are counted per key. */
  keys: readonly string[];
  /** Ids of some components. */
  ids: readonly string[];
}

/** Creates a tenant with this many components, and three times as many dependencies. */
export async function prepareTenant(
  database: Database,
  { components, connections }: { components: number; connections: number },
): Promise<BenchTenant> {
  const { tenantId } = await createTenant(database, { name: 'Bench', plan: 'Enterprise' });
  const tenant = tenantDb(database, tenantId);
  const text = JSON.stringify(largeManifest({ components, dependencies: 3 * components }));
  await applyManifest(tenant, PRINCIPAL, { source: { text, contentType: 'application/json' }, prune: false, impact: false });
  const keys: string[] = [];
  for (let number = 0; number < connections; number += 1)
    keys.push((await createApiKey(tenant, SYSTEM, { name: `bench ${number}`, scopes: ['read', 'write', 'health'] })).key);
  const { items } = await listEntities(tenant, PRINCIPAL, 'component', { limit: 200, sort: '-technicalName' });
  return { tenantId, keys, ids: items.map(({ id }) => id) };
}
