/**
 * The opening delay, the grace period and flapping through the pipeline. What turns remember is in the database, so a restart forgets
 * nothing.
 */
import { expect, it } from 'vitest';
import type { HealthState } from '@/domain/vocabulary';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { getTenant, createTenant, updateTenant } from '@/server/auth/tenants';
import { createDependency } from '@/server/landscape/dependencies';
import { createEntity } from '@/server/landscape/entities';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import { acceptSignals } from './acceptSignals';
import { claimWork } from './claimWork';
import { readHealthImpact, readSnapshot } from './readImpact';
import { listIncidents } from './listIncidents';
import { readLiveCauses } from './readLiveCauses';
import { runTurn } from './recompute';
import { read } from '@/server/db/read';

const { database } = await useTestDatabase();
const SERVICES = ['s1', 's2', 's3'];
/** In the past, so that whatever is due by the clock of these tests is due by the database's too. */
const START = Date.now() - 3 * 3_600_000;
const at = (seconds: number): Date => new Date(START + seconds * 1_000);

/** Three services on one database. */
async function shop(): Promise<TenantDb> {
  const tenant = await newTenant(database);
  await updateTenant(tenant, EVERYTHING, { openAfterSeconds: 15, recoveryGraceSeconds: 60 }, null);
  const application = await createEntity(tenant, EVERYTHING, 'application', { name: 'shop', technicalName: 'shop' });
  const component = (name: string) =>
    createEntity(tenant, EVERYTHING, 'component', { name, technicalName: name, applicationId: application.id });
  const db = await component('db');
  for (const name of SERVICES) {
    const { id } = await component(name);
    await createDependency(tenant, EVERYTHING, { sourceComponentId: id, targetComponentId: db.id, dependencyType: 'Calls' });
  }
  return tenant;
}

/** Reports health at the given time, and runs one turn at that time, by a consumer that remembers nothing of the previous turn. */
async function turn(tenant: TenantDb, seconds: number, names: readonly string[] = [], state: HealthState = 'Outage'): Promise<void> {
  const signals = names.map((component) => ({ component, state, observedAt: at(seconds).toISOString() }));
  if (signals.length > 0) await acceptSignals(tenant, 'Enterprise', signals, new Date());
  const claim = await claimWork(tenant.tenantId);
  if (claim === null) throw new Error('There is nothing to do.');
  await runTurn(claim, at(seconds));
}

async function incidents(tenant: TenantDb): Promise<string[]> {
  const { items } = await listIncidents(tenant, {}, at(0));
  return items
    .reverse()
    .map(({ state, cause, symptoms, isFlapping }) => [state, cause, ...symptoms, ...(isFlapping ? ['flapping'] : [])].join(' '));
}

async function dueAt(tenant: TenantDb): Promise<Date | null> {
  const work = await read(tenant, (tx) => tx.healthWork.findUniqueOrThrow({ where: { tenantId: tenant.tenantId } }));
  return work.dueAt;
}

it('a storm opens one incident: symptoms a second before their cause, and services that recover two seconds after it', async () => {
  const tenant = await shop();
  await turn(tenant, 0, SERVICES);
  await turn(tenant, 1, ['db']);
  expect(await incidents(tenant)).toEqual([]);
  expect(await dueAt(tenant)).toEqual(at(16));
  await turn(tenant, 16);
  expect(await incidents(tenant)).toEqual(['Open db s1 s2 s3']);
  await turn(tenant, 100, ['db'], 'Healthy');
  expect(await dueAt(tenant)).toEqual(at(160));
  await turn(tenant, 102, SERVICES, 'Healthy');
  expect(await dueAt(tenant)).toEqual(at(400));
  await turn(tenant, 400);
  expect(await incidents(tenant)).toEqual(['Resolved db']);
});

it('a symptom that outlasts the grace period opens its own incident at its end', async () => {
  const tenant = await shop();
  await turn(tenant, 0, ['db', 's1']);
  await turn(tenant, 15);
  await turn(tenant, 100, ['db'], 'Healthy');
  await turn(tenant, 160);
  expect(await incidents(tenant)).toEqual(['Monitoring db', 'Open s1']);
});

it('a flapping cause keeps its incident open, and is remembered from turn to turn', async () => {
  const tenant = await shop();
  await updateTenant(tenant, EVERYTHING, { openAfterSeconds: 0 }, null);
  await turn(tenant, 0, ['db'], 'Healthy');
  for (let i = 1; i <= 6; i++) await turn(tenant, i, ['db'], i % 2 === 1 ? 'Outage' : 'Healthy');
  const rows = await read(tenant, (tx) => tx.componentHealth.findMany({ where: { isFlapping: true } }));
  expect(rows.map(({ recentChanges }) => recentChanges.length)).toEqual([6]);
  expect(await incidents(tenant)).toEqual(['Open db flapping']);
});

it('a new tenant has an opening delay of 15 seconds and a grace period of 60', async () => {
  const { tenantId } = await createTenant(database, { name: 'New', plan: 'Free' });
  expect(await getTenant(tenantDb(database, tenantId))).toMatchObject({ openAfterSeconds: 15, recoveryGraceSeconds: 60 });
});

it('a waiting cause says when its incident opens, and a cause with an incident names it', async () => {
  const tenant = await shop();
  await turn(tenant, 0, ['db']);
  const waiting = { technicalName: 'db', incident: null, incidentOpensAt: at(15).toISOString(), isFlapping: false };
  expect((await readSnapshot(tenant, EVERYTHING)).unhealthy).toMatchObject([waiting]);
  expect((await readHealthImpact(tenant, EVERYTHING)).causes).toMatchObject([waiting]);
  expect((await readLiveCauses(tenant, EVERYTHING)).causes).toMatchObject([waiting]);
  await turn(tenant, 15);
  const open = { technicalName: 'db', incident: { state: 'Open' }, incidentOpensAt: null };
  expect((await readSnapshot(tenant, EVERYTHING)).unhealthy).toMatchObject([open]);
  expect((await readHealthImpact(tenant, EVERYTHING)).causes).toMatchObject([open]);
  expect((await readLiveCauses(tenant, EVERYTHING)).causes).toMatchObject([open]);
});
