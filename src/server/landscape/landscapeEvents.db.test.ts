/** Events about changes to the landscape: one for each transaction, with counts and names, and never a value. */
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { yaml } from '@/test/manifestTenant';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { SYSTEM } from '@/test/restTenants';
import { setPlan } from '@/server/auth/tenants';
import { readEvents } from '@/server/events/eventRows';
import type { TenantDb } from '@/server/db/tenantDb';
import { applyManifest } from '@/server/manifest/applyManifest';
import { createEntity, updateEntity } from './entities';

const { database } = await useTestDatabase();
const openEvents = async (tenant: TenantDb) => (await readEvents(tenant, 0, 10)).map(({ open }) => open);

describe('a change to the landscape', () => {
  it('is one event of the same transaction, with the new version and what it touched', async () => {
    const tenant = await newTenant(database);
    await createEntity(tenant, EVERYTHING, 'technology', { name: 'PostgreSQL', technicalName: 'postgres' });
    const [event, ...more] = await openEvents(tenant);
    expect([event?.type, event?.sequence, more]).toEqual(['landscape.changed', 1, []]);
    expect(event?.data).toEqual({
      changeSetId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      landscapeVersion: 1,
      actor: { type: 'key', name: 'test' },
      summary: { create: 1, update: 0, delete: 0 },
      kinds: ['technology'],
      changes: [{ op: 'create', kind: 'technology', technicalName: 'postgres' }],
      changesOmitted: 0,
    });
  });

  it('that is refused, changes nothing or is a setting has no event', async () => {
    const tenant = await newTenant(database);
    await createEntity(tenant, EVERYTHING, 'technology', { name: 'PostgreSQL', technicalName: 'postgres' });
    await expect(createEntity(tenant, EVERYTHING, 'technology', { name: 'Again', technicalName: 'postgres' })).rejects.toMatchObject({
      code: 'duplicate',
    });
    await updateEntity(tenant, EVERYTHING, 'technology', 'postgres', { name: 'PostgreSQL' }, null);
    await setPlan(database, SYSTEM, tenant.tenantId, 'Business');
    expect(await readEvents(tenant, 1, 10)).toEqual([]);
  });

  it('by a manifest is two events, however large: one with what changed, up to fifty names, and one for the manifest', async () => {
    const tenant = await newTenant(database);
    const technologies = Array.from(
      { length: 120 },
      (_, index) => `  - {technicalName: t-${String(index).padStart(3, '0')}, name: T}`,
    ).join('\n');
    await applyManifest(tenant, EVERYTHING, yaml(`version: 1\nname: platform\ntechnologies:\n${technologies}\n`));
    const [changed, applied, ...more] = await openEvents(tenant);
    expect([changed?.type, applied?.type, more]).toEqual(['landscape.changed', 'manifest.applied', []]);
    expect(changed?.data).toMatchObject({ summary: { create: 120, update: 0, delete: 0 }, kinds: ['technology'], changesOmitted: 70 });
    expect((changed?.data.changes as { technicalName: string }[]).map(({ technicalName }) => technicalName)).toHaveLength(50);
    expect(applied?.data).toEqual({ ...changed?.data, manifest: 'platform' });
  });

  it('to revenue is reported without the value', async () => {
    const tenant = await newTenant(database);
    await createEntity(tenant, EVERYTHING, 'segment', {
      name: 'All',
      technicalName: 'all',
      audienceType: 'Public',
      annualRevenue: 987_654_321,
    });
    await updateEntity(tenant, EVERYTHING, 'segment', 'all', { annualRevenue: 123_456_789 }, null);
    const text = JSON.stringify(await readEvents(tenant, 0, 10));
    expect([text.includes('987654321'), text.includes('123456789'), text.includes('evenue')]).toEqual([false, false, false]);
  });
});
