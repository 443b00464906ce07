/** What incidents cost, through the pipeline: against a calculation of its own from the answers after each turn, and who learns of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IncidentSummary } from '@/contract/incidents';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';
import { write } from '@/server/db/write';
import type { TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { randomRuns } from '@/test/randomRuns';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { applyManifest } from '@/server/manifest/applyManifest';
import { acceptSignals } from './acceptSignals';
import { resolve } from './actOnIncident';
import { claimWork } from './claimWork';
import { listIncidents } from './listIncidents';
import { getIncident } from './readIncidents';
import { runTurn } from './recompute';

const { database } = await useTestDatabase();
const START = Date.now() - 3 * 3_600_000;
const at = (seconds: number): Date => new Date(START + seconds * 1_000);
const named = (technicalName: string) => ({ technicalName, name: technicalName });
const earning = (capability: string, perHour: number) => ({
  ...named(`buyers-${capability}`),
  audienceType: 'Customers',
  annualRevenue: 8_760 * perHour,
  capabilities: [{ capability, revenueShare: 1 }],
});

/** The booth needs one of two presses; the loom stands apart. The booth earns 3,600 an hour, the loom 7.2, and the shed nothing. */
async function mill(): Promise<TenantDb> {
  const tenant = await newTenant(database);
  const manifest = {
    version: 1,
    name: 'mill',
    capabilities: [named('printing'), named('weaving')],
    segments: [earning('printing', 3_600), earning('weaving', 7.2)],
    applications: [
      { ...named('print'), capabilities: ['printing'], components: [named('booth')] },
      { ...named('presses'), components: [named('press-1'), named('press-2')] },
      { ...named('weave'), capabilities: ['weaving'], components: [named('loom')] },
      { ...named('storage'), components: [named('shed')] },
    ],
    dependencies: ['press-1', 'press-2'].map((target) => ({
      source: 'booth',
      target,
      dependencyType: 'Calls',
      mode: 'Hard',
      redundancyGroup: 'presses',
    })),
  };
  const source = { text: JSON.stringify(manifest), contentType: 'application/json' };
  await applyManifest(tenant, EVERYTHING, { source, prune: false, impact: false });
  return tenant;
}

async function turn(tenant: TenantDb, seconds: number, report: Record<string, HealthState>): Promise<void> {
  const signals = Object.entries(report).map(([component, state]) => ({ component, state, observedAt: at(seconds).toISOString() }));
  if (signals.length > 0) await acceptSignals(tenant, 'Enterprise', signals, new Date());
  const claim = await claimWork(tenant.tenantId);
  if (claim !== null) await runTurn(claim, at(seconds));
}

const all = async (tenant: TenantDb, seconds: number): Promise<IncidentSummary[]> =>
  (await listIncidents(tenant, { limit: 200 }, at(seconds), true)).items;

const components = ['booth', 'press-1', 'press-2', 'loom'];
const step = fc.record({
  seconds: fc.integer({ min: 1, max: 500 }),
  report: fc.dictionary(fc.constantFrom(...components), fc.constantFrom(...HEALTH_STATES), { maxKeys: 3 }),
  /** A person resolves the newest incident before the turn. */
  isResolved: fc.boolean(),
});
/** The first step opens an incident that costs something. */
const histories = fc
  .array(step, { minLength: 11, maxLength: 11 })
  .map((steps) => [{ seconds: 5, report: { booth: 'Outage' as HealthState }, isResolved: false }, ...steps]);

/** What each incident has cost by the answers alone: each exposure counts until the next answer, or until the incident ended. */
class Ledger {
  private readonly amounts = new Map<string, number>();
  private told: IncidentSummary[] = [];
  private since = 0;

  read(told: IncidentSummary[], seconds: number): void {
    const ended = new Map(told.map(({ id, endedAt }) => [id, endedAt === null ? Infinity : (Date.parse(endedAt) - START) / 1_000]));
    for (const { id, exposure } of this.told) {
      const lasted = Math.max(0, Math.min(seconds, ended.get(id) ?? 0) - this.since);
      this.amounts.set(id, (this.amounts.get(id) ?? 0) + ((exposure?.expectedPerHour ?? NaN) * lasted) / 3_600);
    }
    this.told = told;
    this.since = seconds;
  }

  amountOf(id: string): number {
    return this.amounts.get(id) ?? 0;
  }
}

describe('what an incident costs', () => {
  it('is its part of the exposure of its situation, added up over time, in any history of signals', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const tenant = await mill();
        const ledger = new Ledger();
        let greatest = 0;
        let now = 0;
        for (const { seconds, report, isResolved } of steps) {
          now += seconds;
          const [newest] = await all(tenant, now);
          if (isResolved && newest?.endedAt === null) await resolve(tenant, EVERYTHING, newest.id, null, at(now));
          // Once before the turn, from what was stored, and once after it.
          for (const isAfter of [false, true]) {
            if (isAfter) await turn(tenant, now, report);
            const told = await all(tenant, now);
            ledger.read(told, now);
            for (const { id, costSoFar } of told) {
              // Null of what has affected nothing with recorded revenue.
              if (costSoFar === null) expect(ledger.amountOf(id)).toBe(0);
              else expect(Math.abs((costSoFar?.amount ?? NaN) - ledger.amountOf(id))).toBeLessThan(0.011);
              greatest = Math.max(greatest, ledger.amountOf(id));
            }
          }
        }
        expect(greatest).toBeGreaterThan(0.5);
      }),
      // Each turn is a transaction, so one history in `npm test` must do.
      randomRuns(1),
    );
  }, 120_000);

  it('grows while the incident lasts, and stays what it was once it is over', async () => {
    const tenant = await mill();
    await turn(tenant, 0, { booth: 'Outage' });
    const [{ id } = { id: '' }] = await all(tenant, 0);
    const costAt = async (seconds: number) => (await getIncident(tenant, id, at(seconds), true)).costSoFar;
    expect(await costAt(10)).toEqual({ currency: 'EUR', amount: 10, until: at(10).toISOString() });
    await turn(tenant, 20, { booth: 'Healthy' });
    await turn(tenant, 400, {});
    expect(await costAt(9_000)).toEqual({ currency: 'EUR', amount: 20, until: at(20).toISOString() });
    expect((await getIncident(tenant, id, at(9_000), false)).costSoFar).toBeUndefined();
  });

  it('is unknown for an incident that an older version opened, and known for the next', async () => {
    const tenant = await mill();
    await turn(tenant, 0, { booth: 'Outage' });
    await write(
      tenant,
      (tx) =>
        tx.$executeRaw`update "impact_snapshot" set "situations" = ("situations"::jsonb - 'costs')::json where "tenantId" = ${tenant.tenantId}::uuid`,
    );
    await turn(tenant, 10, { loom: 'Outage' });
    await turn(tenant, 510, { booth: 'Healthy', loom: 'Healthy' });
    expect((await all(tenant, 600)).map(({ cause, costSoFar }) => [cause, costSoFar?.amount])).toEqual([
      ['loom', 1],
      ['booth', undefined],
    ]);
    await turn(tenant, 900, {});
    expect((await all(tenant, 1_000)).map(({ state, costSoFar }) => [state, costSoFar?.amount])).toEqual([
      ['Resolved', 1],
      ['Resolved', undefined],
    ]);
  });

  it('is unknown where the landscape records no revenue for what it affects', async () => {
    const tenant = await mill();
    await turn(tenant, 0, { shed: 'Outage' });
    expect((await all(tenant, 10))[0]?.costSoFar).toBeNull();
    await turn(tenant, 20, { shed: 'Healthy' });
    await turn(tenant, 400, {});
    expect((await all(tenant, 500))[0]).toMatchObject({ state: 'Resolved', costSoFar: null });
  });
});
