/** The home page's overview: what it says about the landscape, who sees revenue in it, and what counts as changed and set up. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HomeOverview } from '@/contract/homeOverview';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, WITHOUT_REVENUE, newTenant } from '@/test/tenants';
import { createApiKey } from '@/server/auth/apiKeys';
import { acceptSignal } from '@/server/health/acceptSignals';
import { consumeHealth } from '@/server/health/consume';
import { createEntity, updateEntity } from '@/server/landscape/entities';
import { applyManifest } from '@/server/manifest/applyManifest';
import { listRegister } from '@/server/register/securityRegister';
import type { TenantDb } from '@/server/db/tenantDb';
import { readHomeOverview } from './homeOverview';

const { database } = await useTestDatabase();
const DEMO = readFileSync('src/test/landscapes/opentelemetry-demo.yaml', 'utf8');

async function demo(): Promise<TenantDb> {
  const tenant = await newTenant(database);
  const actor = { type: 'key', id: EVERYTHING.id, name: 'loader', canSeeRevenue: true } as const;
  await applyManifest(tenant, actor, { source: { text: DEMO, contentType: 'application/yaml' }, prune: false, impact: false });
  return tenant;
}

const look = (tenant: TenantDb, principal = EVERYTHING) => readHomeOverview(tenant, 'Enterprise', principal, new Date());

it('names the widest blast radii and the most exposed capabilities, and how complete the register is', async () => {
  const tenant = await demo();
  const overview = await look(tenant);
  expect(HomeOverview.parse(overview)).toEqual(overview);
  expect(overview.size).toEqual({ components: 33, dependencies: 53, applications: 7 });
  expect(
    overview.widest.map(({ technicalName, affected, applications, people }) => [technicalName, affected, applications, people]),
  ).toEqual([
    ['flagd', 12, 6, 240_040],
    ['astronomy-db', 7, 5, 240_000],
    ['kafka', 6, 5, 240_000],
    ['product-catalog', 5, 4, 240_000],
    ['cart', 4, 3, 240_000],
  ]);
  expect(overview.widest.every(({ revenue }) => revenue !== undefined)).toBe(true);
  expect(overview.capabilities.map(({ technicalName, revenuePerHour }) => [technicalName, revenuePerHour?.perHour])).toEqual([
    ['place-order', 1_600],
    ['browse-catalogue', 400],
    ['observe-systems', undefined],
  ]);
  expect(overview.register).toEqual((await listRegister(tenant, {})).completeness.overall);
});

it('contains no revenue for those who may not see it', async () => {
  const overview = await look(await demo(), WITHOUT_REVENUE);
  expect(JSON.stringify(overview)).not.toMatch(/revenue|perHour/i);
});

it('follows each change, counts the change sets of a week, and distinguishes manifests from changes by hand', async () => {
  const tenant = await demo();
  expect((await look(tenant)).changes.latest.map(({ manifest, created, updated }) => [manifest, created, updated])).toEqual([
    ['opentelemetry-demo', 118, 0],
  ]);
  const { id } = await createEntity(tenant, EVERYTHING, 'application', { name: 'New', technicalName: 'new' });
  await updateEntity(tenant, EVERYTHING, 'application', id, { name: 'Newer' }, null);
  const { changes, size, landscapeVersion } = await look(tenant);
  expect(changes.total).toBe(3);
  expect(changes.latest.map(({ created, updated, deleted, first }) => [created, updated, deleted, first.technicalName])).toEqual([
    [0, 1, 0, 'new'],
    [1, 0, 0, 'new'],
    [118, 0, 0, expect.any(String)],
  ]);
  expect(size.applications).toBe(8);
  expect(landscapeVersion).toBe(3);
  const later = await readHomeOverview(tenant, 'Enterprise', EVERYTHING, new Date(Date.now() + 8 * 86_400_000));
  expect(later.changes).toMatchObject({ total: 0, latest: [] });
});

it('knows which parts of a tenant are set up', async () => {
  const tenant = await demo();
  const empty = { hasHealth: false, hasKey: false, hasWebhook: false, hasOtherMember: false };
  expect((await look(tenant)).setUp).toEqual(empty);
  await createApiKey(tenant, EVERYTHING, { name: 'k', scopes: ['read'], canSeeRevenue: false });
  await acceptSignal(tenant, 'Enterprise', { component: 'cart', state: 'Healthy' }, new Date());
  await consumeHealth(10_000, tenant.tenantId);
  expect((await look(tenant)).setUp).toEqual({ ...empty, hasHealth: true, hasKey: true });
});

it('is empty for an empty tenant, without an error', async () => {
  const { widest, capabilities, register, changes } = await look(await newTenant(database));
  expect({ widest, capabilities, percent: register.percent, changes: changes.latest }).toEqual({
    widest: [],
    capabilities: [],
    percent: null,
    changes: [],
  });
});
