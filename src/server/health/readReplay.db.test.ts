/**
 * Replaying the history of health: what was wrong at an instant, the path of a failure, an incident minute by minute, and what is no longer
 * stored.
 */
import { describe, expect, it } from 'vitest';
import { PastHealth, IncidentReplay } from '@/contract/replay';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, WITHOUT_REVENUE, newTenant } from '@/test/tenants';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { applyManifest } from '@/server/manifest/applyManifest';
import type { TenantDb } from '@/server/db/tenantDb';
import { acceptSignals } from './acceptSignals';
import { claimWork } from './claimWork';
import { listIncidents } from './listIncidents';
import { readLiveColumns, readLivePath } from './readLiveColumns';
import { readPastHealth, readReplay } from './readReplay';
import { runTurn } from './recompute';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });
const MINUTE = 60_000;

const SHOP = {
  version: 1,
  name: 'shop',
  applications: [
    { ...named('shop'), components: [named('web'), named('cart')] },
    { ...named('data'), ownerTeam: 'Storage', components: [named('db'), named('mail')] },
  ],
  dependencies: [
    { source: 'web', target: 'cart', dependencyType: 'Calls', mode: 'Hard' },
    { source: 'cart', target: 'db', dependencyType: 'Reads', mode: 'Hard' },
  ],
};

interface World {
  tenant: TenantDb;
  now: Date;
  /** The time this many minutes ago. */
  ago(minutes: number): string;
  incident: string;
}

/** An hour ago everything was healthy; db failed after 10 minutes, cart said so itself after 12, both recovered after 20; mail warned after 15 and still does. */
async function anHour(): Promise<World> {
  const tenant = await newTenant(database);
  await applyManifest(tenant, EVERYTHING, {
    source: { text: JSON.stringify(SHOP), contentType: 'application/json' },
    prune: false,
    impact: false,
  });
  const now = new Date();
  const ago = (minutes: number): string => new Date(now.getTime() - minutes * MINUTE).toISOString();
  const turn = async (minutes: number, states: Record<string, 'Healthy' | 'Outage' | 'Degraded' | 'Warning'>): Promise<void> => {
    const signals = Object.entries(states).map(([component, state]) => ({
      component,
      state,
      observedAt: ago(minutes),
      message: `${component} ${state}`,
    }));
    await acceptSignals(tenant, 'Enterprise', signals, now);
    const claim = await claimWork(tenant.tenantId);
    if (claim !== null) await runTurn(claim, new Date(ago(minutes)));
  };
  await turn(60, { web: 'Healthy', cart: 'Healthy', db: 'Healthy', mail: 'Healthy' });
  await turn(50, { db: 'Outage' });
  await turn(48, { cart: 'Degraded' });
  await turn(47, { cart: 'Degraded' });
  await turn(45, { mail: 'Warning' });
  await turn(40, { db: 'Healthy', cart: 'Healthy' });
  const { items } = await listIncidents(tenant, { component: 'db', limit: 1 }, now);
  return { tenant, now, ago, incident: items[0]?.id ?? '' };
}

describe('the health of the past', () => {
  it('is what was reported up to then, propagated over the dependencies; for now it is the live impact', async () => {
    const { tenant, now, ago } = await anHour();
    const told = async (minutes: number) => {
      const { lanes: columns, reporting } = PastHealth.parse(await readPastHealth(tenant, EVERYTHING, ago(minutes), now));
      return {
        causes: columns?.causes.map(({ technicalName, state, lastMessage }) => [technicalName, state, lastMessage]),
        rows: columns?.cards
          .flatMap(({ parts }) => parts.flatMap(({ rows }) => rows))
          .map(({ technicalName, state }) => [technicalName, state])
          .sort(),
        reporting: reporting.length,
      };
    };
    expect(await told(55)).toEqual({ causes: [], rows: [], reporting: 0 });
    expect(await told(50)).toEqual({
      causes: [['db', 'Outage', 'db Outage']],
      rows: [
        ['cart', 'Outage'],
        ['web', 'Outage'],
      ],
      reporting: 1,
    });
    expect((await told(43)).causes).toEqual([
      ['db', 'Outage', 'db Outage'],
      ['mail', 'Warning', 'mail Warning'],
    ]);
    expect(await told(39)).toEqual({ causes: [['mail', 'Warning', 'mail Warning']], rows: [], reporting: 1 });
    const { lanes: columns } = await readPastHealth(tenant, WITHOUT_REVENUE, now.toISOString(), now);
    expect(columns).toEqual(await readLiveColumns(tenant, WITHOUT_REVENUE));
  });

  it('includes what has been deleted since', async () => {
    const { tenant, now, ago } = await anHour();
    const before = new Date().toISOString();
    await deleteEntity(tenant, EVERYTHING, 'component', 'mail', true, null);
    const { lanes: columns } = await readPastHealth(tenant, EVERYTHING, before, new Date());
    expect(columns?.causes.map(({ technicalName }) => technicalName)).toEqual(['mail']);
    expect((await readPastHealth(tenant, EVERYTHING, ago(43), now)).lanes?.causes.map(({ technicalName }) => technicalName)).toEqual([
      'db',
      'mail',
    ]);
  });

  it('can be that of the situation of one incident alone, now and then', async () => {
    const { tenant, now, ago, incident } = await anHour();
    const causesOf = (lanes: PastHealth['lanes']): string[] | undefined => lanes?.causes.map(({ technicalName }) => technicalName);
    const then = await readPastHealth(tenant, EVERYTHING, ago(43), now, { incident });
    expect([causesOf(then.lanes), then.lanes?.totals.components]).toEqual([['db'], 3]);
    expect(causesOf(await readLiveColumns(tenant, EVERYTHING, { incident }))).toEqual([]);
    await expect(readLiveColumns(await newTenant(database), EVERYTHING, { incident })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not shown if it is no longer kept, nor for the future', async () => {
    const { tenant, now } = await anHour();
    const old = await readPastHealth(tenant, EVERYTHING, '2020-01-01T00:00:00Z', now);
    expect([old.lanes, old.reporting, Date.parse(old.keptSince) < now.getTime()]).toEqual([null, [], true]);
    await expect(readPastHealth(tenant, EVERYTHING, new Date(now.getTime() + MINUTE).toISOString(), now)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('of one tenant reveals nothing about another', async () => {
    const [{ ago, now, incident }, other] = [await anHour(), await newTenant(database)];
    expect((await readPastHealth(other, EVERYTHING, ago(43), now)).lanes).toMatchObject({ causes: [], cards: [] });
    await expect(readReplay(other, incident, now)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the path of a failure', () => {
  it('exists for now and for then, but not for unaffected components', async () => {
    const { tenant, now, ago } = await anHour();
    const path = await readLivePath(tenant, { component: 'web', at: ago(43) }, now);
    expect([path.cause.name, path.steps.map(({ source, expectedState }) => [source.technicalName, expectedState])]).toEqual([
      'db',
      [
        ['cart', 'Outage'],
        ['web', 'Outage'],
      ],
    ]);
    expect((await readLivePath(tenant, { component: 'mail' }, now)).steps).toEqual([]);
    for (const at of [undefined, ago(39), '2020-01-01T00:00:00Z'])
      await expect(readLivePath(tenant, { component: 'web', at }, now)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the replay of an incident', () => {
  it('begins before the first signal, ends after the last, and lists each change of state of cause and symptoms', async () => {
    const { tenant, now, ago, incident } = await anHour();
    const replay = IncidentReplay.parse(await readReplay(tenant, incident, now));
    expect(replay.signals.map(({ at, name, state, message }) => [at, name, state, message])).toEqual([
      [ago(50), 'db', 'Outage', 'db Outage'],
      [ago(48), 'cart', 'Degraded', 'cart Degraded'],
      [ago(40), 'cart', 'Healthy', 'cart Healthy'],
      [ago(40), 'db', 'Healthy', 'db Healthy'],
    ]);
    expect([replay.cause, replay.signalsOmitted, replay.stepSeconds]).toEqual(['db', 0, 2]);
    const [from, to, began, ended] = [replay.from, replay.to, ago(50), ago(40)].map((at) => Date.parse(at) / 1_000);
    expect([from! % 2, to! % 2]).toEqual([0, 0]);
    expect([Math.floor((began! - from!) / 2), Math.floor((to! - ended!) / 2)]).toEqual([5, 5]);
  });
});
