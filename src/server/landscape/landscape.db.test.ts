/** The landscape through its use cases: links, deletion, redundancy groups, revenue, the change log. */
import { describe, expect, it } from 'vitest';
import type { DependencySort, EntitySort } from '@/contract/lists';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, WITHOUT_REVENUE, newTenant } from '@/test/tenants';
import { byCodeUnit } from '@/plain/order';
import type { TenantDb } from '@/server/db/tenantDb';
import { createDependency, deleteDependency, listDependencies, updateDependency } from './dependencies';
import { createEntity, getEntity, listEntities, updateEntity } from './entities';
import { deleteEntity } from './deleteEntity';
import { listChanges } from './listChanges';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();
const UNKNOWN = '11111111-1111-4111-8111-111111111111';

const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

async function components(tenant: TenantDb, ...names: string[]): Promise<Record<string, string>> {
  const application = await createEntity(tenant, EVERYTHING, 'application', named(`app-of-${names[0] ?? ''}`));
  const ids: Record<string, string> = {};
  for (const name of names)
    ids[name] = (await createEntity(tenant, EVERYTHING, 'component', { ...named(name), applicationId: application.id })).id;
  return ids;
}

const link = (sourceComponentId: string | undefined, targetComponentId: string | undefined, more: object = {}) => ({
  sourceComponentId: sourceComponentId ?? '',
  targetComponentId: targetComponentId ?? '',
  dependencyType: 'Calls' as const,
  ...more,
});

describe('entities', () => {
  it('are created with defaults, all fields and sorted links, and read by id in any case and by technicalName', async () => {
    const tenant = await newTenant(database);
    const capability = await createEntity(tenant, EVERYTHING, 'capability', named('sell'));
    const created = await createEntity(tenant, EVERYTHING, 'application', { ...named('shop'), capabilityIds: [capability.id] });
    expect(created).toEqual({
      id: created.id,
      name: 'shop',
      technicalName: 'shop',
      description: null,
      lifecycleState: 'Production',
      criticalityTier: 'BusinessOperational',
      ownerTeam: null,
      contact: null,
      references: [],
      capabilityIds: [capability.id],
      processIds: [],
      createdAt: created.createdAt,
      updatedAt: created.updatedAt,
      version: 1,
    });
    expect(await getEntity(tenant, EVERYTHING, 'application', created.id.toUpperCase())).toEqual(created);
    expect(await getEntity(tenant, EVERYTHING, 'application', 'shop')).toEqual(created);
    await expect(getEntity(tenant, EVERYTHING, 'application', 'Shop')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are refused with the path of every unknown id, and when their technicalName is taken', async () => {
    const tenant = await newTenant(database);
    const { id } = await createEntity(tenant, EVERYTHING, 'capability', named('sell'));
    await expect(
      createEntity(tenant, EVERYTHING, 'segment', {
        ...named('people'),
        audienceType: 'Public',
        capabilities: [{ capabilityId: id }, { capabilityId: UNKNOWN }],
      }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'capabilities[1].capabilityId', message: 'no capability has this id' }],
    });
    await expect(createEntity(tenant, EVERYTHING, 'capability', named('sell'))).rejects.toMatchObject({ code: 'duplicate' });
  });

  it('are listed page by page in the order of code units, each exactly once, with search taken literally', async () => {
    const tenant = await newTenant(database);
    const names = ['b', 'a_c', 'axc', 'B', 'a%', '0'];
    for (const name of names)
      await createEntity(tenant, EVERYTHING, 'technology', { name, technicalName: name === 'a%' ? 'a.percent' : name });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listEntities(tenant, EVERYTHING, 'technology', { limit: 2, cursor });
      expect(page.total).toBe(6);
      seen.push(...page.items.map((item) => item.technicalName));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['0', 'B', 'a.percent', 'a_c', 'axc', 'b']);
    const found = async (search: string) =>
      (await listEntities(tenant, EVERYTHING, 'technology', { search })).items.map((item) => item.technicalName);
    expect(await found('A_')).toEqual(['a_c']);
    expect(await found('%')).toEqual(['a.percent']);
    expect(await found('\\')).toEqual([]);
  });

  it('are listed in every order in both directions, page by page, with ties broken by technicalName', async () => {
    const tenant = await newTenant(database);
    for (const [technicalName, name] of [
      ['c', 'same'],
      ['a', 'same'],
      ['d', 'first'],
      ['b', 'same'],
    ] as const)
      await createEntity(tenant, EVERYTHING, 'technology', { name, technicalName });
    await updateEntity(tenant, EVERYTHING, 'technology', 'a', { vendor: 'somebody' }, null);
    const listed = async (sort: EntitySort): Promise<string> => {
      const seen: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await listEntities(tenant, EVERYTHING, 'technology', { limit: 1, sort, cursor });
        seen.push(...page.items.map((item) => item.technicalName));
        if (page.nextCursor === null) return seen.join('');
        cursor = page.nextCursor;
      }
    };
    expect(await listed('technicalName')).toBe('abcd');
    expect(await listed('-technicalName')).toBe('dcba');
    expect(await listed('name')).toBe('dabc');
    expect(await listed('-name')).toBe('cbad');
    expect(await listed('updatedAt')).toBe('cdba');
    expect(await listed('-updatedAt')).toBe('abdc');
    const { nextCursor } = await listEntities(tenant, EVERYTHING, 'technology', { limit: 1, sort: 'name' });
    await expect(
      listEntities(tenant, EVERYTHING, 'technology', { limit: 1, sort: '-name', cursor: nextCursor ?? '' }),
    ).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'cursor' }] });
  });

  it('refuse a cursor of another list, of other filters and of another tenant', async () => {
    const [one, other] = [await newTenant(database), await newTenant(database)];
    for (const name of ['a', 'b']) await createEntity(one, EVERYTHING, 'dataset', { ...named(name), classification: 'Public' });
    const { nextCursor } = await listEntities(one, EVERYTHING, 'dataset', { limit: 1 });
    const cursor = nextCursor ?? '';
    const refused = { code: 'invalid_input', issues: [{ path: 'cursor' }] };
    await expect(listEntities(one, EVERYTHING, 'technology', { cursor })).rejects.toMatchObject(refused);
    await expect(listEntities(one, EVERYTHING, 'dataset', { cursor, search: 'a' })).rejects.toMatchObject(refused);
    await expect(listEntities(other, EVERYTHING, 'dataset', { cursor })).rejects.toMatchObject(refused);
    expect((await listEntities(one, EVERYTHING, 'dataset', { cursor })).items.map(({ technicalName }) => technicalName)).toEqual(['b']);
  });

  it('change only the fields of a patch, and raise the version once, or not at all if nothing differs', async () => {
    const tenant = await newTenant(database);
    const zone = async (name: string) => {
      const area = await createEntity(tenant, EVERYTHING, 'hosting-area', named(`area-${name}`));
      return createEntity(tenant, EVERYTHING, 'hosting-zone', { ...named(name), hostingAreaId: area.id });
    };
    const [first, second] = [await zone('z1'), await zone('z2')];
    const ids = await components(tenant, 'db');
    const both = [first.id, second.id].sort();
    const changed = await updateEntity(
      tenant,
      EVERYTHING,
      'component',
      'db',
      { hostingZoneIds: [second.id, first.id], description: 'x' },
      null,
    );
    expect(changed).toMatchObject({ id: ids.db, version: 2, description: 'x', hostingZoneIds: both, kind: 'Other' });
    const same = await updateEntity(tenant, EVERYTHING, 'component', 'db', { hostingZoneIds: both, description: 'x' }, '"2r"');
    expect(same.version).toBe(2);
    await expect(updateEntity(tenant, EVERYTHING, 'component', 'db', { description: 'y' }, '"1r"')).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    expect(await updateEntity(tenant, EVERYTHING, 'component', 'db', { description: null, hostingZoneIds: [] }, '"2r"')).toMatchObject({
      version: 3,
      description: null,
      hostingZoneIds: [],
    });
  });

  it('keep capabilities a tree', async () => {
    const tenant = await newTenant(database);
    const top = await createEntity(tenant, EVERYTHING, 'capability', named('top'));
    const below = await createEntity(tenant, EVERYTHING, 'capability', { ...named('below'), parentId: top.id });
    const refused = { code: 'invalid_input', issues: [{ path: 'parentId' }] };
    await expect(updateEntity(tenant, EVERYTHING, 'capability', 'top', { parentId: below.id }, null)).rejects.toMatchObject(refused);
    await expect(updateEntity(tenant, EVERYTHING, 'capability', 'top', { parentId: top.id }, null)).rejects.toMatchObject(refused);
  });
});

describe('deletion', () => {
  it('names everything that needs an application; with cascade it deletes its parts and unlinks the rest', async () => {
    const tenant = await newTenant(database);
    const ids = await components(tenant, 'web', 'api');
    await createDependency(tenant, EVERYTHING, link(ids.web, ids.api));
    await expect(deleteEntity(tenant, EVERYTHING, 'application', 'app-of-web', false, null)).rejects.toMatchObject({
      code: 'in_use',
      facts: { neededByTotal: 3 },
    });
    const gone = await deleteEntity(tenant, EVERYTHING, 'application', 'app-of-web', true, null);
    expect(gone.deleted.map(({ kind, technicalName }) => `${kind} ${technicalName}`)).toEqual([
      'application app-of-web',
      'component api',
      'component web',
      'dependency web → api (Calls)',
    ]);
    expect(gone.unlinked).toEqual([]);
    expect(await read(tenant, (tx) => tx.componentCounter.findFirst())).toMatchObject({ live: 0, nextOrdinal: 2 });
  });

  it('of a capability deletes those below it and unlinks what supports them', async () => {
    const tenant = await newTenant(database);
    const top = await createEntity(tenant, EVERYTHING, 'capability', named('top'));
    const below = await createEntity(tenant, EVERYTHING, 'capability', { ...named('below'), parentId: top.id });
    await createEntity(tenant, EVERYTHING, 'application', { ...named('shop'), capabilityIds: [below.id] });
    await createEntity(tenant, EVERYTHING, 'segment', {
      ...named('all'),
      audienceType: 'Public',
      capabilities: [{ capabilityId: top.id }],
    });
    const gone = await deleteEntity(tenant, EVERYTHING, 'capability', 'top', true, null);
    expect(gone.deleted.map(({ technicalName }) => technicalName)).toEqual(['top', 'below']);
    expect(gone.unlinked.map(({ technicalName, field }) => `${technicalName} ${field}`).sort()).toEqual([
      'all capabilities',
      'shop capabilityIds',
    ]);
    expect(await getEntity(tenant, EVERYTHING, 'application', 'shop')).toMatchObject({ capabilityIds: [], version: 2 });
  });
});

describe('redundancy groups', () => {
  it('keep one minimum for all edges, at most the number of targets, and lower it when a target is deleted', async () => {
    const tenant = await newTenant(database);
    const ids = await components(tenant, 'web', 'a', 'b');
    const group = { redundancyGroup: 'replicas' };
    const first = await createDependency(tenant, EVERYTHING, link(ids.web, ids.a, group));
    const refused = { code: 'invalid_input', issues: [{ path: 'redundancyMinimum' }] };
    await expect(createDependency(tenant, EVERYTHING, link(ids.web, ids.b, { ...group, redundancyMinimum: 2 }))).rejects.toMatchObject(
      refused,
    );
    await expect(updateDependency(tenant, EVERYTHING, first.id, { redundancyMinimum: 2 }, null)).rejects.toMatchObject(refused);
    await expect(
      updateDependency(tenant, EVERYTHING, first.id, { redundancyGroup: null, redundancyMinimum: 2 }, null),
    ).rejects.toMatchObject(refused);
    const second = await createDependency(tenant, EVERYTHING, link(ids.web, ids.b, group));
    // As a manifest would, which writes a whole group at once.
    await write(tenant, (tx) => tx.dependency.updateMany({ data: { redundancyMinimum: 2 } }));
    const gone = await deleteDependency(tenant, EVERYTHING, first.id, null);
    expect(gone.unlinked).toEqual([{ kind: 'dependency', id: second.id, technicalName: 'web → b (Calls)', field: 'redundancyMinimum' }]);
  });

  it('leave dependencies listed by the names of either end, page by page', async () => {
    const tenant = await newTenant(database);
    const ids = await components(tenant, 'a', 'b', 'c');
    for (const [source, target] of [
      ['b', 'a'],
      ['a', 'c'],
      ['c', 'a'],
      ['a', 'b'],
    ] as const)
      await createDependency(tenant, EVERYTHING, link(ids[source], ids[target]));
    const nameOf = (id: string): string => Object.entries(ids).find(([, other]) => other === id)?.[0] ?? '';
    const listed = async (sort: DependencySort): Promise<string[]> => {
      const seen: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await listDependencies(tenant, { limit: 1, sort, cursor });
        seen.push(
          ...page.items.map(({ sourceComponentId, targetComponentId }) => `${nameOf(sourceComponentId)}${nameOf(targetComponentId)}`),
        );
        if (page.nextCursor === null) return seen;
        cursor = page.nextCursor;
      }
    };
    expect(await listed('source')).toEqual(['ab', 'ac', 'ba', 'ca']);
    expect(await listed('-source')).toEqual(['ca', 'ba', 'ac', 'ab']);
    expect(await listed('target')).toEqual(['ba', 'ca', 'ab', 'ac']);
    expect((await listed('id')).sort()).toEqual(['ab', 'ac', 'ba', 'ca']);
  });

  it('allow no dependency with equal ends and no duplicate', async () => {
    const tenant = await newTenant(database);
    const ids = await components(tenant, 'web', 'a');
    await expect(createDependency(tenant, EVERYTHING, link(ids.web, ids.web))).rejects.toMatchObject({ code: 'invalid_input' });
    await createDependency(tenant, EVERYTHING, link(ids.web, ids.a));
    await expect(createDependency(tenant, EVERYTHING, link(ids.web, ids.a))).rejects.toMatchObject({ code: 'duplicate' });
    await createDependency(tenant, EVERYTHING, link(ids.web, ids.a, { dependencyType: 'Reads' }));
  });
});

describe('revenue', () => {
  it('cannot be seen, written or lost by those who may not see it', async () => {
    const tenant = await newTenant(database);
    const [a, b] = [
      await createEntity(tenant, EVERYTHING, 'capability', named('a')),
      await createEntity(tenant, EVERYTHING, 'capability', named('b')),
    ];
    const shares = [{ capabilityId: a.id, revenueShare: 0.5 }];
    await createEntity(tenant, EVERYTHING, 'segment', {
      ...named('all'),
      audienceType: 'Customers',
      annualRevenue: 1_000,
      capabilities: shares,
    });
    const seen = await getEntity(tenant, WITHOUT_REVENUE, 'segment', 'all');
    expect(seen).not.toHaveProperty('annualRevenue');
    expect(seen.capabilities).toEqual([{ capabilityId: a.id }]);
    for (const patch of [{ annualRevenue: null }, { capabilities: [{ capabilityId: a.id, revenueShare: null }] }])
      await expect(updateEntity(tenant, WITHOUT_REVENUE, 'segment', 'all', patch, null)).rejects.toMatchObject({
        code: 'revenue_forbidden',
      });
    await updateEntity(tenant, WITHOUT_REVENUE, 'segment', 'all', { capabilities: [{ capabilityId: a.id }, { capabilityId: b.id }] }, null);
    expect((await getEntity(tenant, EVERYTHING, 'segment', 'all')).capabilities).toEqual(
      [...shares, { capabilityId: b.id, revenueShare: null }].sort((x, y) => byCodeUnit(x.capabilityId, y.capabilityId)),
    );
    const log = await listChanges(tenant, WITHOUT_REVENUE, { kind: ['segment'], op: ['create'] });
    // Compared as whole values, because ids and timestamps may contain the same digits.
    expect(JSON.stringify(log.items)).not.toMatch(/[:[,]"?(?:1000|0\.5)[",}\]]/);
    expect(
      log.items[0]?.fields
        .filter((field) => field.withheld === true)
        .map(({ field }) => field)
        .sort(),
    ).toEqual(['annualRevenue', 'capabilities.revenueShare']);
  });
});

describe('the change log', () => {
  it('numbers every transaction, newest first, with actor and values before and after, and pages without loss', async () => {
    const tenant = await newTenant(database);
    await createEntity(tenant, EVERYTHING, 'technology', named('t'));
    await updateEntity(tenant, EVERYTHING, 'technology', 't', { vendor: 'V' }, null);
    await deleteEntity(tenant, EVERYTHING, 'technology', 't', false, null);
    const all = await listChanges(tenant, EVERYTHING, {});
    expect(all.items.map(({ id, op, landscapeVersion }) => [id, op, landscapeVersion])).toEqual([
      ['3.1', 'delete', 3],
      ['2.1', 'update', 2],
      ['1.1', 'create', 1],
    ]);
    expect(all.items[1]).toMatchObject({ actor: { name: 'test', type: 'key' }, fields: [{ field: 'vendor', from: null, to: 'V' }] });
    const first = await listChanges(tenant, EVERYTHING, { limit: 2 });
    const rest = await listChanges(tenant, EVERYTHING, { limit: 2, cursor: first.nextCursor ?? undefined });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(['3.1', '2.1', '1.1']);
    expect(rest.nextCursor).toBeNull();
  });
});
