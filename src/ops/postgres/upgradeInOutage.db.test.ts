/**
 * An installation is brought up to date in the middle of an outage. Its rows were recorded with version 2.0.0: both replicas of a shop that is
 * in service are down, and so is the database of an application that is retired, each with an open incident; an alert
 * has set a component of the shop to Warning; a run of a scenario and the weak points are stored.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Client } from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { withoutForcedRowSecurity } from '@/ops/backup/forcedRowSecurity';
import { migrate } from './migrate';
import { readMigrations } from './migrations';
import { read } from '@/server/db/read';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import { acceptSignals } from '@/server/health/acceptSignals';
import { consumeHealth } from '@/server/health/consume';
import { listIncidents } from '@/server/health/listIncidents';
import { readSnapshot } from '@/server/health/readImpact';
import { updateEntity } from '@/server/landscape/entities';
import { compareRuns } from '@/server/scenarios/compareRuns';
import { listRuns, runScenario } from '@/server/scenarios/scenarioRuns';
import { keepWeakPoints } from '@/server/weakPoints/keptSummary';
import { readWeakPointSummary } from '@/server/weakPoints/weakPointSummary';
import { connected } from '@/test/connected';
import { useOwnDatabase } from '@/test/database';
import { EVERYTHING } from '@/test/tenants';

const RECORDED_WITH = '20261126130000_signal_order';

const { database, addresses } = await useOwnDatabase();
const { isSingleLogin } = inject('template');
const log = (): void => undefined;
const recorded = JSON.parse(gunzipSync(readFileSync('src/test/recorded-2.0.0.json.gz')).toString()) as Record<string, object[]> & {
  tenant: [{ id: string }];
};

/** The tables are in an order in which they can be filled. */
async function fill(client: Client): Promise<void> {
  for (const [table, rows] of Object.entries(recorded)) {
    const columns = Object.keys(rows[0]!)
      .map((column) => `"${column}"`)
      .join(', ');
    await client.query(
      `insert into "${table}" (${columns}) overriding system value select ${columns} from json_populate_recordset(null::"${table}", $1::json)`,
      [JSON.stringify(rows)],
    );
  }
}

describe('an installation that is brought up to date in the middle of an outage', () => {
  const tenant: TenantDb = tenantDb(database, recorded.tenant[0].id);
  const events = async (): Promise<string[]> => {
    const rows = await read(tenant, (tx) => tx.event.findMany({ orderBy: { sequence: 'asc' } }));
    return rows.slice(recorded.event!.length).map(({ type }) => type);
  };
  const consume = async (): Promise<void> => {
    expect(await consumeHealth(30_000, tenant.tenantId)).toMatchObject({ failures: 0 });
  };

  beforeAll(async () => {
    await connected(addresses.owner, async (client) => {
      await client.query('drop schema public cascade; create schema public');
      const migrations = readMigrations().filter(({ name }) => name <= RECORDED_WITH);
      expect(migrations.at(-1)?.name).toBe(RECORDED_WITH);
      await migrate({ url: addresses.owner, isSingleLogin, log, migrations });
      await client.query('begin');
      await withoutForcedRowSecurity(client, () => fill(client));
      await client.query('commit');
    });
    await migrate({ url: addresses.owner, isSingleLogin, log });
  });

  it('says only that the incident of the retired application is over', async () => {
    await consume();
    expect(await events()).toEqual(['incident.resolved']);
    const { items } = await listIncidents(tenant, {}, new Date());
    expect(items.map(({ cause, state }) => [cause, state]).sort()).toEqual([
      ['old-db', 'Resolved'],
      ['r1', 'Open'],
      ['r2', 'Open'],
    ]);
    expect(new Set(items.filter(({ state }) => state === 'Open').map(({ situationId }) => situationId)).size).toBe(1);
    const { capabilities, situations } = await readSnapshot(tenant, EVERYTHING);
    expect(capabilities.filter(({ effectiveState }) => effectiveState !== 'Healthy')).toMatchObject([{ technicalName: 'selling' }]);
    expect(situations.map(({ causes }) => causes.map(({ technicalName }) => technicalName))).toEqual([['old-db'], ['r1', 'r2']]);
    // What is missing from the events above happens, at the latest, now.
    await consume();
    expect(await events()).toEqual(['incident.resolved']);
  });

  it('works out the weak points by the rules of today, without a word', async () => {
    const { items, isCurrent } = await readWeakPointSummary(tenant, EVERYTHING, {});
    const points = items.map(({ technicalName, singlePoints }) => [technicalName, singlePoints]).sort();
    expect([points, isCurrent]).toEqual([
      [
        ['former-selling', 0],
        ['selling', 2],
      ],
      true,
    ]);
    await updateEntity(tenant, EVERYTHING, 'component', 'desk', { name: 'The desk' }, null);
    await keepWeakPoints(tenant);
    expect((await events()).filter((type) => type.startsWith('weakpoint.'))).toEqual([]);
  });

  it('says of a comparison with a run of before that the rules differ', async () => {
    const [before] = (await listRuns(tenant, EVERYTHING, 'both', {})).items;
    const after = await runScenario(tenant, 'Enterprise', EVERYTHING, 'both', new Date());
    const compare = (from: string, to?: string) => compareRuns(tenant, EVERYTHING, { idOrTechnicalName: 'both', from, to }, new Date());
    expect(await compare(before!.id)).toMatchObject({
      haveRulesChanged: true,
      noLongerAffected: [{ technicalName: 'former-selling' }, { technicalName: 'former-selling-buyers' }],
    });
    expect(await compare(before!.id, after.id)).toMatchObject({ haveRulesChanged: true });
    expect(await compare(after.id)).toMatchObject({ haveRulesChanged: false, isSame: true });
  });

  it('keeps what components and alerts had reported', async () => {
    const { unhealthy } = await readSnapshot(tenant, EVERYTHING);
    const named = new Map(unhealthy.map(({ id, technicalName, state }) => [id, `${technicalName} ${state}`]));
    expect([...named.values()].sort()).toEqual(['desk Warning', 'old-db Outage', 'r1 Outage', 'r2 Outage']);
    const alerts = await read(tenant, (tx) => tx.alert.findMany());
    expect(alerts.map(({ componentId, source, state }) => [named.get(componentId), source, state])).toEqual([
      ['desk Warning', 'alertmanager', 'Warning'],
    ]);
    const reports = await read(tenant, (tx) => tx.componentHealth.findMany({ where: { plainState: 'Outage' } }));
    expect(reports.map(({ componentId }) => named.get(componentId)).sort()).toEqual(['old-db Outage', 'r1 Outage', 'r2 Outage']);
  });

  it('goes on with the outage', async () => {
    const known = (await events()).length;
    await acceptSignals(tenant, 'Enterprise', [{ component: 'r1', state: 'Healthy' }], new Date());
    await consume();
    expect((await events()).slice(known)).toEqual(['health.changed', 'impact.changed', 'incident.updated', 'situation.changed']);
  });
});
