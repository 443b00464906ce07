/** Fixes as manifests: each removes what it promises when it is applied unchanged. */
import { describe, expect, it } from 'vitest';
import { AppError } from '@/domain/errors';
import { applyManifest } from '@/server/manifest/applyManifest';
import type { TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { integrator, newTenant, yaml } from '@/test/manifestTenant';
import { readFixes, readWeakPoints } from './weakPoints';

const database = await useTestDatabase();

/** The shop needs one of two stores in one zone, and a ledger without a replica; of two planned brokers only one is left. */
const LANDSCAPE = `version: 1
name: shop
capabilities:
  - { technicalName: sell, name: Sell }
segments:
  - { technicalName: customers, name: Customers, audienceType: Customers, annualRevenue: 8760000, capabilities: [{ capability: sell, revenueShare: 1 }] }
hostingAreas:
  - technicalName: east
    name: East
    zones: [{ technicalName: east-a, name: East A }, { technicalName: east-a-2, name: Taken already }]
technologies:
  - { technicalName: pg, name: PostgreSQL }
applications:
  - technicalName: shop
    name: Shop
    capabilities: [sell]
    components:
      - { technicalName: front, name: Front }
      - { technicalName: store-a, name: Store A, kind: Database, hostingZones: [east-a], technologies: [pg] }
      - { technicalName: store-b, name: Store B, kind: Database, hostingZones: [east-a] }
  - technicalName: base
    name: Base
    components:
      - { technicalName: ledger, name: Ledger }
      - { technicalName: broker, name: Broker, kind: Queue, hostingZones: [east-a] }
      - { technicalName: disk, name: Disk }
dependencies:
  - { source: front, target: store-a, dependencyType: Reads, redundancyGroup: stores, redundancyMinimum: 1 }
  - { source: front, target: store-b, dependencyType: Reads, redundancyGroup: stores, redundancyMinimum: 1 }
  - { source: front, target: ledger, dependencyType: Writes }
  - { source: front, target: broker, dependencyType: Publishes, redundancyGroup: brokers, redundancyMinimum: 1, mode: Hard }
  - { source: broker, target: disk, dependencyType: Writes, mode: Degraded }
`;

const SELL = { entityType: 'component', entityId: 'front', state: 'Outage' } as const;

async function landscape(): Promise<TenantDb> {
  const tenant = await newTenant(database);
  await applyManifest(tenant, integrator, yaml(LANDSCAPE));
  return tenant;
}

describe('a fix as a manifest', () => {
  it.each(['makeSofter', 'addMember', 'separate'] as const)(
    'that is applied unchanged, and takes over where another manifest says otherwise, removes what %s says',
    async (kind) => {
      const tenant = await landscape();
      const ask = () => readWeakPoints(tenant, integrator, { ...SELL, order: 1, fixes: false });
      const before = await ask();
      expect(before.fixes).toEqual([]);
      const fix = (await readFixes(tenant, integrator, SELL)).fixes.find((candidate) => candidate.kind === kind)!;
      // The landscape's own manifest states what two of the fixes change, which is said instead of being overwritten unseen.
      const refused = await applyManifest(tenant, integrator, yaml(fix.manifest)).catch((error: unknown) => error);
      expect([kind, refused instanceof AppError ? refused.code : 'applied']).toEqual([
        kind,
        kind === 'addMember' ? 'applied' : 'declared_elsewhere',
      ]);
      if (refused instanceof AppError) await applyManifest(tenant, integrator, yaml(fix.manifest, { takeOver: true }));
      const after = await ask();
      const zonesOf = ({ margins }: typeof before): number =>
        margins.flatMap(({ sharedCauses }) => sharedCauses).filter(({ entityType }) => entityType === 'hosting-zone').length;
      const gone = kind === 'separate' ? zonesOf(before) - zonesOf(after) : before.singlePoints.length - after.singlePoints.length;
      expect(gone).toBe(fix.removesSinglePoints);
    },
  );

  it('contains what the landscape lacks, and nothing that it has', async () => {
    const { fixes } = await readFixes(await landscape(), integrator, SELL);
    expect(fixes.find(({ kind, target }) => kind === 'makeSofter' && target.technicalName === 'ledger')?.manifest)
      .toBe(`# A softer mode is a promise:
# front has a time-out and a fallback, and was tried without ledger.
version: 1
name: fixes
dependencies:
  - source: front
    target: ledger
    dependencyType: Writes
    mode: Degraded
`);
    expect(fixes.find(({ kind }) => kind === 'addMember')?.manifest).toBe(`# One more like broker, in a hosting zone of its own.
# Give the component and the zone the names of real ones.
version: 1
name: fixes
hostingAreas:
  - technicalName: east
    zones:
      - technicalName: east-a-3
        name: East A (another)
applications:
  - technicalName: base
    components:
      - technicalName: broker-2
        name: Broker (one more)
        kind: Queue
        hostingZones: [east-a-3]
        technologies: []
        datasets: []
dependencies:
  - source: front
    target: broker-2
    dependencyType: Publishes
    mode: Hard
    required: true
    propagates: true
    redundancyGroup: brokers
    redundancyMinimum: 1
  - source: broker-2
    target: disk
    dependencyType: Writes
    mode: Degraded
    required: true
    propagates: true
`);
  });
});
