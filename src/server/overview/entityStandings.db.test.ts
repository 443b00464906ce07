/** The columns of the inventory: health as live impact has it, cost as the blast radius has it. */
import { expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { yaml } from '@/test/manifestTenant';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { acceptSignals } from '@/server/health/acceptSignals';
import { consumeHealth } from '@/server/health/consume';
import { answerBlastRadius } from '@/server/impact/blastRadius';
import { applyManifest } from '@/server/manifest/applyManifest';
import { createEntity, getEntity } from '@/server/landscape/entities';
import { readEntityStandings } from './entityStandings';

const { database } = await useTestDatabase();
const BAKERY = `version: 1
name: bakery
capabilities: [{ technicalName: sell, name: Sell bread, criticalityTier: MissionCritical }]
segments:
  - { technicalName: eaters, name: Eaters, audienceType: Customers, annualRevenue: 8760000, capabilities: [{ capability: sell, revenueShare: 1 }] }
applications:
  - technicalName: bakery
    name: Bakery
    capabilities: [sell]
    components:
      - { technicalName: oven, name: Oven, kind: Worker }
      - { technicalName: counter, name: Counter, kind: WebApp }
dependencies: [{ source: counter, target: oven, dependencyType: Calls, mode: Hard }]
`;
const NOBODY = '99999999-9999-4999-8999-999999999999';

it('says health, maintenance aside, and cost of what exists; cost only to who may see it', async () => {
  const tenant = await newTenant(database);
  await applyManifest(tenant, EVERYTHING, yaml(BAKERY));
  await createEntity(tenant, EVERYTHING, 'application', { name: 'Empty', technicalName: 'empty' });
  const idOf = async (kind: 'application' | 'component', name: string) => (await getEntity(tenant, EVERYTHING, kind, name)).id;
  const [oven, counter] = [await idOf('component', 'oven'), await idOf('component', 'counter')];
  const [bakery, empty] = [await idOf('application', 'bakery'), await idOf('application', 'empty')];
  await acceptSignals(tenant, 'Enterprise', [{ component: 'oven', state: 'Outage' }], new Date());
  await consumeHealth(60_000, tenant.tenantId);
  const standings = (kind: 'application' | 'component', ids: string[], canSeeRevenue = true) =>
    readEntityStandings(tenant, 'Enterprise', { ...EVERYTHING, canSeeRevenue }, { kind, ids });
  const cost = { currency: 'EUR', expectedPerHour: 1_000, isRecorded: true };

  expect(await standings('component', [oven, counter, NOBODY, oven])).toEqual([
    { id: oven, health: 'Outage', isUnderMaintenance: false, exposure: cost },
    { id: counter, health: 'Outage', isUnderMaintenance: false, exposure: cost },
  ]);
  expect(await standings('application', [bakery, empty])).toEqual([
    { id: bakery, health: 'Outage', isUnderMaintenance: false, exposure: cost },
    { id: empty, health: 'Unreported', isUnderMaintenance: false, exposure: { currency: 'EUR', expectedPerHour: 0, isRecorded: false } },
  ]);
  expect(await standings('component', [oven], false)).toEqual([{ id: oven, health: 'Outage', isUnderMaintenance: false }]);
  const radius = await answerBlastRadius(tenant, 'Enterprise', EVERYTHING, {
    entityId: oven,
    entityType: 'component',
    direction: 'downstream',
  });
  expect(radius.revenueExposure?.expectedPerHour).toBe(cost.expectedPerHour);
});
