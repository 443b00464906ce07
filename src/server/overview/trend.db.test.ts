/** The trend: a row for each tenant and day, what it states, who sees money in it, and what is forgotten. */
import { beforeEach, expect, it } from 'vitest';
import { Trend } from '@/contract/trend';
import { read } from '@/server/db/read';
import { tenantDb } from '@/server/db/tenantDb';
import { write } from '@/server/db/write';
import { useOwnDatabase } from '@/test/database';
import { created, createRestTenant, describeRest, SYSTEM, type RestTenant } from '@/test/restTenants';
import { newTenant } from '@/test/tenants';
import { tidyUp } from '@/server/housekeeping';
import { setFrozen } from '@/server/landscape/freeze';
import { recordTrend } from './recordTrend';

const { database } = await useOwnDatabase();
const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

describeRest('the trend', (send) => {
  let tenant: RestTenant;
  let ids: Record<string, string>;
  const db = () => tenantDb(database, tenant.tenantId);
  const make = async (path: string, technicalName: string, more: object = {}): Promise<string> =>
    (ids[technicalName] = (await created(tenant, path, { name: technicalName, technicalName, ...more }, tenant.keys.revenue)).id);
  const ask = async (query = '', key = tenant.keys.revenue) => tenant.call('GET', `/trend${query}`, {}, key);
  const days = async () => Trend.parse((await ask()).body).days;

  beforeEach(async () => {
    tenant = await createRestTenant(database, send);
    ids = {};
    await make('/applications', 'till');
    await make('/components', 'front', { applicationId: ids.till });
    await make('/components', 'disk', { applicationId: ids.till });
    await created(tenant, '/dependencies', { sourceComponentId: ids.front, targetComponentId: ids.disk, dependencyType: 'Reads' });
  });

  /** Selling hangs on front and disk, and is worth 1,000 an hour; counting is not mission-critical, and hangs on them too. */
  async function earn(): Promise<void> {
    await make('/capabilities', 'sell', { criticalityTier: 'MissionCritical' });
    await make('/capabilities', 'count');
    await make('/segments', 'buyers', {
      audienceType: 'Customers',
      annualRevenue: 8_760_000,
      capabilities: [{ capabilityId: ids.sell, revenueShare: 1 }],
    });
    await tenant.call('PATCH', `/applications/${ids.till}`, { json: { capabilityIds: [ids.sell] } });
    await make('/applications', 'office', { capabilityIds: [ids.count] });
    await make('/components', 'ledger', { applicationId: ids.office });
  }

  it('states what the landscape was like, and money to those who may see it', async () => {
    await earn();
    await recordTrend(db(), new Date());
    const { body, status } = await ask();
    expect([status, body.currency, body.since, body.withheld]).toEqual([200, 'EUR', dayOf(new Date()), []]);
    const row = {
      day: dayOf(new Date()),
      recordedAt: expect.any(String),
      landscapeVersion: expect.any(Number),
      components: 3,
      singlePoints: 3,
      missionCriticalSinglePoints: 2,
      dearestPerHour: 1000,
      dependencies: 1,
      registered: 0,
      registeredPercent: 0,
    };
    expect(body.days).toEqual([row]);
    const { body: withheld } = await ask('', tenant.keys.read);
    expect(withheld).toEqual({ ...body, currency: null, days: [{ ...row, dearestPerHour: null }], withheld: ['dearestPerHour'] });
  });

  it('tells what is not recorded from none', async () => {
    await recordTrend(db(), new Date());
    expect(await days()).toMatchObject([{ singlePoints: null, missionCriticalSinglePoints: null, dearestPerHour: null }]);
    await make('/capabilities', 'sell');
    await recordTrend(db(), daysAgo(-1));
    expect(await days()).toMatchObject([{ singlePoints: null }, { singlePoints: 0, missionCriticalSinglePoints: null }]);
  });

  it('has one row a day, however often and by however many it is written, also if nothing changes', async () => {
    const first = await Promise.all([recordTrend(db(), daysAgo(1)), recordTrend(db(), daysAgo(1)), recordTrend(db(), daysAgo(1))]);
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(await recordTrend(db(), daysAgo(1))).toBe(false);
    expect([await recordTrend(db(), new Date()), await recordTrend(db(), new Date())]).toEqual([true, false]);
    expect((await days()).map(({ day }) => day)).toEqual([dayOf(daysAgo(1)), dayOf(new Date())]);
  });

  it('says what held when it was written, after changes that nothing has calculated yet', async () => {
    await recordTrend(db(), daysAgo(1));
    await earn();
    await recordTrend(db(), new Date());
    expect((await days()).map(({ singlePoints, components }) => [singlePoints, components])).toEqual([
      [null, 2],
      [3, 3],
    ]);
  });

  it('is written by the housekeeping, and forgotten after 400 days', async () => {
    for (const days of [400, 399]) await recordTrend(db(), daysAgo(days));
    expect(await tidyUp((id) => id === tenant.tenantId)).toMatchObject({ trendDays: 1 });
    expect(await tidyUp((id) => id === tenant.tenantId)).toMatchObject({ trendDays: 0 });
    const { body } = await ask('?days=400');
    expect(body.days.map(({ day }: { day: string }) => day)).toEqual([dayOf(daysAgo(399)), dayOf(new Date())]);
    expect(body.since).toBe(dayOf(daysAgo(399)));
    expect((await ask('?days=399')).body.days).toHaveLength(1);
  });

  it('is not written for empty and frozen tenants, and one that cannot be recorded does not keep others from it', async () => {
    const [empty, frozen, broken] = [
      await newTenant(database),
      await createRestTenant(database, send),
      await createRestTenant(database, send),
    ];
    for (const each of [frozen, broken]) {
      const application = await created(each, '/applications', { name: 'a', technicalName: 'a' });
      await created(each, '/components', { name: 'c', technicalName: 'c', applicationId: application.id });
    }
    await setFrozen(database, SYSTEM, frozen.tenantId, true);
    await write(tenantDb(database, broken.tenantId), (tx) => tx.landscapeVersion.deleteMany({ where: { tenantId: broken.tenantId } }));
    const all = [broken.tenantId, empty.tenantId, frozen.tenantId, tenant.tenantId];
    expect(await tidyUp((id) => all.includes(id))).toMatchObject({ trendDays: 1 });
    for (const id of all.slice(0, 3))
      expect(await read(tenantDb(database, id), (tx) => tx.trendDay.count({ where: { tenantId: id } }))).toBe(0);
    expect(await days()).toHaveLength(1);
  });

  it('400 for days that are none, or more than are kept', async () => {
    for (const given of ['0', '401', '1.5']) {
      const { status, body } = await ask(`?days=${given}`);
      expect([status, body.issues?.[0]?.path]).toEqual([400, 'days']);
    }
  });

  it('200, without a day, before the first one was recorded', async () => {
    expect((await ask()).body).toMatchObject({ since: null, days: [] });
  });
});
