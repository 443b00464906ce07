/** Every past landscape can be read again: as a graph, as records, and as an answer. */
import { describe, expect, it } from 'vitest';
import { answerBlastRadius } from '@/server/impact/blastRadius';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { updateTenant } from '@/server/auth/tenants';
import { currentGraph } from './graphStore';
import { createDependency, updateDependency } from '@/server/landscape/dependencies';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { createEntity, updateEntity } from '@/server/landscape/entities';
import type { TenantDb } from '@/server/db/tenantDb';
import { byCodeUnit } from '@/plain/order';
import { buildGraphAt, recordsAt } from './landscapeAt';
import { pastInstantOf, type PastInstant } from './pastInstant';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';
import type { Landscape } from '@/domain/graph/landscape/views';
import { everythingIn } from '@/test/everythingIn';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });
const byId = (a: { id: string }, b: { id: string }): number => byCodeUnit(a.id, b.id);

function told(graph: Landscape): unknown {
  const { components, dependencies } = everythingIn(graph);
  return { version: graph.version, components: components.sort(byId), dependencies: dependencies.sort(byId) };
}

async function present(tenant: TenantDb): Promise<PastInstant> {
  const { position, version } = await read(tenant, async (tx) => {
    const row = await tx.landscapeVersion.findUniqueOrThrow({ where: { tenantId: tenant.tenantId } });
    return { position: row.changePosition, version: row.version };
  });
  return { at: '', position, version };
}

async function recordsOf(tenant: TenantDb, moment: PastInstant): Promise<object> {
  const records = await recordsAt(tenant, moment);
  return Object.fromEntries([...records].map(([kind, ofKind]) => [kind, [...ofKind].sort(byId)]));
}

/** A landscape with all kinds of entities, changed in every way; `after` is called after each step. */
async function live(tenant: TenantDb, after: () => Promise<void>): Promise<void> {
  const step = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    await after();
    return result;
  };
  const area = await step(createEntity(tenant, EVERYTHING, 'hosting-area', named('area')));
  const zone = await step(createEntity(tenant, EVERYTHING, 'hosting-zone', { ...named('zone'), hostingAreaId: area.id }));
  const capability = await step(createEntity(tenant, EVERYTHING, 'capability', named('capability')));
  const below = await step(createEntity(tenant, EVERYTHING, 'capability', { ...named('below'), parentId: capability.id }));
  const process = await step(createEntity(tenant, EVERYTHING, 'process', { ...named('process'), capabilityIds: [below.id] }));
  const app = await step(
    createEntity(tenant, EVERYTHING, 'application', { ...named('app'), capabilityIds: [capability.id], processIds: [process.id] }),
  );
  await step(
    createEntity(tenant, EVERYTHING, 'segment', {
      ...named('all'),
      audienceType: 'Public',
      annualRevenue: 8_760,
      capabilities: [{ capabilityId: capability.id, revenueShare: 1 }],
    }),
  );
  const technology = await step(createEntity(tenant, EVERYTHING, 'technology', { ...named('technology'), endOfSupport: '2030-01-01' }));
  const dataset = await step(createEntity(tenant, EVERYTHING, 'dataset', { ...named('dataset'), classification: 'Public' }));
  const links = { hostingZoneIds: [zone.id], technologyIds: [technology.id], datasetIds: [dataset.id] };
  const one = await step(createEntity(tenant, EVERYTHING, 'component', { ...named('one'), applicationId: app.id, ...links }));
  const two = await step(createEntity(tenant, EVERYTHING, 'component', { ...named('two'), applicationId: app.id }));
  const edge = await step(
    createDependency(tenant, EVERYTHING, { sourceComponentId: one.id, targetComponentId: two.id, dependencyType: 'Calls' }),
  );
  await step(updateDependency(tenant, EVERYTHING, edge.id, { mode: 'Soft', protocol: 'HTTPS' }, null));
  await step(updateEntity(tenant, EVERYTHING, 'component', 'one', { technicalName: 'renamed', hostingZoneIds: [] }, null));
  await step(updateTenant(tenant, EVERYTHING, { currency: 'USD' }, null));
  await step(deleteEntity(tenant, EVERYTHING, 'technology', 'technology', true, null));
  await step(deleteEntity(tenant, EVERYTHING, 'component', 'two', true, null));
  await step(createEntity(tenant, EVERYTHING, 'component', { ...named('two'), applicationId: app.id }));
  await step(deleteEntity(tenant, EVERYTHING, 'application', 'app', true, null));
  await step(deleteEntity(tenant, EVERYTHING, 'capability', 'capability', true, null));
}

describe('the landscape at a past moment', () => {
  it('is, after every single change, what it was then', async () => {
    const tenant = await newTenant(database);
    const then: { moment: PastInstant; graph: unknown; records: object }[] = [];
    await live(tenant, async () => {
      const moment = await present(tenant);
      const { graph } = await currentGraph(tenant);
      then.push({ moment, graph: told(graph), records: await recordsOf(tenant, moment) });
    });
    expect(then).toHaveLength(20);
    for (const { moment, graph, records } of then) {
      expect(told((await buildGraphAt(tenant, moment)).graph)).toEqual(graph);
      expect(await recordsOf(tenant, moment)).toEqual(records);
    }
    const currencies = await Promise.all(then.map(async ({ moment }) => (await buildGraphAt(tenant, moment)).currency));
    expect(currencies).toEqual([...Array<string>(14).fill('EUR'), ...Array<string>(6).fill('USD')]);
  });

  it('is empty before the first change', async () => {
    const tenant = await newTenant(database);
    await createEntity(tenant, EVERYTHING, 'application', named('app'));
    const moment = await pastInstantOf(tenant, '2020-02-29');
    expect(moment).toEqual({ at: '2020-02-29T23:59:59.999Z', position: 0, version: 0 });
    const records = await recordsAt(tenant, moment);
    expect([...records.values()].flat()).toEqual([]);
  });
});

describe('a moment', () => {
  it('includes what was recorded at that very instant, and nothing later', async () => {
    const tenant = await newTenant(database);
    for (const name of ['a', 'b', 'c']) await createEntity(tenant, EVERYTHING, 'application', named(name));
    const dates = ['2026-01-01T10:00:00.000Z', '2026-01-02T23:59:59.999Z', '2026-01-03T00:00:00.000Z'];
    await write(tenant, async (tx) => {
      for (const [index, at] of dates.entries())
        await tx.changeSet.updateMany({ where: { tenantId: tenant.tenantId, version: index + 1 }, data: { at: new Date(at) } });
    });
    const versions = async (...moments: string[]): Promise<number[]> =>
      Promise.all(moments.map(async (at) => (await pastInstantOf(tenant, at)).version));
    expect(
      await versions('2026-01-01T09:59:59.999Z', '2026-01-01T10:00:00Z', '2026-01-01T12:00:00+02:00', '2026-01-01T11:59:59.999+02:00'),
    ).toEqual([0, 1, 1, 0]);
    expect(await versions('2025-12-31', '2026-01-01', '2026-01-02', '2026-01-03')).toEqual([0, 1, 2, 3]);
  });

  it('may be today but not in the future', async () => {
    const tenant = await newTenant(database);
    await createEntity(tenant, EVERYTHING, 'application', named('app'));
    const today = new Date().toISOString().slice(0, 10);
    expect((await pastInstantOf(tenant, today)).version).toBe(1);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    for (const at of [tomorrow, tomorrow.slice(0, 10), '9999-12-31'])
      await expect(pastInstantOf(tenant, at)).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'at' }] });
  });
});

describe('a blast radius at a past moment', () => {
  it('names what broke then, with the landscape version of that time', async () => {
    const tenant = await newTenant(database);
    const app = await createEntity(tenant, EVERYTHING, 'application', named('app'));
    const target = await createEntity(tenant, EVERYTHING, 'component', { ...named('target'), applicationId: app.id });
    const source = await createEntity(tenant, EVERYTHING, 'component', { ...named('source'), applicationId: app.id });
    await createDependency(tenant, EVERYTHING, { sourceComponentId: source.id, targetComponentId: target.id, dependencyType: 'Calls' });
    await write(tenant, (tx) =>
      tx.changeSet.updateMany({ where: { tenantId: tenant.tenantId }, data: { at: new Date('2026-01-01T10:00:00Z') } }),
    );
    await deleteEntity(tenant, EVERYTHING, 'component', 'source', true, null);
    const ask = (at?: string) =>
      answerBlastRadius(tenant, 'Enterprise', EVERYTHING, {
        entityId: target.id,
        entityType: 'component',
        direction: 'downstream',
        ...(at === undefined ? {} : { at }),
      });
    expect(await ask()).toMatchObject({ counts: { components: 0 }, landscapeVersion: 5 });
    expect(await ask('2026-01-01')).toMatchObject({
      counts: { components: 1 },
      components: [{ id: source.id, technicalName: 'source' }],
      landscapeVersion: 4,
    });
    await expect(ask('2025-12-31')).rejects.toMatchObject({ code: 'not_found' });
  });
});
