/** What pages read of a landscape: current right after a change, coloured by live health, and from one tenant only. */
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { instantBetween } from '@/test/instantBetween';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { acceptSignal } from '@/server/health/acceptSignals';
import { consumeHealth } from '@/server/health/consume';
import type { TenantDb } from '@/server/db/tenantDb';
import { createDependency } from '@/server/landscape/dependencies';
import { createEntity, updateEntity } from '@/server/landscape/entities';
import { readFilterChoices, readGroup } from './readGroup';
import { readComponentPlace, readContents, readLandscapeRows } from './readLandscape';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

interface Shop {
  tenant: TenantDb;
  ids: Readonly<Record<'shop' | 'stock' | 'web' | 'db' | 'sell' | 'zone' | 'technology', string>>;
}

/** web (shop, team web, in a zone) reads db (stock, no team). */
async function shop(): Promise<Shop> {
  const tenant = await newTenant(database);
  const create = async (kind: Parameters<typeof createEntity>[2], fields: object): Promise<string> =>
    (await createEntity(tenant, EVERYTHING, kind, fields as never)).id;
  const area = await create('hosting-area', named('cloud'));
  const zone = await create('hosting-zone', { ...named('eu'), hostingAreaId: area });
  const technology = await create('technology', named('postgres'));
  const sell = await create('capability', named('sell'));
  const application = await create('application', {
    ...named('shop'),
    ownerTeam: 'web',
    lifecycleState: 'Pilot',
    criticalityTier: 'MissionCritical',
    capabilityIds: [sell],
  });
  const stock = await create('application', named('stock'));
  const web = await create('component', { ...named('web'), kind: 'WebApp', applicationId: application, hostingZoneIds: [zone] });
  const db = await create('component', { ...named('db'), kind: 'Database', applicationId: stock, technologyIds: [technology] });
  await createDependency(tenant, EVERYTHING, { sourceComponentId: web, targetComponentId: db, dependencyType: 'Reads' });
  return { tenant, ids: { shop: application, stock, web, db, sell, zone, technology } };
}

async function report(tenant: TenantDb, component: string, state: 'Healthy' | 'Outage'): Promise<void> {
  await acceptSignal(tenant, 'Enterprise', { component, state }, new Date());
  await consumeHealth(30_000, tenant.tenantId);
}

describe('a picture', () => {
  it('shows every change that was acknowledged before the request, lifecycle and team included', async () => {
    const { tenant, ids } = await shop();
    expect(
      (await readContents(tenant, { filters: { lifecycles: ['Pilot'] } })).components.map(({ technicalName }) => technicalName),
    ).toEqual(['web']);
    await updateEntity(tenant, EVERYTHING, 'application', ids.stock, { lifecycleState: 'Pilot', ownerTeam: 'storage' }, null);
    expect(
      (await readContents(tenant, { filters: { lifecycles: ['Pilot'] } })).components.map(({ technicalName }) => technicalName).sort(),
    ).toEqual(['db', 'web']);
    expect((await readContents(tenant, { grouping: 'team' })).groups.map(({ name }) => name)).toEqual(['storage', 'web']);
  });

  it('has effective states from the live snapshot, and calls nothing healthy that has not reported', async () => {
    const { tenant, ids } = await shop();
    const shown = async () =>
      Object.fromEntries((await readContents(tenant, {})).components.map(({ technicalName, health }) => [technicalName, health]));
    expect(await shown()).toEqual({ web: 'Unreported', db: 'Unreported' });
    await report(tenant, 'db', 'Outage');
    expect(await shown()).toEqual({ web: 'Outage', db: 'Outage' });
    expect(
      (await readContents(tenant, { filters: { health: ['Outage'] }, folded: [ids.shop] })).groups.map(({ name, health, troubled }) => [
        name,
        health,
        troubled.Outage,
      ]),
    ).toEqual([
      ['shop', 'Outage', 1],
      ['stock', 'Outage', 1],
    ]);
    await report(tenant, 'db', 'Healthy');
    expect(await shown()).toEqual({ web: 'Unreported', db: 'Healthy' });
  });

  it('has every component in rows, the worst first, page by page, now and as it was', async () => {
    const { tenant, ids } = await shop();
    const at = await instantBetween(database);
    const mail = await createEntity(tenant, EVERYTHING, 'component', { ...named('mail'), applicationId: ids.stock } as never);
    await report(tenant, 'mail', 'Outage');
    const first = await readLandscapeRows(tenant, { limit: 2 });
    expect(first.items.map(({ technicalName, dependencies, dependents }) => [technicalName, dependencies, dependents])).toEqual([
      ['mail', 0, 0],
      ['db', 0, 1],
    ]);
    expect(first.items.map(({ lastReport }) => lastReport)).toEqual([{ state: 'Outage', at: expect.any(String), isStale: false }, null]);
    expect([first.total, first.nextCursor]).toEqual([3, 2]);
    const second = await readLandscapeRows(tenant, { limit: 2, cursor: 2 });
    expect([second.items.map(({ technicalName }) => technicalName), second.nextCursor]).toEqual([['web'], null]);
    expect((await readLandscapeRows(tenant, { limit: 9, filters: { health: ['Outage'] } })).items.map(({ id }) => id)).toEqual([mail.id]);
    const then = await readLandscapeRows(tenant, { limit: 9, at, filters: { health: ['Outage'] } });
    expect(then.items.map(({ technicalName, health }) => [technicalName, health])).toEqual([
      ['db', 'Unreported'],
      ['web', 'Unreported'],
    ]);
    const past = (await readContents(tenant, { at })).components;
    expect([past.length, past.some((row) => 'lastReport' in row)]).toEqual([2, false]);
    const now = (await readContents(tenant, {})).components;
    expect(now.flatMap(({ technicalName, lastReport }) => (lastReport == null ? [] : [[technicalName, lastReport.state]]))).toEqual([
      ['mail', 'Outage'],
    ]);
  });

  it('of another tenant’s entities shows nothing', async () => {
    const [{ tenant }, other] = [await shop(), await shop()];
    expect((await readContents(tenant, { focus: { ids: [other.ids.web, other.ids.shop], hops: 3 } })).components).toEqual([]);
    expect((await readContents(tenant, { filters: { zones: [other.ids.zone] } })).components).toEqual([]);
  });
});

describe('a component among its neighbours', () => {
  it('is found by id and by technicalName, with its application, capabilities and links', async () => {
    const { tenant, ids } = await shop();
    const place = await readComponentPlace(tenant, 'web');
    expect(place).toMatchObject({
      component: { id: ids.web, kind: 'WebApp' },
      application: {
        id: ids.shop,
        technicalName: 'shop',
        name: 'shop',
        criticalityTier: 'MissionCritical',
        lifecycleState: 'Pilot',
        ownerTeam: 'web',
      },
      capabilities: [{ id: ids.sell, technicalName: 'sell' }],
      hostingZones: [{ id: ids.zone }],
      technologies: [],
      counts: { dependencies: 1, dependents: 0 },
    });
    expect(
      place.dependencies.map(({ component, applicationName, dependencyType }) => [
        component.technicalName,
        applicationName,
        dependencyType,
      ]),
    ).toEqual([['db', 'stock', 'Reads']]);
    expect(await readComponentPlace(tenant, ids.web.toUpperCase())).toEqual(place);
  });

  it('shows its current health, and that it is flapping, as its group does', async () => {
    const { tenant, ids } = await shop();
    const flapping = async () => {
      const { components } = await readGroup(tenant, { grouping: 'application', key: ids.stock });
      return components.map(({ technicalName, isFlapping }) => [technicalName, isFlapping]);
    };
    expect((await readComponentPlace(tenant, 'db')).live).toEqual({
      health: 'Unreported',
      isUnderMaintenance: false,
      isFlapping: false,
      lastReport: null,
    });
    for (let change = 0; change < 6; change++) await report(tenant, 'db', change % 2 === 0 ? 'Outage' : 'Healthy');
    await report(tenant, 'db', 'Outage');
    expect((await readComponentPlace(tenant, 'db')).live).toMatchObject({
      ...{ health: 'Outage', isUnderMaintenance: false, isFlapping: true },
      lastReport: { state: 'Outage', isStale: false },
    });
    expect((await readComponentPlace(tenant, 'web')).live).toEqual({
      health: 'Outage',
      isUnderMaintenance: false,
      isFlapping: false,
      lastReport: null,
    });
    expect(await flapping()).toEqual([['db', true]]);
  });

  it('that does not exist, or belongs to another tenant, is not found', async () => {
    const [{ tenant }, other] = [await shop(), await shop()];
    await expect(readComponentPlace(tenant, 'nothing')).rejects.toMatchObject({ code: 'not_found' });
    await expect(readComponentPlace(tenant, other.ids.web)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a group', () => {
  it('shows by name what is in it and what it is joined to, in either direction', async () => {
    const { tenant, ids } = await shop();
    const group = await readGroup(tenant, { grouping: 'application', key: ids.shop });
    expect(group).toMatchObject({
      group: { key: ids.shop, kind: 'application', componentCount: 1, ownerTeam: 'web', health: 'Unreported' },
      names: { [ids.stock]: 'stock' },
      dependencies: [
        {
          sourceId: ids.shop,
          targetId: ids.stock,
          count: 1,
          parts: [{ dependencyType: 'Reads', mode: 'Hard', propagates: true, count: 1 }],
        },
      ],
      dependents: [],
      counts: { dependencies: 1, dependents: 0 },
    });
    expect(group.components.map(({ technicalName }) => technicalName)).toEqual(['web']);
    expect((await readGroup(tenant, { grouping: 'team', key: 'none' })).dependents).toMatchObject([
      { sourceId: 'team web', targetId: 'none', count: 1 },
    ]);
  });

  it('is not found if nothing in it passes the filters, or if it belongs to another tenant', async () => {
    const [{ tenant, ids }, other] = [await shop(), await shop()];
    await expect(readGroup(tenant, { grouping: 'application', key: ids.shop, filters: { kinds: ['Database'] } })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(readGroup(tenant, { grouping: 'application', key: other.ids.shop })).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('filters offer what this tenant has, by name', async () => {
  const { tenant, ids } = await shop();
  expect(await readFilterChoices(tenant)).toEqual({
    teams: [{ value: 'web', name: 'web' }],
    zones: [{ value: ids.zone, name: 'eu' }],
    technologies: [{ value: ids.technology, name: 'postgres' }],
  });
});
