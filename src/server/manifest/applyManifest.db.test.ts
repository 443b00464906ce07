import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Principal } from '@/domain/access';
import { createTenant } from '@/server/auth/tenants';
import { tenantDb, type TenantDb } from '@/server/tenantDb';
import { useTestDatabase } from '@/test/database';
import { applyManifest } from './applyManifest';
import { previewManifest } from './previewManifest';

const { database } = await useTestDatabase();
const demo = readFileSync('src/test/landscapes/opentelemetry-demo.yaml', 'utf8');
const principal: Principal = { type: 'key', id: '00000000-0000-4000-8000-000000000001', name: 'tester', scopes: ['read', 'write'], role: null, canSeeRevenue: true };

async function newTenant(): Promise<TenantDb> {
  const { tenantId } = await createTenant(database, { name: 'Manifest', plan: 'Business' });
  return tenantDb(database, tenantId);
}
const yaml = (text: string) => ({ source: { text, contentType: 'application/yaml' }, prune: false, impact: false });

describe('the demo landscape', () => {
  it('applies as previewed, and then everything is unchanged', async () => {
    const tenant = await newTenant();
    const preview = await previewManifest(tenant, principal, yaml(demo));
    expect(preview.summary).toEqual({ create: 99, update: 0, delete: 0, unchanged: 0 });
    const applied = await applyManifest(tenant, principal, { ...yaml(demo), digest: preview.digest });
    expect({ ...applied, landscapeVersion: 0 }).toEqual(preview);
    expect(applied.landscapeVersion).toBe(1);
    const again = await applyManifest(tenant, principal, yaml(demo));
    expect(again.summary).toEqual({ create: 0, update: 0, delete: 0, unchanged: 99 });
    expect(again.landscapeVersion).toBe(1);
  });
});
