/** Undoing an apply: what returns, what stays and is listed, and what is refused. */
import { describe, expect, it } from 'vitest';
import { UndoResult } from '@/contract/manifest/applies';
import { useTestDatabase } from '@/test/database';
import { integrator, newTenant, withoutRevenue, yaml } from '@/test/manifestTenant';
import { digestOfTenant } from '@/test/tenantDigest';
import { currentGraph } from '@/server/graphs/graphStore';
import { createDependency } from '@/server/landscape/dependencies';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { createEntity, getEntity, updateEntity } from '@/server/landscape/entities';
import { listChanges } from '@/server/landscape/listChanges';
import { applyManifest } from '@/server/manifest/applyManifest';
import type { TenantDb } from '@/server/db/tenantDb';
import { listApplies } from './listApplies';
import { previewUndo, undoApply } from './undoApply';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';
import { everythingIn } from '@/test/everythingIn';

const test = await useTestDatabase();

const SHOP = `
version: 1
name: shop
technologies: [{ technicalName: postgres, name: PostgreSQL }]
capabilities: [{ technicalName: sell, name: Selling }]
segments:
  - { technicalName: customers, name: Customers, audienceType: Customers, annualRevenue: 1000, capabilities: [{ capability: sell, revenueShare: 1 }] }
applications:
  - technicalName: shop
    name: Shop
    ownerTeam: web
    capabilities: [sell]
    components:
      - { technicalName: web, name: Web }
      - { technicalName: db, name: Database, technologies: [postgres] }
dependencies:
  - { source: web, target: db, dependencyType: ReadsWrites, protocol: PostgreSQL }
`;

async function apply(tenant: TenantDb, text: string, prune = false, takeOver = false): Promise<string> {
  await applyManifest(tenant, integrator, yaml(text, { prune, takeOver, ...(prune ? { allowDelete: 1_000 } : {}) }));
  const { items } = await listApplies(tenant, { limit: 1 });
  return items[0]?.changeSetId ?? '';
}

/** The landscape without what every write changes. */
async function landscapeOf(tenant: TenantDb): Promise<unknown> {
  const where = { tenantId: tenant.tenantId };
  return read(tenant, async (tx) => {
    const tables = [
      await tx.application.findMany({ where, include: { capabilities: true, processes: true }, orderBy: { id: 'asc' } }),
      await tx.component.findMany({ where, include: { hostingZones: true, technologies: true, datasets: true }, orderBy: { id: 'asc' } }),
      await tx.capability.findMany({ where, orderBy: { id: 'asc' } }),
      await tx.segment.findMany({ where, include: { capabilities: true }, orderBy: { id: 'asc' } }),
      await tx.technology.findMany({ where, orderBy: { id: 'asc' } }),
      await tx.dependency.findMany({ where, orderBy: { id: 'asc' } }),
      await tx.manifestOwnership.findMany({ where, orderBy: [{ manifestName: 'asc' }, { kind: 'asc' }, { entityId: 'asc' }] }),
    ];
    return JSON.parse(
      JSON.stringify(tables, (key, value: unknown) =>
        ['version', 'updatedAt', 'ordinal', 'sourceOrdinal', 'targetOrdinal'].includes(key)
          ? undefined
          : typeof value === 'bigint'
            ? Number(value)
            : value,
      ),
    ) as unknown;
  });
}

const told = ({ summary }: UndoResult): number[] => [summary.create, summary.update, summary.delete, summary.notRestored];

describe('undo', () => {
  it('of a first apply leaves nothing, and is recorded as a change of its own', async () => {
    const tenant = await newTenant(test);
    const empty = await landscapeOf(tenant);
    const id = await apply(tenant, SHOP);
    const before = await digestOfTenant(test.database, tenant.tenantId);
    const preview = await previewUndo(tenant, integrator, id);
    expect(await digestOfTenant(test.database, tenant.tenantId)).toEqual(before);
    const undone = await undoApply(tenant, integrator, id);
    expect(UndoResult.parse(undone)).toEqual({ ...preview, isPreview: false, changeSetId: undone.changeSetId, landscapeVersion: 2 });
    expect([told(undone), preview.isPreview, preview.changeSetId, preview.landscapeVersion]).toEqual([[0, 0, 7, 0], true, null, 1]);
    expect(await landscapeOf(tenant)).toEqual(empty);
    const { items } = await listChanges(tenant, integrator, { changeSetId: undone.changeSetId ?? '' });
    expect(items.map(({ op, kind, origin, landscapeVersion }) => [op, kind, origin, landscapeVersion])).toEqual(
      ['dependency', 'component', 'component', 'application', 'segment', 'capability', 'technology'].map((kind) => [
        'delete',
        kind,
        { undoOf: id },
        2,
      ]),
    );
    const counter = await read(tenant, (tx) => tx.componentCounter.findUniqueOrThrow({ where: { tenantId: tenant.tenantId } }));
    expect(counter.live).toBe(0);
  });

  it('of a later apply puts every field, link and id back, ownership too, and graphs in memory follow', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, SHOP);
    const before = await landscapeOf(tenant);
    const { graph: graphBefore } = await currentGraph(tenant);
    const namesBefore = everythingIn(graphBefore)
      .components.map(({ technicalName }) => technicalName)
      .sort();
    const smaller = SHOP.replace(/ {6}- \{ technicalName: db.*\n/, '')
      .replace(/dependencies:[\s\S]*/, '')
      .replace('ownerTeam: web', 'ownerTeam: shop')
      .replace(/technologies: \[\{.*\n/, 'technologies: []\n')
      .replace('revenueShare: 1', 'revenueShare: 0.5');
    const id = await apply(tenant, smaller, true);
    expect((await currentGraph(tenant)).graph.components.count).toBe(1);
    const undone = await undoApply(tenant, integrator, id);
    expect([told(undone), undone.notRestored]).toEqual([[3, 2, 0, 0], []]);
    expect(await landscapeOf(tenant)).toEqual(before);
    const { graph } = await currentGraph(tenant);
    expect([
      everythingIn(graph)
        .components.map(({ technicalName }) => technicalName)
        .sort(),
      graph.edges.count,
    ]).toEqual([namesBefore, 1]);
    // What the manifest had created is known again, so a prune deletes it again.
    await apply(tenant, smaller, true);
    await expect(getEntity(tenant, integrator, 'component', 'db')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('restores the declarations that the apply took over, and those that it released', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, SHOP);
    await apply(
      tenant,
      'version: 1\nname: other\ntechnologies: [{ technicalName: postgres, name: PostgreSQL }, { technicalName: redis, name: Redis }]\n',
    );
    const before = await landscapeOf(tenant);
    const id = await apply(
      tenant,
      'version: 1\nname: other\ntechnologies: [{ technicalName: redis, name: Redis 8 }]\ncapabilities: [{ technicalName: sell, name: Selling }]\n',
      true,
    );
    expect(await landscapeOf(tenant)).not.toEqual(before);
    await undoApply(tenant, integrator, id);
    expect(await landscapeOf(tenant)).toEqual(before);
  });

  it('keeps later changes and names each thing that it could not restore', async () => {
    const tenant = await newTenant(test);
    const id = await apply(tenant, SHOP);
    const shop = await getEntity(tenant, integrator, 'application', 'shop');
    const web = await getEntity(tenant, integrator, 'component', 'web');
    const later = await createEntity(tenant, integrator, 'component', { name: 'Later', technicalName: 'later', applicationId: shop.id });
    await createDependency(tenant, integrator, { sourceComponentId: later.id, targetComponentId: web.id, dependencyType: 'Calls' });
    await updateEntity(tenant, integrator, 'technology', 'postgres', { vendor: 'PGDG' }, null);
    await apply(tenant, 'version: 1\nname: other\ncapabilities: [{ technicalName: sell, name: Selling }]\n');
    await applyManifest(tenant, integrator, yaml('version: 1\nname: other\ncapabilities: [{ technicalName: sell, name: Selling }]\n'));
    const undone = await undoApply(tenant, integrator, id);
    expect(told(undone)).toEqual([0, 0, 3, 4]);
    expect(undone.changes.map(({ op, technicalName }) => [op, technicalName])).toEqual([
      ['delete', 'customers'],
      ['delete', 'db'],
      ['delete', 'web → db (ReadsWrites)'],
    ]);
    expect(undone.notRestored.map(({ op, technicalName, field, reason, message }) => [op, technicalName, field, reason, message])).toEqual([
      ['create', 'postgres', null, 'changed_since', 'it has been changed since (vendor)'],
      ['create', 'sell', null, 'declared_elsewhere', 'the manifest "other" also declares it'],
      ['create', 'shop', null, 'needed', 'the component later needs it now'],
      ['create', 'web', null, 'needed', 'the dependency later → web (Calls) needs it now'],
    ]);
  });

  it('of a prune cannot bring back what something new has replaced', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, SHOP);
    const id = await apply(tenant, 'version: 1\nname: shop\n', true);
    expect((await previewUndo(tenant, integrator, id)).summary).toEqual({ create: 7, update: 0, delete: 0, notRestored: 0 });
    await createEntity(tenant, integrator, 'application', { name: 'Another', technicalName: 'shop' });
    const undone = await undoApply(tenant, integrator, id);
    expect(undone.notRestored.map(({ op, technicalName, reason }) => [op, technicalName, reason]).sort()).toEqual([
      ['delete', 'db', 'link_gone'],
      ['delete', 'shop', 'name_taken'],
      ['delete', 'web → db (ReadsWrites)', 'link_gone'],
      ['delete', 'web', 'link_gone'],
    ]);
    expect(undone.changes.map(({ technicalName }) => technicalName).sort()).toEqual(['customers', 'postgres', 'sell']);
  });

  it('is refused the second time, for ids that are not of applies, and for an apply of another tenant', async () => {
    const [tenant, other] = [await newTenant(test), await newTenant(test)];
    const id = await apply(tenant, SHOP);
    for (const ask of [previewUndo, undoApply]) await expect(ask(other, integrator, id)).rejects.toMatchObject({ code: 'not_found' });
    const undone = await undoApply(tenant, integrator, id);
    for (const ask of [previewUndo, undoApply]) {
      await expect(ask(tenant, integrator, id)).rejects.toMatchObject({ code: 'conflict', facts: { undoneBy: undone.changeSetId } });
      await expect(ask(tenant, integrator, undone.changeSetId ?? '')).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('of revenue needs the right to revenue', async () => {
    const tenant = await newTenant(test);
    const id = await apply(tenant, SHOP);
    for (const ask of [previewUndo, undoApply])
      await expect(ask(tenant, withoutRevenue, id)).rejects.toMatchObject({ code: 'revenue_forbidden' });
    const harmless = await apply(tenant, SHOP.replace('name: Selling', 'name: Sale'));
    expect(told(await undoApply(tenant, withoutRevenue, harmless))).toEqual([0, 1, 0, 0]);
  });

  it('respects the plan’s limit', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, SHOP);
    const id = await apply(tenant, 'version: 1\nname: shop\n', true);
    await write(tenant, (tx) => tx.componentCounter.update({ where: { tenantId: tenant.tenantId }, data: { live: 19_999 } }));
    expect((await previewUndo(tenant, integrator, id)).planLimit).toEqual({ plan: 'Business', limit: 20_000, components: 20_001 });
    await expect(undoApply(tenant, integrator, id)).rejects.toMatchObject({ code: 'plan_limit' });
    await write(tenant, (tx) => tx.componentCounter.update({ where: { tenantId: tenant.tenantId }, data: { live: 0 } }));
    expect(told(await undoApply(tenant, integrator, id))).toEqual([7, 0, 0, 0]);
  });
});

describe('the list of applies', () => {
  it('names each apply that changed something, newest first, and what undid it', async () => {
    const tenant = await newTenant(test);
    const first = await apply(tenant, SHOP);
    await applyManifest(tenant, integrator, yaml(SHOP));
    await deleteEntity(tenant, integrator, 'segment', 'customers', true, null);
    const second = await apply(
      tenant,
      'version: 1\nname: other\ntechnologies: [{ technicalName: postgres, name: Postgres }, { technicalName: redis, name: Redis }]\n',
      false,
      true,
    );
    const undone = await undoApply(tenant, integrator, second);
    const page = await listApplies(tenant, {});
    const actor = { type: integrator.type, id: integrator.id, name: integrator.name };
    expect(page.items).toEqual([
      {
        changeSetId: second,
        manifest: 'other',
        prune: false,
        at: page.items[0]?.at,
        landscapeVersion: 3,
        actor,
        summary: { create: 1, update: 1, delete: 0 },
        takenOver: 1,
        undoneBy: undone.changeSetId,
      },
      {
        changeSetId: first,
        manifest: 'shop',
        prune: false,
        at: page.items[1]?.at,
        landscapeVersion: 1,
        actor,
        summary: { create: 7, update: 0, delete: 0 },
        takenOver: 0,
        undoneBy: null,
      },
    ]);
    expect([page.total, page.nextCursor]).toEqual([2, null]);
    const { items, nextCursor } = await listApplies(tenant, { limit: 1 });
    const next = await listApplies(tenant, { limit: 1, cursor: nextCursor ?? '' });
    expect([...items, ...next.items]).toEqual(page.items);
    expect((await listApplies(tenant, { manifest: 'shop' })).items.map(({ changeSetId }) => changeSetId)).toEqual([first]);
  });
});
