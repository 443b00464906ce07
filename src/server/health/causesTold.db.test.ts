/** health-impact has no depth limit for a cause, and the order of causes depends on who asks. */
import { describe, expect, it } from 'vitest';
import { PLAN_LIMITS } from '@/domain/access';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, WITHOUT_REVENUE, newTenant } from '@/test/tenants';
import { answerBlastRadius } from '@/server/impact/blastRadius';
import { applyManifest } from '@/server/manifest/applyManifest';
import type { TenantDb } from '@/server/db/tenantDb';
import { acceptSignals } from './acceptSignals';
import { consumeHealth } from './consume';
import { createWindow } from './maintenanceWindows';
import { readHealthImpact, readSnapshot } from './readImpact';
import { readLiveCauses } from './readLiveCauses';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

async function landscape(tenant: TenantDb, manifest: object, down: readonly string[]): Promise<void> {
  const source = { text: JSON.stringify({ version: 1, name: 'told', ...manifest }), contentType: 'application/json' };
  await applyManifest(tenant, EVERYTHING, { source, prune: false, impact: false });
  const signals = down.map((component) => ({ component, state: 'Outage' as const }));
  await acceptSignals(tenant, 'Enterprise', signals, new Date());
  expect(await consumeHealth(60_000, tenant.tenantId)).toMatchObject({ failures: 0 });
}

describe('a chain longer than the depth limit of the plan', () => {
  const LENGTH = PLAN_LIMITS.Business.maximumDepth + 4;
  const names = Array.from({ length: LENGTH }, (_, place) => `c${String(place).padStart(2, '0')}`);

  it('is followed to its end by health-impact and the snapshot, unlike a blast radius', async () => {
    const tenant = await newTenant(database, 'Business');
    await landscape(
      tenant,
      {
        capabilities: [named('far')],
        applications: names.map((name, place) => ({
          ...named(`app-${name}`),
          capabilities: place === LENGTH - 1 ? ['far'] : [],
          components: [named(name)],
        })),
        dependencies: names.slice(1).map((source, place) => ({ source, target: names[place], dependencyType: 'Calls' })),
      },
      ['c00'],
    );
    const [cause] = (await readHealthImpact(tenant, EVERYTHING)).causes;
    expect(cause?.components.map(({ technicalName, effectiveState }) => [technicalName, effectiveState]).sort()).toEqual(
      names.slice(1).map((name) => [name, 'Outage']),
    );
    expect([cause?.counts, cause?.completeness.beyondDepth]).toMatchObject([
      { components: LENGTH - 1, applications: LENGTH, capabilities: 1 },
      0,
    ]);
    expect(cause?.capabilities.map(({ technicalName, effectiveState }) => [technicalName, effectiveState])).toEqual([['far', 'Outage']]);
    const { impacted, capabilities } = await readSnapshot(tenant, EVERYTHING);
    expect([impacted.length, capabilities.length]).toEqual([LENGTH, 1]);
    const radius = await answerBlastRadius(tenant, 'Business', EVERYTHING, {
      entityId: 'c00',
      entityType: 'component',
      direction: 'downstream',
    });
    expect([radius.counts.components, radius.counts.capabilities, radius.completeness.beyondDepth]).toEqual([
      PLAN_LIMITS.Business.maximumDepth,
      0,
      1,
    ]);
  });
});

describe('the order of causes', () => {
  it('is by exposure for those who may see it, otherwise by tier; causes under maintenance come last in both', async () => {
    const tenant = await newTenant(database);
    const application = (name: string, criticalityTier: string) => ({
      ...named(`app-${name}`),
      criticalityTier,
      capabilities: [`cap-${name}`],
      components: [named(name)],
    });
    const segment = (name: string, annualRevenue: number) => ({
      ...named(`people-${name}`),
      audienceType: 'Customers',
      annualRevenue,
      capabilities: [{ capability: `cap-${name}`, revenueShare: 1 }],
    });
    const all = ['critical', 'dear', 'maintained'];
    await landscape(
      tenant,
      {
        capabilities: all.map((name) => named(`cap-${name}`)),
        segments: [segment('critical', 8_760), segment('dear', 8_760_000), segment('maintained', 87_600_000)],
        applications: [
          application('critical', 'MissionCritical'),
          application('dear', 'Administrative'),
          application('maintained', 'MissionCritical'),
        ],
      },
      all,
    );
    const now = new Date();
    await createWindow(
      tenant,
      EVERYTHING,
      {
        kind: 'component',
        entity: 'maintained',
        startsAt: new Date(now.getTime() - 60_000).toISOString(),
        endsAt: new Date(now.getTime() + 3_600_000).toISOString(),
        reason: 'planned',
      },
      now,
    );
    expect(await consumeHealth(60_000, tenant.tenantId)).toMatchObject({ failures: 0 });
    const namesOf = (causes: readonly { technicalName: string }[]): string[] => causes.map(({ technicalName }) => technicalName);
    for (const read of [readHealthImpact, readLiveCauses]) {
      expect(namesOf((await read(tenant, EVERYTHING)).causes)).toEqual(['dear', 'critical', 'maintained']);
      expect(namesOf((await read(tenant, WITHOUT_REVENUE)).causes)).toEqual(['critical', 'dear', 'maintained']);
    }
  });
});
