/** What changed shortly before an incident: which changes count, and who sees what of them. */
import { describe, expect, it } from 'vitest';
import type { IncidentChanges } from '@/contract/incidentChanges';
import type { AppError } from '@/domain/errors';
import type { TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, WITHOUT_REVENUE, newTenant } from '@/test/tenants';
import { undoChangeSet } from '@/server/history/undoApply';
import { componentIdOf } from '@/server/landscape/componentId';
import { createDependency, deleteDependency } from '@/server/landscape/dependencies';
import { updateEntity } from '@/server/landscape/entities';
import { applyManifest } from '@/server/manifest/applyManifest';
import { acceptSignals } from './acceptSignals';
import { readChangesBefore } from './changesBefore';
import { consumeHealth } from './consume';
import { listIncidents } from './listIncidents';

const { database } = await useTestDatabase();

const apply = async (tenant: TenantDb, manifest: object): Promise<void> => {
  const source = { text: JSON.stringify({ version: 1, ...manifest }), contentType: 'application/json' };
  await applyManifest(tenant, EVERYTHING, { source, prune: false, impact: false });
};

/** van → road in the application `parcels`; nothing depends on the office. */
async function parcels(): Promise<TenantDb> {
  const tenant = await newTenant(database);
  await apply(tenant, {
    name: 'parcels',
    applications: [
      {
        technicalName: 'parcels',
        name: 'Parcels',
        components: [
          { technicalName: 'van', name: 'Delivery van' },
          { technicalName: 'road', name: 'Main road' },
          { technicalName: 'office', name: 'Back office' },
        ],
      },
    ],
    dependencies: [{ source: 'van', target: 'road', dependencyType: 'Calls' }],
  });
  return tenant;
}

const idOf = async (tenant: TenantDb, technicalName: string): Promise<string> => (await componentIdOf(tenant, technicalName))!;

/** The van is down as of now. */
async function breakDown(tenant: TenantDb): Promise<string> {
  await acceptSignals(tenant, 'Enterprise', [{ component: 'van', state: 'Outage' }], new Date());
  expect(await consumeHealth(60_000, tenant.tenantId)).toMatchObject({ failures: 0 });
  return (await listIncidents(tenant, {}, new Date())).items[0]!.id;
}

const told = ({ sets }: IncidentChanges): string[][] =>
  sets.map(({ entries, origin }) => [
    ...entries.map(({ op, called }) => `${op} ${called}`).sort(),
    ...(origin.manifest === undefined ? [] : ['by a manifest']),
  ]);

describe('what changed before an incident', () => {
  it('is what changed of its cause, of what that depends on and by manifests, the newest first', async () => {
    const tenant = await parcels();
    await updateEntity(tenant, EVERYTHING, 'component', 'office', { description: 'Painted.' }, null);
    await updateEntity(tenant, EVERYTHING, 'component', 'road', { description: 'Narrowed.' }, null);
    await updateEntity(tenant, EVERYTHING, 'component', 'van', { name: 'Old van' }, null);
    const id = await breakDown(tenant);
    await updateEntity(tenant, EVERYTHING, 'component', 'van', { name: 'Repaired van' }, null);
    const changes = await readChangesBefore(tenant, EVERYTHING, id);
    expect(told(changes)).toEqual([
      ['update Old van'],
      ['update Main road'],
      ['create Delivery van', 'create Main road', 'create Repaired van → Main road', 'by a manifest'],
    ]);
    expect(changes.sets[0]).toMatchObject({ isUndone: false, changeCount: 1, entriesOmitted: 0, actor: { name: 'test' } });
    expect(changes.sets[0]?.entries[0]?.fields).toEqual([{ field: 'name', from: 'Delivery van', to: 'Old van' }]);
    expect(Date.parse(changes.until) - Date.parse(changes.from)).toBe(3_600_000);
  });

  it('has dependencies that were removed since', async () => {
    const tenant = await parcels();
    const made = await createDependency(tenant, EVERYTHING, {
      sourceComponentId: await idOf(tenant, 'van'),
      targetComponentId: await idOf(tenant, 'office'),
      dependencyType: 'Calls',
    });
    await deleteDependency(tenant, EVERYTHING, made.id, null);
    const changes = await readChangesBefore(tenant, EVERYTHING, await breakDown(tenant));
    expect(told(changes).slice(0, 2)).toEqual([['delete Delivery van → Back office'], ['create Delivery van → Back office']]);
  });

  it('says which changes were undone', async () => {
    const tenant = await parcels();
    await updateEntity(tenant, EVERYTHING, 'component', 'van', { name: 'Old van' }, null);
    const id = await breakDown(tenant);
    const [first] = (await readChangesBefore(tenant, EVERYTHING, id)).sets;
    await undoChangeSet(tenant, EVERYTHING, first!.changeSetId);
    expect((await readChangesBefore(tenant, EVERYTHING, id)).sets.map(({ isUndone }) => isUndone)).toEqual([true, false]);
  });

  it('names a manifest that changed nothing of the cause, without what it changed', async () => {
    const tenant = await parcels();
    await apply(tenant, {
      name: 'buyers',
      segments: [{ technicalName: 'buyers', name: 'Buyers', audienceType: 'Customers', annualRevenue: 1_000_000 }],
    });
    const { sets } = await readChangesBefore(tenant, WITHOUT_REVENUE, await breakDown(tenant));
    expect(sets[0]).toMatchObject({ origin: { manifest: 'buyers' }, changeCount: 1, entries: [], entriesOmitted: 0 });
  });

  it('is unknown to another tenant', async () => {
    const [tenant, other] = [await parcels(), await parcels()];
    const id = await breakDown(tenant);
    await expect(readChangesBefore(other, EVERYTHING, id)).rejects.toEqual(expect.objectContaining({ code: 'not_found' }) as AppError);
  });
});
