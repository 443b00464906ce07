/** What the database tests of the manifest share: a tenant of their own, who asks, and the whole content of the tables. */
import { Client } from 'pg';
import type { Principal } from '@/domain/access';
import type { Plan } from '@/domain/vocabulary';
import { createTenant } from '@/server/auth/tenants';
import type { ManifestRequest } from '@/server/manifest/planManifest';
import { tenantDb, type TenantDb } from '@/server/tenantDb';
import type { TestDatabase } from '@/test/database';

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
  const { tenantId } = await createTenant(database, { name: 'Manifest', plan });
  return tenantDb(database, tenantId);
}

/** A request with a YAML text; a merge without impact unless said. */
export function yaml(text: string, more: Partial<ManifestRequest> = {}): ManifestRequest {
  return { source: { text, contentType: 'application/yaml' }, prune: false, impact: false, ...more };
}

/** Every row of every table, as text: what a reader of the disk would compare. */
export async function contentOf({ url }: TestDatabase): Promise<Record<string, string[]>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' order by 1`);
    const content: Record<string, string[]> = {};
    for (const { name } of rows) {
      // xmin and ctid too: a row that was written again as it was would show.
      const found = await client.query<{ row: string }>(
        `select t.ctid::text || t.xmin::text || t::text as row from "${name}" t order by 1`,
      );
      content[name] = found.rows.map(({ row }) => row);
    }
    return content;
  } finally {
    await client.end();
  }
}
