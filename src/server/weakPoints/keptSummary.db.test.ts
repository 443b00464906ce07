/**
 * The stored weak points: their content, the version they are for, and events about what appeared or disappeared, written once whoever
 * calculates them.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';
import { tenantDb } from '@/server/db/tenantDb';
import { keepWeakPoints } from './keptSummary';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();

describeRest('kept weak points', (send) => {
  let tenant: RestTenant;
  let ids: Record<string, string>;
  const make = async (path: string, technicalName: string, more: object = {}): Promise<string> =>
    (ids[technicalName] = (await created(tenant, path, { name: technicalName, technicalName, ...more }, tenant.keys.revenue)).id);
  const depend = async (source: string, target: string, mode: string): Promise<string> =>
    (
      await created(tenant, '/dependencies', {
        sourceComponentId: ids[source],
        targetComponentId: ids[target],
        dependencyType: 'Reads',
        mode,
      })
    ).id;
  const db = () => tenantDb(database, tenant.tenantId);
  const told = async (): Promise<[string, object][]> => {
    const events = await read(
      db(),
      (tx) =>
        tx.$queryRaw<{ type: string; data: object }[]>`select "type", "payload" as "data" from "event"
        where "tenantId" = ${tenant.tenantId}::uuid and "type" like 'weakpoint.%' order by "sequence"`,
    );
    return events.map(({ type, data }) => [type, data]);
  };
  const summary = async (query = '', key = tenant.keys.revenue) => (await tenant.call('GET', `/weak-points/summary${query}`, {}, key)).body;

  /** Selling is mission-critical and needs front and disk, reporting is not and needs the report alone. */
  beforeEach(async () => {
    tenant = await createRestTenant(database, send);
    ids = {};
    const sell = await make('/capabilities', 'sell', { name: 'Selling', criticalityTier: 'MissionCritical' });
    const report = await make('/capabilities', 'report');
    await make('/segments', 'customers', {
      audienceType: 'Customers',
      annualRevenue: 8_760_000,
      capabilities: [{ capabilityId: sell, revenueShare: 1 }],
    });
    const shop = await make('/applications', 'shop', { capabilityIds: [sell] });
    const back = await make('/applications', 'back', { capabilityIds: [report] });
    await make('/components', 'front', { applicationId: shop });
    await make('/components', 'disk', { applicationId: await make('/applications', 'store') });
    await make('/components', 'reports', { applicationId: back });
    await make('/components', 'ledger', { name: 'The ledger', applicationId: back });
    await depend('front', 'disk', 'Hard');
  });

  it('tell all capabilities, the worst first, a page at a time', async () => {
    const whole = await summary();
    expect(whole).toMatchObject({ total: 2, nextCursor: null, currency: 'EUR', isCurrent: true, withheld: [] });
    expect(whole.items).toMatchObject([
      {
        technicalName: 'sell',
        singlePoints: 2,
        pairs: 0,
        smallestMargin: null,
        undermined: 0,
        perHour: 1000,
        ownPerHour: 1000,
        isRevenueRecorded: true,
      },
      { technicalName: 'report', singlePoints: 2, perHour: 0, ownPerHour: 0, isRevenueRecorded: false },
    ]);
    const first = await summary('?limit=1');
    const second = await summary(`?limit=1&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items]).toEqual(whole.items);
    expect(second.nextCursor).toBeNull();
  });

  it('show no amounts, and no order by them, to those who may not see revenue', async () => {
    const { items, currency, withheld } = await summary('', tenant.keys.read);
    expect([currency, withheld]).toEqual([null, ['perHour', 'ownPerHour', 'isRevenueRecorded']]);
    type Row = { technicalName: string; perHour: null; ownPerHour: null };
    expect(items.map(({ technicalName, perHour, ownPerHour }: Row) => [technicalName, perHour, ownPerHour])).toEqual([
      ['report', null, null],
      ['sell', null, null],
    ]);
  });

  it('name the components that take down the most, and redundancy that is not', async () => {
    for (const target of ['disk', 'ledger'])
      await created(tenant, '/dependencies', {
        sourceComponentId: ids.reports,
        targetComponentId: ids[target],
        dependencyType: 'Writes',
        redundancyGroup: 'logs',
        redundancyMinimum: 1,
      });
    await depend('ledger', 'disk', 'Hard');
    const { worstComponents, undermined, underminedOmitted, items } = await summary();
    expect(worstComponents).toMatchObject([
      { technicalName: 'disk', capabilities: 2, perHour: 1000 },
      { technicalName: 'front', capabilities: 1, perHour: 1000 },
      { technicalName: 'reports', capabilities: 1, perHour: 0 },
    ]);
    expect(items.map(({ worstComponentIds }: { worstComponentIds: string[] }) => worstComponentIds.toSorted())).toEqual([
      [ids.disk, ids.front].toSorted(),
      [ids.disk, ids.reports].toSorted(),
    ]);
    // The disk takes both down, and an hour without it costs 1,000. Reporting itself earns nothing.
    expect(items.map(({ perHour, ownPerHour }: Record<string, number>) => [perHour, ownPerHour])).toEqual([
      [1000, 1000],
      [1000, 0],
    ]);
    expect(underminedOmitted).toBe(0);
    expect(undermined).toMatchObject([
      {
        source: { technicalName: 'reports' },
        redundancyGroup: 'logs',
        redundancyMinimum: 1,
        targets: 2,
        failuresLeft: 1,
        sharedCauses: [{ entityType: 'component', technicalName: 'disk', takes: 2 }],
        sharedCausesOmitted: 0,
        capabilities: 1,
      },
    ]);
    const withheld = await summary('', tenant.keys.read);
    expect(
      withheld.worstComponents.map(({ technicalName, perHour }: { technicalName: string; perHour: null }) => [technicalName, perHour]),
    ).toEqual([
      ['disk', null],
      ['front', null],
      ['reports', null],
    ]);
  });

  it('that an older release stored are calculated again', async () => {
    await keepWeakPoints(db());
    await write(db(), (tx) =>
      tx.weakPointSummary.updateMany({ where: { tenantId: tenant.tenantId }, data: { landscapeVersion: -1, worst: {} } }),
    );
    expect((await summary()).worstComponents).toHaveLength(4);
  });

  it('that an older release stores beside this one are calculated again, and report nothing as new', async () => {
    await keepWeakPoints(db());
    await write(db(), (tx) =>
      tx.weakPointSummary.updateMany({
        where: { tenantId: tenant.tenantId },
        data: { worst: { components: [], undermined: [], underminedOmitted: 0 } },
      }),
    );
    expect((await summary()).worstComponents).toHaveLength(4);
    expect(await told()).toEqual([]);
  });

  it('say for which landscape version they hold, and follow it', async () => {
    const before = await summary();
    await depend('reports', 'ledger', 'Soft');
    const behind = await summary();
    expect([behind.isCurrent, behind.landscapeVersion]).toEqual([false, before.landscapeVersion]);
    await expect.poll(async () => (await summary()).isCurrent, { timeout: 30_000 }).toBe(true);
  });

  describe('events', () => {
    it('say nothing about what existed when they were first calculated', async () => {
      await keepWeakPoints(db());
      expect(await told()).toEqual([]);
    });

    it('report appearing and disappearing ones only for mission-critical capabilities', async () => {
      await keepWeakPoints(db());
      const id = await depend('front', 'ledger', 'Hard');
      await depend('reports', 'ledger', 'Hard');
      await keepWeakPoints(db());
      const appeared = {
        capability: 'sell',
        component: 'ledger',
        capabilityName: 'Selling',
        componentName: 'The ledger',
        landscapeVersion: expect.any(Number),
      };
      expect(await told()).toEqual([['weakpoint.appeared', appeared]]);
      await tenant.call('PATCH', `/dependencies/${id}`, { json: { mode: 'Soft' } });
      await keepWeakPoints(db());
      expect(await told()).toEqual([
        ['weakpoint.appeared', appeared],
        ['weakpoint.gone', { ...appeared }],
      ]);
    });

    it('are reported once, however many calculate them at the same time', async () => {
      await keepWeakPoints(db());
      await depend('front', 'ledger', 'Hard');
      const kept = await Promise.all(Array.from({ length: 4 }, () => keepWeakPoints(db())));
      expect(kept.filter(Boolean)).toHaveLength(1);
      expect(await told()).toHaveLength(1);
    });

    it('name what was deleted by the name that it had', async () => {
      await keepWeakPoints(db());
      await tenant.call('DELETE', `/components/${ids.disk}?cascade=true`);
      await keepWeakPoints(db());
      expect(await told()).toMatchObject([['weakpoint.gone', { capabilityName: 'Selling', component: 'disk', componentName: 'disk' }]]);
    });
  });
});
