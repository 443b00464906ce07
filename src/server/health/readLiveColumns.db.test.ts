/** Columns from the database's own landscape and health: for a question, for now, and with what components report themselves. */
import { describe, expect, it } from 'vitest';
import { ImpactColumns, LiveColumns } from '@/contract/impactColumns';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, WITHOUT_REVENUE, newTenant } from '@/test/tenants';
import { readImpactColumns } from '@/server/impact/impactColumns';
import { resolveEntity } from '@/server/landscape/findEntities';
import { applyManifest } from '@/server/manifest/applyManifest';
import type { TenantDb } from '@/server/db/tenantDb';
import { acceptSignals } from './acceptSignals';
import { consumeHealth } from './consume';
import { readLiveColumns, readReportedStates } from './readLiveColumns';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

const SHOP = {
  version: 1,
  name: 'shop',
  hostingAreas: [{ ...named('europe'), zones: [named('zone-a')] }],
  capabilities: [named('selling')],
  segments: [
    {
      ...named('shoppers'),
      audienceType: 'Customers',
      people: 12,
      annualRevenue: 8_760_000,
      capabilities: [{ capability: 'selling', revenueShare: 1 }],
    },
  ],
  applications: [
    { ...named('shop'), capabilities: ['selling'], components: [named('web')] },
    { ...named('data'), ownerTeam: 'Storage', components: [{ ...named('db'), hostingZones: ['zone-a'] }] },
  ],
  dependencies: [{ source: 'web', target: 'db', dependencyType: 'ReadsWrites', mode: 'Hard' }],
};

async function shop(): Promise<{ tenant: TenantDb; id(name: string): Promise<string> }> {
  const tenant = await newTenant(database);
  await applyManifest(tenant, EVERYTHING, {
    source: { text: JSON.stringify(SHOP), contentType: 'application/json' },
    prune: false,
    impact: false,
  });
  return { tenant, id: async (name) => (await resolveEntity(tenant, { entity: name, kinds: ['component'] })).matches[0]?.id ?? '' };
}

describe('columns', () => {
  it('of a blast radius lead from the cause to people and money, or only people for those who may not see revenue', async () => {
    const { tenant, id } = await shop();
    const question = { entityId: await id('db'), entityType: 'component', direction: 'downstream' } as const;
    const columns = ImpactColumns.parse(await readImpactColumns(tenant, 'Business', EVERYTHING, question));
    expect(columns.causes.map(({ technicalName }) => technicalName)).toEqual(['db']);
    expect(
      columns.cards.map(({ technicalName, parts }) => [technicalName, parts.flatMap(({ rows }) => rows.map((row) => row.technicalName))]),
    ).toEqual([['shop', ['web']]]);
    expect(columns.audiences).toMatchObject([
      { technicalName: 'shoppers', people: 12, exposure: { perHour: 1_000, expectedPerHour: 1_000 } },
    ]);
    expect((await readImpactColumns(tenant, 'Business', WITHOUT_REVENUE, question)).audiences[0]?.exposure).toBeNull();
  });

  it('upstream name the zone and its area, which can take the component down although it depends on nothing', async () => {
    const { tenant, id } = await shop();
    const question = { entityId: await id('db'), entityType: 'component', direction: 'upstream' } as const;
    const columns = await readImpactColumns(tenant, 'Business', EVERYTHING, question);
    expect(columns.cards).toEqual([]);
    expect(columns.grounds.map(({ kind, technicalName, state }) => [kind, technicalName, state])).toEqual([
      ['hosting-zone', 'zone-a', 'Outage'],
      ['hosting-area', 'europe', 'Outage'],
    ]);
  });

  it('of an unknown entity are refused', async () => {
    const { tenant } = await shop();
    const question = { entityId: '00000000-0000-4000-8000-000000000000', entityType: 'component', direction: 'downstream' } as const;
    await expect(readImpactColumns(tenant, 'Business', EVERYTHING, question)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of the current impact follow reported health, and the report of each component can be read', async () => {
    const { tenant, id } = await shop();
    expect((await readLiveColumns(tenant, EVERYTHING)).causes).toEqual([]);
    await acceptSignals(tenant, 'Enterprise', [{ component: 'db', state: 'Outage', message: 'Disk is full' }], new Date());
    expect(await consumeHealth(60_000, tenant.tenantId)).toMatchObject({ failures: 0 });
    const columns = LiveColumns.parse(await readLiveColumns(tenant, EVERYTHING));
    expect(
      columns.causes.map(({ technicalName, state, ownerTeam, lastMessage }) => [technicalName, state, ownerTeam, lastMessage]),
    ).toEqual([['db', 'Outage', 'Storage', 'Disk is full']]);
    expect(columns.cards.map(({ technicalName, state }) => [technicalName, state])).toEqual([['shop', 'Outage']]);
    const [db, web] = [await id('db'), await id('web')];
    expect((await readReportedStates(tenant, [db, web])).components.map(({ id: one, state }) => [one, state])).toEqual([[db, 'Outage']]);
  });
});
