/** Situations through the pipeline: one outage in live impact, incidents and events, and how situations merge, split and end. */
import { describe, expect, it } from 'vitest';
import type { Incident } from '@/contract/incidents';
import type { HealthState } from '@/domain/vocabulary';
import { useTestDatabase } from '@/test/database';
import { AT_ONCE, EVERYTHING, WITHOUT_REVENUE, newTenant } from '@/test/tenants';
import { updateTenant } from '@/server/auth/tenants';
import { applyManifest } from '@/server/manifest/applyManifest';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { write } from '@/server/db/write';
import { acceptSignals } from './acceptSignals';
import { claimWork } from './claimWork';
import { listIncidents } from './listIncidents';
import { getIncident } from './readIncidents';
import { readHealthImpact, readSnapshot } from './readImpact';
import { readReplay } from './readReplay';
import { runTurn } from './recompute';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

const START = Date.now() - 3 * 3_600_000;
const at = (seconds: number): Date => new Date(START + seconds * 1_000);

/**
 * The shop's web needs one of r1 and r2, and slows down without both; the desk needs web. The shop sells for €2,000 an hour to 240,000
 * people. The feed of another application slows down without r2. Nobody monitors desk.
 */
async function shop(): Promise<TenantDb> {
  const tenant = await newTenant(database);
  const manifest = {
    version: 1,
    name: 'situations',
    capabilities: [named('selling')],
    segments: [
      {
        ...named('buyers'),
        audienceType: 'Customers',
        people: 240_000,
        annualRevenue: 8_760 * 2_000,
        capabilities: [{ capability: 'selling', revenueShare: 1 }],
      },
    ],
    applications: [
      { ...named('shop'), capabilities: ['selling'], components: [named('web'), named('desk')] },
      { ...named('replicas'), components: [named('r1'), named('r2')] },
      { ...named('news'), components: [named('feed')] },
    ],
    dependencies: [
      { source: 'web', target: 'r1', dependencyType: 'Calls', redundancyGroup: 'replicas' },
      { source: 'web', target: 'r2', dependencyType: 'Calls', redundancyGroup: 'replicas' },
      { source: 'desk', target: 'web', dependencyType: 'Calls' },
      { source: 'feed', target: 'r2', dependencyType: 'Calls', mode: 'Degraded' },
    ],
  };
  const source = { text: JSON.stringify(manifest), contentType: 'application/json' };
  await applyManifest(tenant, EVERYTHING, { source, prune: false, impact: false });
  await updateTenant(tenant, EVERYTHING, AT_ONCE, null);
  return tenant;
}

/** Reports health at the given time, and runs one turn at that time. */
async function turn(tenant: TenantDb, seconds: number, report: Record<string, HealthState>): Promise<void> {
  const signals = Object.entries(report).map(([component, state]) => ({ component, state, observedAt: at(seconds).toISOString() }));
  if (signals.length > 0) await acceptSignals(tenant, 'Enterprise', signals, new Date());
  const claim = await claimWork(tenant.tenantId);
  if (claim === null) throw new Error('There is nothing to do.');
  expect(await runTurn(claim, at(seconds))).toMatchObject({ signals: signals.length, isUnfinished: false });
}

const all = async (tenant: TenantDb): Promise<Incident[]> => {
  const { items } = await listIncidents(tenant, {}, at(0), true);
  return Promise.all(items.reverse().map(({ id }) => getIncident(tenant, id, at(0), true)));
};

async function eventsOf(tenant: TenantDb, type: string) {
  const rows = await read(tenant, (tx) => tx.event.findMany({ where: { type: { startsWith: type } }, orderBy: { sequence: 'asc' } }));
  return rows.map(({ type: name, payload, revenue }) => {
    const data = payload as Record<string, unknown>;
    return { type: name, open: data, whole: { ...data, ...(revenue as Record<string, unknown> | null) } };
  });
}

const money = (amount: number) => ({ currency: 'EUR', expectedPerHour: amount, perHour: amount });
const counts = { components: 5, applications: 3, capabilities: 1, processes: 0, audiences: 1, people: 240_000, audiencesWithoutNumber: 0 };

describe('two failed replicas', () => {
  it('are one situation with the same numbers in live impact, incidents and events, and each has half of its cost', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { r1: 'Outage', r2: 'Outage', feed: 'Healthy', web: 'Healthy' });
    const [first, second] = await all(tenant);
    const causes = [
      {
        ...named('r1'),
        state: 'Outage',
        isUnderMaintenance: false,
        incidentId: first?.id,
        part: { expectedPerHour: 1_000, perHour: 1_000 },
      },
      {
        ...named('r2'),
        state: 'Outage',
        isUnderMaintenance: false,
        incidentId: second?.id,
        part: { expectedPerHour: 1_000, perHour: 1_000 },
      },
    ];
    const situation = {
      id: first?.id,
      incidents: [first?.id, second?.id],
      incidentsOmitted: 0,
      causes,
      causesOmitted: 0,
      counts,
      notRecorded: [],
      exposure: money(2_000),
    };
    const { situations, revenueExposure } = await readSnapshot(tenant, EVERYTHING);
    expect([situations, revenueExposure?.expectedPerHour]).toEqual([[situation], 2_000]);
    expect((await listIncidents(tenant, {}, at(0), true)).situations).toEqual([situation]);
    const notMonitored = { impactedNotMonitored: [{ technicalName: 'desk', effectiveState: 'Outage' }], impactedNotMonitoredCount: 1 };
    for (const [incident, other] of [
      [first, 'r2'],
      [second, 'r1'],
    ] as const) {
      const { signals, stepSeconds } = await readReplay(tenant, incident?.id ?? '', at(60));
      expect([signals.map(({ name, state }) => `${name} ${state}`), stepSeconds]).toEqual([['r1 Outage', 'r2 Outage'], 1]);
      expect(incident).toMatchObject({ situationId: first?.id, situation, exposure: money(1_000), jointlyWith: [other], ...notMonitored });
      expect(incident?.counts).toEqual({ components: 1, applications: 1 });
    }
    const opened = await eventsOf(tenant, 'incident.');
    expect(opened.map(({ type, whole }) => [type, whole.situation, whole.exposure])).toEqual([
      ['incident.opened', situation, money(1_000)],
      ['incident.opened', situation, money(1_000)],
    ]);
    expect(JSON.stringify(opened.map(({ open }) => open))).not.toMatch(/PerHour/);
    expect(opened.map(({ open }) => open)).toMatchObject([notMonitored, notMonitored]);
    const { causes: byCause } = await readHealthImpact(tenant, EVERYTHING);
    expect(byCause).toMatchObject([
      { technicalName: 'r1', situationId: first?.id, ...notMonitored },
      { technicalName: 'r2', situationId: first?.id, ...notMonitored },
    ]);
  });

  it('say nothing of revenue to those who may not see it', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { r1: 'Outage', r2: 'Outage' });
    const { id = '' } = (await all(tenant))[0] ?? {};
    const told = [
      await readSnapshot(tenant, WITHOUT_REVENUE),
      await listIncidents(tenant, {}, at(0)),
      await getIncident(tenant, id, at(0)),
    ];
    expect(JSON.stringify(told)).not.toMatch(/PerHour/);
    expect(JSON.stringify(await readHealthImpact(tenant, WITHOUT_REVENUE))).not.toMatch(/PerHour/);
  });
});

describe('a cause that others explain in part', () => {
  it('is in their situation with all of the cost, whichever report comes first', async () => {
    const seen: unknown[] = [];
    for (const order of [
      [{ r1: 'Degraded', r2: 'Degraded' }, { web: 'Outage' }],
      [{ web: 'Outage' }, { r1: 'Degraded', r2: 'Degraded' }],
    ] as const) {
      const tenant = await shop();
      for (const [i, report] of order.entries()) await turn(tenant, i, report);
      const { situations } = await readSnapshot(tenant, EVERYTHING);
      expect(situations.map(({ causes }) => causes.map(({ technicalName, part }) => [technicalName, part?.expectedPerHour]))).toEqual([
        [
          ['web', 2_000],
          ['r1', 0],
          ['r2', 0],
        ],
      ]);
      const { causes } = await readHealthImpact(tenant, EVERYTHING);
      const incidents = await all(tenant);
      const relations = ({ explainedInPart, contributesToCauses }: Pick<Incident, 'explainedInPart' | 'contributesToCauses'>) => ({
        explainedInPart,
        contributesToCauses,
      });
      const byName = (rows: readonly [name: string, told: object][]) => Object.fromEntries(rows);
      const told = byName(causes.map((cause) => [cause.technicalName, relations(cause)]));
      expect(byName(incidents.map((incident) => [incident.cause, relations(incident)]))).toEqual(told);
      seen.push(told);
    }
    const contributes = {
      explainedInPart: null,
      contributesToCauses: [{ technicalName: 'web', explains: 'Degraded', reports: 'Outage' }],
    };
    const web = { explainedInPart: { state: 'Degraded', by: ['r1', 'r2'] }, contributesToCauses: [] };
    expect(seen).toEqual([
      { r1: contributes, r2: contributes, web },
      { r1: contributes, r2: contributes, web },
    ]);
  });
});

describe('a situation', () => {
  /** In words: which situations merged, split, gained and lost causes; ids as the numbers of their incidents. */
  async function changes(tenant: TenantDb): Promise<string[]> {
    const numbers = new Map((await all(tenant)).map(({ id, number }) => [id, number]));
    const numberOf = (id: unknown) => numbers.get(id as string) ?? id;
    const rows = await eventsOf(tenant, 'situation.changed');
    return rows.map(({ open }) => {
      const { situation, joined, left, mergedFrom, splitFrom } = open as unknown as {
        situation: { id: string; causes: { technicalName: string }[] };
        joined: string[];
        left: string[];
        mergedFrom: string[];
        splitFrom: string | null;
      };
      const parts = [
        `${numberOf(situation.id)}:`,
        situation.causes.map(({ technicalName }) => technicalName).join(' ') || 'nothing',
        ...joined.map((name) => `+${name}`),
        ...left.map((name) => `-${name}`),
        ...mergedFrom.map((id) => `merged ${numberOf(id)}`),
        ...(splitFrom === null ? [] : [`split from ${numberOf(splitFrom)}`]),
      ];
      return parts.join(' ');
    });
  }

  it('merges into the older one, splits again, and ends with its last incident, whose cause has recovered long before', async () => {
    const tenant = await shop();
    // One replica alone harms only the feed.
    await turn(tenant, 0, { r1: 'Outage' });
    await turn(tenant, 10, { desk: 'Warning' });
    await turn(tenant, 20, { r2: 'Outage' });
    await turn(tenant, 30, { r2: 'Healthy' });
    const [first, second] = await all(tenant);
    // r2 has recovered and stays with r1, where the older incident is; it costs nothing any more.
    expect([first?.situationId, second?.situationId]).toEqual([first?.id, first?.id]);
    expect([second?.state, second?.exposure?.expectedPerHour, second?.situation?.incidents.length]).toEqual(['Monitoring', 0, 2]);
    expect(await changes(tenant)).toEqual(['1: r1 +r1', '1: r1 r2 +r2', '1: r1 -r2']);
    await turn(tenant, 40, { r1: 'Healthy' });
    await turn(tenant, 400, {});
    expect((await changes(tenant)).slice(3)).toEqual(['1: nothing -r1']);
    for (const incident of await all(tenant)) {
      expect(incident).toMatchObject({ state: 'Resolved', situationId: first?.id, exposure: { expectedPerHour: 0 } });
      expect(incident.situation).toMatchObject({ id: first?.id, incidents: [], causes: [] });
    }
  });

  it('of an installation that knew none appears silently', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { r1: 'Outage', r2: 'Outage' });
    const sequences = async (): Promise<number> => (await read(tenant, (tx) => tx.event.findMany())).length;
    const before = await sequences();
    await write(tenant, async (tx) => {
      const { tenantId } = tenant;
      // An older version calculated other answers, too.
      await tx.$executeRaw`update "impact_snapshot" set "situations" = null, "impactDigest" = 'older' where "tenantId" = ${tenantId}::uuid`;
      await tx.$executeRaw`update "incident" set "situationId" = null where "tenantId" = ${tenantId}::uuid`;
      await tx.$executeRaw`update "landscape_version" set "interventions" = "interventions" + 1 where "tenantId" = ${tenantId}::uuid`;
    });
    const [older] = await all(tenant);
    expect(older).toMatchObject({ situationId: null, situation: null, exposure: null });
    await turn(tenant, 10, {});
    expect(await sequences()).toBe(before);
    const incidents = await all(tenant);
    expect(incidents.map(({ situationId, version }) => [situationId, version])).toEqual([
      [older?.id, 1],
      [older?.id, 1],
    ]);
  });
});
