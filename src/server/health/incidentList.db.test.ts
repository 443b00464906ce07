/** The list of incidents: its orders across pages, what it says of each cause today, and by which names it finds one. */
import { describe, expect, it } from 'vitest';
import type { IncidentPage, IncidentListInput } from '@/contract/incidents';
import { INCIDENT_SORTS } from '@/contract/values/lists';
import type { AppError } from '@/domain/errors';
import type { TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { updateEntity } from '@/server/landscape/entities';
import { applyManifest } from '@/server/manifest/applyManifest';
import { acceptSignals } from './acceptSignals';
import { claimWork } from './claimWork';
import { listIncidents } from './listIncidents';
import { runTurn } from './recompute';

const { database } = await useTestDatabase();
const START = Date.now() - 3 * 3_600_000;
const at = (seconds: number): Date => new Date(START + seconds * 1_000);
const named = (technicalName: string, name = technicalName) => ({ technicalName, name });

/** Sells for this much an hour to this many people through the capability. */
const buyers = (capability: string, perHour: number, people: number) => ({
  ...named(`buyers-${capability}`),
  audienceType: 'Customers',
  people,
  annualRevenue: 8_760 * perHour,
  capabilities: [{ capability, revenueShare: 1 }],
});

/**
 * Three applications fail one after the other, in the order oven, till, sieve. The oven costs most and the till reaches most people; nobody
 * has recorded who owns the sieve or whom it serves. The till failed first, though its incident opened second.
 */
async function bakery(): Promise<TenantDb> {
  const tenant = await newTenant(database);
  const manifest = {
    version: 1,
    name: 'bakery',
    capabilities: [named('baking'), named('selling')],
    segments: [buyers('baking', 900, 10), buyers('selling', 100, 5_000)],
    applications: [
      { ...named('kitchen'), ownerTeam: 'Ovens', capabilities: ['baking'], components: [named('oven', 'Stone oven')] },
      { ...named('shop'), ownerTeam: 'counter', capabilities: ['selling'], components: [named('till', 'Cash desk')] },
      { ...named('mill'), components: [named('sieve', 'Flour sieve')] },
    ],
  };
  const source = { text: JSON.stringify(manifest), contentType: 'application/json' };
  await applyManifest(tenant, EVERYTHING, { source, prune: false, impact: false });
  const report = async (seconds: number, component: string, state: 'Outage' | 'Degraded', observed = seconds): Promise<void> => {
    await acceptSignals(tenant, 'Enterprise', [{ component, state, observedAt: at(observed).toISOString() }], new Date());
    const claim = await claimWork(tenant.tenantId);
    expect(claim === null ? null : await runTurn(claim, at(seconds))).toMatchObject({ signals: 1 });
  };
  await report(10, 'oven', 'Outage');
  await report(20, 'till', 'Degraded', 5);
  await report(30, 'sieve', 'Outage');
  return tenant;
}

let shared: Promise<TenantDb> | null = null;
/** One for all tests that change nothing. */
const theBakery = (): Promise<TenantDb> => (shared ??= bakery());

/** The causes of all pages together, each of two incidents. */
async function causesOf(tenant: TenantDb, query: IncidentListInput): Promise<string[]> {
  const causes: string[] = [];
  let cursor: string | null = null;
  do {
    const page: IncidentPage = await listIncidents(
      tenant,
      { ...query, limit: 2, ...(cursor === null ? {} : { cursor }) },
      at(100 + causes.length),
      true,
    );
    causes.push(...page.items.map(({ cause }) => cause));
    expect(page.total).toBe(3);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return causes;
}

const ASCENDING: Readonly<Record<string, string[]>> = {
  number: ['oven', 'till', 'sieve'],
  cause: ['till', 'sieve', 'oven'],
  severity: ['till', 'oven', 'sieve'],
  expectedPerHour: ['sieve', 'till', 'oven'],
  costSoFar: ['sieve', 'till', 'oven'],
  people: ['sieve', 'oven', 'till'],
  team: ['sieve', 'till', 'oven'],
  duration: ['sieve', 'oven', 'till'],
};

describe('the list of incidents', () => {
  it('has every order across its pages, in both directions, with every incident once', async () => {
    const tenant = await theBakery();
    const told: Record<string, string[]> = {};
    for (const sort of INCIDENT_SORTS) told[sort] = await causesOf(tenant, { sort });
    const expected = INCIDENT_SORTS.map((sort) => {
      const order = ASCENDING[sort.replace('-', '')]!;
      return [sort, sort.startsWith('-') ? [...order].reverse() : order] as const;
    });
    expect(told).toEqual(Object.fromEntries(expected));
  });

  it('begins with the newest unless another order is asked for', async () => {
    expect(await causesOf(await theBakery(), {})).toEqual(['sieve', 'till', 'oven']);
  });

  it('keeps the order by duration of its first page, though the incidents go on', async () => {
    const tenant = await theBakery();
    const first = await listIncidents(tenant, { sort: '-duration', limit: 1 }, at(100), true);
    const later = await listIncidents(tenant, { sort: '-duration', limit: 1, cursor: first.nextCursor! }, at(9_000), true);
    expect([first, later].map(({ items }) => items[0]?.cause)).toEqual(['till', 'oven']);
  });

  it('does not say what costs most to somebody who may not see revenue', async () => {
    const tenant = await theBakery();
    await expect(listIncidents(tenant, { sort: '-expectedPerHour' }, at(100), false)).rejects.toEqual(
      expect.objectContaining({ code: 'revenue_forbidden' }) as AppError,
    );
  });

  it('refuses the cursor of another order', async () => {
    const tenant = await theBakery();
    const { nextCursor } = await listIncidents(tenant, { sort: 'people', limit: 1 }, at(100), true);
    await expect(listIncidents(tenant, { sort: 'team', limit: 1, cursor: nextCursor! }, at(100), true)).rejects.toEqual(
      expect.objectContaining({ code: 'invalid_input' }) as AppError,
    );
  });

  it('says what people call each cause today, and who owns it', async () => {
    const tenant = await bakery();
    await updateEntity(tenant, EVERYTHING, 'component', 'oven', { name: 'Big oven' }, null);
    await deleteEntity(tenant, EVERYTHING, 'component', 'till', true, null);
    const { items } = await listIncidents(tenant, {}, at(100));
    expect(items.map(({ causeName, team }) => [causeName, team])).toEqual([
      ['Flour sieve', null],
      ['till', null],
      ['Big oven', 'Ovens'],
    ]);
  });

  it.each([
    ['what people call the cause', 'stone', ['oven']],
    ['its technicalName', 'OVEN', ['oven']],
    ['a wildcard, taken literally', '%', []],
  ])('finds incidents by %s', async (_by, search, found) => {
    const { items } = await listIncidents(await theBakery(), { search }, at(100));
    expect(items.map(({ cause }) => cause)).toEqual(found);
  });

  it('finds incidents by the technicalName of today and of then', async () => {
    const tenant = await bakery();
    await updateEntity(tenant, EVERYTHING, 'component', 'sieve', { technicalName: 'sifter', name: 'Shaker' }, null);
    for (const search of ['sieve', 'sifter', 'shaker'])
      expect((await listIncidents(tenant, { search }, at(100))).items.map(({ number }) => number)).toEqual([3]);
  });
});
