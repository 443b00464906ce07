/**
 * The picture through its procedures: current right after a change, kept while nothing changes, coloured by live health, and from one
 * tenant only.
 */
import { describe, expect, it } from 'vitest';
import type { PictureInput } from '@/contract/picture';
import { acceptSignal } from '@/server/health/acceptSignals';
import { updateTenant } from '@/server/auth/tenants';
import { consumeHealth } from '@/server/health/consume';
import { createDependency } from '@/server/landscape/dependencies';
import { createEntity, updateEntity } from '@/server/landscape/entities';
import type { TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { instantBetween } from '@/test/instantBetween';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { readPicture, readPictureLinks, readPictureMarks, readPictureMembers } from './readPicture';

const { database } = await useTestDatabase();
const WHOLE: PictureInput = { grouping: null, level: 'cards', open: [], filters: {}, question: null, width: 1280, height: 800 };
const SEES_REVENUE = { ...EVERYTHING, canSeeRevenue: true };
const BLIND = { ...EVERYTHING, canSeeRevenue: false };
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

interface Shop {
  tenant: TenantDb;
  ids: Readonly<Record<'shop' | 'stock' | 'web' | 'cart' | 'db' | 'old', string>>;
}

/** web and cart (shop, mission critical, sells for 8,760,000 a year) read db (stock), which runs on a technology that ended. */
async function shop(): Promise<Shop> {
  const tenant = await newTenant(database);
  const create = async (kind: Parameters<typeof createEntity>[2], fields: object): Promise<string> =>
    (await createEntity(tenant, EVERYTHING, kind, fields as never)).id;
  const sell = await create('capability', named('sell'));
  await create('segment', {
    ...named('buyers'),
    audienceType: 'Customers',
    annualRevenue: 8_760_000,
    capabilities: [{ capabilityId: sell, revenueShare: 1 }],
  });
  const old = await create('technology', { ...named('postgres'), technologyVersion: '13', endOfSupport: '2025-11-13' });
  const application = await create('application', {
    ...named('shop'),
    ownerTeam: 'web',
    lifecycleState: 'Pilot',
    criticalityTier: 'MissionCritical',
    capabilityIds: [sell],
  });
  const stock = await create('application', { ...named('stock'), criticalityTier: 'Administrative' });
  const web = await create('component', { ...named('web'), kind: 'WebApp', applicationId: application });
  const cart = await create('component', { ...named('cart'), kind: 'WebAPI', applicationId: application });
  const db = await create('component', { ...named('db'), kind: 'Database', applicationId: stock, technologyIds: [old] });
  for (const source of [web, cart])
    await createDependency(tenant, EVERYTHING, { sourceComponentId: source, targetComponentId: db, dependencyType: 'Reads' });
  return { tenant, ids: { shop: application, stock, web, cart, db, old } };
}

async function report(tenant: TenantDb, component: string, state: 'Healthy' | 'Outage'): Promise<void> {
  await acceptSignal(tenant, 'Enterprise', { component, state }, new Date());
  await consumeHealth(30_000, tenant.tenantId);
}

describe('a picture of the past', () => {
  it('shows what existed then, without health, and refuses an instant in the future', async () => {
    const { tenant, ids } = await shop();
    await report(tenant, 'db', 'Outage');
    const at = await instantBetween(database);
    await createEntity(tenant, EVERYTHING, 'component', { ...named('later'), applicationId: ids.stock } as never);
    const then: PictureInput = { ...WHOLE, at };
    expect((await readPicture(tenant, WHOLE)).counts.components).toBe(4);
    const picture = await readPicture(tenant, then);
    expect(picture.counts.components).toBe(3);
    expect(picture.cards.flatMap(({ rows }) => rows.map(({ technicalName }) => technicalName)).sort()).toEqual(['cart', 'db', 'web']);
    const { marks } = await readPictureMarks(tenant, BLIND, { ...then, colourBy: 'health' });
    expect(new Set(marks.map(({ health }) => health))).toEqual(new Set(['Unreported']));
    expect((await readPicture(tenant, { ...then, filters: { health: ['Outage'] } })).matching.components).toBe(3);
    expect((await readPictureLinks(tenant, { ...then, thing: ids.web })).links).toHaveLength(1);
    await expect(readPicture(tenant, { ...WHOLE, at: '2999-01-01' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('a picture', () => {
  it('shows every change that was acknowledged before the request', async () => {
    const { tenant, ids } = await shop();
    expect((await readPicture(tenant, WHOLE)).cards.map(({ title }) => title)).toEqual(['shop', 'stock']);
    await updateEntity(tenant, EVERYTHING, 'application', ids.stock, { name: 'Stock keeping' }, null);
    expect((await readPicture(tenant, WHOLE)).cards.map(({ title }) => title)).toEqual(['shop', 'Stock keeping']);
  });

  it('is laid out once for the same question in a different form, and again for another window', async () => {
    const { tenant, ids } = await shop();
    const first = await readPicture(tenant, { ...WHOLE, open: [ids.shop, 'gone'] });
    expect(await readPicture(tenant, { ...WHOLE, open: ['gone', ids.shop, ids.shop], width: 1_359, height: 879 })).toBe(first);
    expect(await readPicture(tenant, { ...WHOLE, open: [ids.shop, 'gone'], width: 1_360 })).not.toBe(first);
  });

  it('is laid out once for two simultaneous requests', async () => {
    const { tenant } = await shop();
    const [one, other] = await Promise.all([readPicture(tenant, WHOLE), readPicture(tenant, WHOLE)]);
    expect(one).toBe(other);
  });

  it('reaches the second of two simultaneous callers even if the first hangs up', async () => {
    const { tenant } = await shop();
    const leaving = new AbortController();
    const first = readPicture({ ...tenant, signal: leaving.signal }, WHOLE);
    const second = readPicture(tenant, WHOLE);
    leaving.abort();
    expect(await second).toBe(await first);
  });

  it('stays unchanged while health changes, unless it is filtered by health', async () => {
    const { tenant } = await shop();
    const calm = await readPicture(tenant, WHOLE);
    const failing = { ...WHOLE, filters: { health: ['Outage' as const] } };
    expect((await readPicture(tenant, failing)).matching.components).toBe(0);
    await report(tenant, 'db', 'Outage');
    expect(await readPicture(tenant, WHOLE)).toBe(calm);
    expect((await readPicture(tenant, failing)).matching.components).toBe(3);
    await report(tenant, 'db', 'Healthy');
    expect((await readPicture(tenant, failing)).matching.components).toBe(0);
  });

  it('opens and finds nothing by the names and ids of another tenant', async () => {
    const [{ tenant }, other] = [await shop(), await shop()];
    const { cards } = await readPicture(tenant, { ...WHOLE, open: [other.ids.shop] });
    expect(cards.map(({ isOpen }) => isOpen)).toEqual([false, false]);
    const around = { around: [other.ids.web, other.ids.shop], hops: 6 };
    expect((await readPicture(tenant, { ...WHOLE, question: around })).matching.components).toBe(0);
    await expect(readPictureLinks(tenant, { ...WHOLE, thing: other.ids.web })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('marks', () => {
  it('distinguish the cause from what it affects, and count the affected', async () => {
    const { tenant, ids } = await shop();
    const marked = async () =>
      Object.fromEntries(
        (await readPictureMarks(tenant, BLIND, { ...WHOLE, colourBy: 'health' })).marks.map(({ id, health, isCause, unhealthy }) => [
          id,
          [health, isCause, unhealthy],
        ]),
      );
    expect(await marked()).toMatchObject({ [ids.web]: ['Unreported', false, 0], [ids.shop]: ['Unreported', false, 0] });
    await report(tenant, 'db', 'Outage');
    expect(await marked()).toEqual({
      [ids.shop]: ['Outage', false, 2],
      [ids.web]: ['Outage', false, 1],
      [ids.cart]: ['Outage', false, 1],
      [ids.stock]: ['Outage', true, 1],
      [ids.db]: ['Outage', true, 1],
    });
    const legendOf = async (level: PictureInput['level']) =>
      (await readPictureMarks(tenant, BLIND, { ...WHOLE, level, colourBy: 'health' })).legend;
    const all = [{ colour: 'Outage', label: 'Outage', count: 3 }];
    expect([await legendOf(null), await legendOf('map')]).toEqual([all, all]);
  });

  it('say what colours mean, and how many components have each', async () => {
    const { tenant, ids } = await shop();
    const read = (colourBy: 'tier' | 'lifecycle' | 'team' | 'end-of-support' | 'exposure' | 'single-points') =>
      readPictureMarks(tenant, SEES_REVENUE, { ...WHOLE, colourBy }, new Date('2026-01-01T00:00:00Z'));
    const colourOf = async (colourBy: Parameters<typeof read>[0], id: string) => {
      const { marks } = await read(colourBy);
      const { colour, text } = marks.find((mark) => mark.id === id)!;
      return [colour, text];
    };
    expect(await colourOf('tier', ids.shop)).toEqual(['MissionCritical', 'Mission critical']);
    expect(await colourOf('lifecycle', ids.web)).toEqual(['Pilot', 'Pilot']);
    expect(await colourOf('team', ids.web)).toEqual(['team web', 'web']);
    expect(await colourOf('team', ids.db)).toEqual(['none', 'No team']);
    expect(await colourOf('end-of-support', ids.db)).toEqual(['ended', 'postgres 13 ended on 2025-11-13']);
    expect(await colourOf('end-of-support', ids.web)).toEqual([null, null]);
    expect(await colourOf('exposure', ids.db)).toEqual(['high', 'at least €1,000 per hour']);
    expect(await colourOf('single-points', ids.db)).toEqual([null, null]);
    expect((await read('tier')).legend).toEqual([
      { colour: 'MissionCritical', label: 'Mission critical', count: 2 },
      { colour: 'Administrative', label: 'Administrative', count: 1 },
    ]);
  });

  it('show no revenue to those who may not see it', async () => {
    const { tenant } = await shop();
    const { marks, legend, withheld } = await readPictureMarks(tenant, BLIND, { ...WHOLE, colourBy: 'exposure' });
    expect([withheld, legend, marks.filter(({ colour, text }) => colour !== null || text !== null)]).toEqual([true, [], []]);
  });
});

describe('colours that nobody chose', () => {
  it('are criticality until something reports health', async () => {
    const { tenant } = await shop();
    const shown = async () => (await readPictureMarks(tenant, BLIND, { ...WHOLE, colourBy: null })).colourBy;
    expect(await shown()).toBe('tier');
    await report(tenant, 'db', 'Healthy');
    expect(await shown()).toBe('health');
  });
});

describe('the lines that pass a failure on', () => {
  it('are named while something is down, and only then', async () => {
    const { tenant } = await shop();
    const failing = async () => (await readPictureMarks(tenant, BLIND, { ...WHOLE, colourBy: 'health' })).failing;
    expect(await failing()).toEqual([]);
    await report(tenant, 'db', 'Outage');
    expect(await failing()).toEqual((await readPicture(tenant, WHOLE)).lines.map(({ id }) => id));
    await report(tenant, 'db', 'Healthy');
    expect(await failing()).toEqual([]);
  });
});

describe('the shares of a group', () => {
  it('add up to its components, by what is in the legend', async () => {
    const { tenant } = await shop();
    await report(tenant, 'db', 'Outage');
    const asked = { ...WHOLE, level: 'map' as const, grouping: 'tier' as const };
    const { cards } = await readPicture(tenant, asked);
    const { marks } = await readPictureMarks(tenant, BLIND, { ...asked, colourBy: 'health' });
    const shares = cards.map(({ id, title, count }) => [title, count, marks.find((mark) => mark.id === id)?.shares]);
    expect(shares).toEqual([
      ['Administrative', 1, [{ colour: 'Outage', count: 1 }]],
      ['Mission critical', 2, [{ colour: 'Outage', count: 2 }]],
    ]);
  });
});

describe('the domains of a map', () => {
  it('follow the settings at once', async () => {
    const { tenant, ids } = await shop();
    await updateEntity(tenant, EVERYTHING, 'application', ids.shop, { ownerTeam: 'sales/web' }, null);
    await updateEntity(tenant, EVERYTHING, 'application', ids.stock, { ownerTeam: 'sales/stock' }, null);
    const titles = async () =>
      (await readPicture(tenant, { ...WHOLE, level: 'map', grouping: 'domain' })).cards.map(({ title, count }) => [title, count]);
    expect(await titles()).toEqual([
      ['sell', 2],
      ['No domain', 1],
    ]);
    await updateTenant(tenant, EVERYTHING, { domainsBy: 'TeamPrefix' }, null);
    expect(await titles()).toEqual([['sales', 3]]);
    await updateTenant(tenant, EVERYTHING, { teamSeparator: '-' }, null);
    expect(await titles()).toEqual([
      ['sales/stock', 1],
      ['sales/web', 2],
    ]);
  });
});

describe('links of a component', () => {
  it('lead from row to row, or to what represents the other end', async () => {
    const { tenant, ids } = await shop();
    const { at, links } = await readPictureLinks(tenant, { ...WHOLE, thing: ids.db });
    expect(at).toEqual([ids.db]);
    expect(links.map(({ from, to, count }) => [from, to, count])).toEqual([ids.web, ids.cart].sort().map((from) => [from, ids.db, 1]));
  });

  it('do not exist for a component that the filters exclude', async () => {
    const { tenant, ids } = await shop();
    const links = await readPictureLinks(tenant, { ...WHOLE, filters: { kinds: ['WebApp'] }, thing: ids.db });
    expect(links).toEqual({ at: [], counts: { dependencies: 0, dependents: 0 }, links: [] });
  });
});

describe('the members of something in a picture', () => {
  it('are those of cards and rows, each once, and none for what is not in the picture', async () => {
    const { tenant, ids } = await shop();
    const members = await readPictureMembers(tenant, { ...WHOLE, things: [ids.shop, ids.web, ids.db, 'no such thing', ids.old] });
    expect(members.total).toBe(3);
    expect([...members.componentIds].sort()).toEqual([ids.web, ids.cart, ids.db].sort());
  });

  it('are those that the filters let through', async () => {
    const { tenant, ids } = await shop();
    const asked = { ...WHOLE, filters: { kinds: ['WebApp' as const] }, things: [ids.shop, ids.stock] };
    expect(await readPictureMembers(tenant, asked)).toEqual({ componentIds: [ids.web], total: 1 });
  });
});
