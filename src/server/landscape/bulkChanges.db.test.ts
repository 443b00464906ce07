/** Changes to many entities at once: all or none, in one change set, and their undo. */
import { describe, expect, it } from 'vitest';
import { BulkUpdateInput } from '@/contract/bulk';
import type { Dependency } from '@/contract/dependency';
import { useTestDatabase } from '@/test/database';
import { integrator, yaml } from '@/test/manifestTenant';
import { EVERYTHING, WITHOUT_REVENUE, newTenant } from '@/test/tenants';
import { byCodeUnit } from '@/plain/order';
import { undoChangeSet } from '@/server/history/undoApply';
import { applyManifest } from '@/server/manifest/applyManifest';
import type { TenantDb } from '@/server/db/tenantDb';
import { deleteMany, updateMany } from './bulkChanges';
import { createDependency, getDependency } from './dependencies';
import { createEntity, getEntity, updateEntity } from './entities';
import { readEntityNames } from './entityNames';
import { listChanges } from './listChanges';
import { read } from '@/server/db/read';

const { database } = await useTestDatabase();
const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });
const change = (input: object): BulkUpdateInput => BulkUpdateInput.parse(input);

async function versionOf(tenant: TenantDb): Promise<number> {
  const row = await read(tenant, (tx) => tx.landscapeVersion.findFirstOrThrow({ where: { tenantId: tenant.tenantId } }));
  return Number(row.version);
}

async function shop(tenant: TenantDb) {
  const application = await createEntity(tenant, EVERYTHING, 'application', named('shop'));
  const [web, db, cache] = [
    await createEntity(tenant, EVERYTHING, 'component', { ...named('web'), applicationId: application.id }),
    await createEntity(tenant, EVERYTHING, 'component', { ...named('db'), applicationId: application.id }),
    await createEntity(tenant, EVERYTHING, 'component', { ...named('cache'), applicationId: application.id }),
  ];
  const edge = (source: string, target: string): Promise<Dependency> =>
    createDependency(tenant, EVERYTHING, { sourceComponentId: source, targetComponentId: target, dependencyType: 'Calls' });
  return { application, web, db, cache, toDb: await edge(web.id, db.id), toCache: await edge(web.id, cache.id) };
}

describe('a bulk update', () => {
  it('changes all in one change set, says which had the values already, and is undone as one', async () => {
    const tenant = await newTenant(database);
    const { web, db, cache } = await shop(tenant);
    await updateEntity(tenant, EVERYTHING, 'component', db.id, { kind: 'Database' }, null);
    const before = await versionOf(tenant);
    const result = await updateMany(
      tenant,
      EVERYTHING,
      change({ kind: 'component', ids: [web.id, db.id, cache.id], set: { kind: 'Database' } }),
    );
    expect(result).toEqual({ changeSetId: result.changeSetId, changed: [web.id, cache.id], unchanged: [db.id] });
    expect(await versionOf(tenant)).toBe(before + 1);
    expect(
      (await listChanges(tenant, EVERYTHING, { changeSetId: result.changeSetId ?? '' })).items.map(({ technicalName }) => technicalName),
    ).toEqual(['web', 'cache']);
    const undone = await undoChangeSet(tenant, EVERYTHING, result.changeSetId ?? '');
    expect(undone).toMatchObject({ manifest: null, summary: { create: 0, update: 2, delete: 0, notRestored: 0 } });
    expect((await getEntity(tenant, EVERYTHING, 'component', 'cache')).kind).toBe('Other');
    expect((await getEntity(tenant, EVERYTHING, 'component', 'db')).kind).toBe('Database');
    await expect(undoChangeSet(tenant, EVERYTHING, result.changeSetId ?? '')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('adds links to those that each has and removes links, and keeps the shares of a segment', async () => {
    const tenant = await newTenant(database);
    const sell = await createEntity(tenant, EVERYTHING, 'capability', named('sell'));
    const ship = await createEntity(tenant, EVERYTHING, 'capability', named('ship'));
    const people = await createEntity(tenant, EVERYTHING, 'segment', {
      ...named('people'),
      audienceType: 'Public',
      capabilities: [{ capabilityId: sell.id, revenueShare: 0.4 }],
    });
    const firms = await createEntity(tenant, EVERYTHING, 'segment', {
      ...named('firms'),
      audienceType: 'Partners',
      capabilities: [{ capabilityId: ship.id }],
    });
    await updateMany(
      tenant,
      EVERYTHING,
      change({ kind: 'segment', ids: [people.id, firms.id], add: { capabilities: [sell.id] }, remove: { capabilities: [ship.id] } }),
    );
    expect((await getEntity(tenant, EVERYTHING, 'segment', 'people')).capabilities).toEqual([{ capabilityId: sell.id, revenueShare: 0.4 }]);
    expect((await getEntity(tenant, EVERYTHING, 'segment', 'firms')).capabilities).toEqual([{ capabilityId: sell.id, revenueShare: null }]);
    await expect(
      updateMany(tenant, WITHOUT_REVENUE, change({ kind: 'segment', ids: [people.id], set: { annualRevenue: 1 } })),
    ).rejects.toMatchObject({ code: 'revenue_forbidden' });
  });

  it('changes nothing if one entity cannot be changed, and names every mistake by its position', async () => {
    const tenant = await newTenant(database);
    const { application, toDb, toCache } = await shop(tenant);
    const before = await versionOf(tenant);
    await expect(
      updateMany(
        tenant,
        EVERYTHING,
        change({ kind: 'application', ids: [application.id, UNKNOWN], set: { ownerTeam: 'web' }, add: { processIds: [UNKNOWN] } }),
      ),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'ids[0].processIds[0]', message: 'no process has this id' }, { path: 'ids[1]' }],
    });
    await expect(
      updateMany(tenant, EVERYTHING, change({ kind: 'dependency', ids: [toDb.id, UNKNOWN], set: { mode: 'Soft' } })),
    ).rejects.toMatchObject({ issues: [{ path: 'ids[1]' }] });
    expect(await versionOf(tenant)).toBe(before);
    expect((await getDependency(tenant, toDb.id)).mode).toBe('Hard');
    expect(
      await updateMany(tenant, EVERYTHING, change({ kind: 'dependency', ids: [toDb.id, toCache.id, toDb.id], set: { mode: 'Soft' } })),
    ).toMatchObject({ changed: [toDb.id, toCache.id, toDb.id] });
  });

  it('refuses fields that identify an entity, unknown fields, and an empty change', () => {
    const pathsOf = (input: object): string[] =>
      BulkUpdateInput.safeParse({ kind: 'application', ids: [UNKNOWN], ...input }).error?.issues.map(({ path }) => path.join('.')) ?? [];
    expect(pathsOf({ set: { name: 'x' } })).toEqual(['set.name']);
    expect(pathsOf({ set: { lifecycleState: 'Gone' } })).toEqual(['set.lifecycleState']);
    expect(pathsOf({ set: { colour: 'red' } })).toEqual(['set.colour']);
    expect(pathsOf({ add: { ownerTeam: [UNKNOWN] } })).toEqual(['add.ownerTeam']);
    expect(pathsOf({ set: { processIds: [] }, add: { processIds: [UNKNOWN] } })).toEqual(['add.processIds']);
    expect(pathsOf({})).toEqual(['set']);
  });
});

describe('a bulk deletion', () => {
  it('is refused with everything that needs the entities, except what is deleted too; cascade deletes that as well', async () => {
    const tenant = await newTenant(database);
    const { application, web, db, toDb, toCache } = await shop(tenant);
    await expect(deleteMany(tenant, EVERYTHING, { kind: 'component', ids: [web.id, db.id] })).rejects.toMatchObject({
      code: 'in_use',
      facts: {
        neededBy: [toDb, toCache]
          .sort((a, b) => byCodeUnit(a.id, b.id))
          .map(({ id }) => expect.objectContaining({ kind: 'dependency', id }) as unknown),
        neededByTotal: 2,
      },
    });
    const gone = await deleteMany(tenant, EVERYTHING, { kind: 'component', ids: [web.id, db.id], cascade: true });
    expect(gone.deleted.map(({ kind }) => kind).sort()).toEqual(['component', 'component', 'dependency', 'dependency']);
    const undone = await undoChangeSet(tenant, EVERYTHING, gone.changeSetId ?? '');
    expect(undone.summary).toEqual({ create: 4, update: 0, delete: 0, notRestored: 0 });
    expect(await getEntity(tenant, EVERYTHING, 'component', web.id)).toMatchObject({ technicalName: 'web', applicationId: application.id });
    expect(await getDependency(tenant, toDb.id)).toMatchObject({ sourceComponentId: web.id, targetComponentId: db.id });
  });

  it('deletes capabilities together with those above them, and an undo restores which manifests declared them', async () => {
    const tenant = await newTenant(database);
    for (const name of ['one', 'two'])
      await applyManifest(
        tenant,
        integrator,
        yaml(
          `version: 1\nname: ${name}\ncapabilities: [{ technicalName: top, name: Top }, { technicalName: below, name: Below, parent: top }]`,
          {},
        ),
      );
    const owners = () =>
      read(tenant, (tx) =>
        tx.manifestOwnership.findMany({ where: { tenantId: tenant.tenantId }, orderBy: [{ manifestName: 'asc' }, { entityId: 'asc' }] }),
      );
    const declared = await owners();
    expect(declared).toHaveLength(4);
    const [top, below] = [
      await getEntity(tenant, EVERYTHING, 'capability', 'top'),
      await getEntity(tenant, EVERYTHING, 'capability', 'below'),
    ];
    const gone = await deleteMany(tenant, EVERYTHING, { kind: 'capability', ids: [top.id, below.id] });
    expect(gone.deleted.map(({ technicalName }) => technicalName)).toEqual(['top', 'below']);
    expect(await owners()).toEqual([]);
    await undoChangeSet(tenant, EVERYTHING, gone.changeSetId ?? '');
    expect(await owners()).toEqual(declared);
    expect((await getEntity(tenant, EVERYTHING, 'capability', 'below')).parentId).toBe(top.id);
  });
});

it('names of links are found for this tenant’s existing entities only', async () => {
  const tenant = await newTenant(database);
  const { web } = await shop(tenant);
  expect(await readEntityNames(tenant, { kind: 'component', ids: [web.id, UNKNOWN] })).toEqual([
    { id: web.id, name: 'web', technicalName: 'web' },
  ]);
});
