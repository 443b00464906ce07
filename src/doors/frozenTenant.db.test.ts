/**
 * A tenant that is frozen because it moves to another installation: changes are refused at every door with one code, questions are answered, and nothing works
 * on its signals and webhooks. `src/test/matrix/guard.db.test.ts` shows that this is true of every procedure.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { awaitQuiet } from '@/ops/move/awaitQuiet';
import { acceptInvitation } from '@/server/auth/invitations';
import { setPlan } from '@/server/auth/tenants';
import { joinTenant } from '@/server/auth/ssoMembers';
import { consumeHealth } from '@/server/health/consume';
import { setFrozen } from '@/server/landscape/freeze';
import { processState } from '@/server/processState';
import { createCaller } from '@/server/procedures/root';
import { tenantDb } from '@/server/db/tenantDb';
import { keepWeakPoints } from '@/server/weakPoints/keptSummary';
import { callTool } from '@/test/agentClient';
import { useOwnDatabase } from '@/test/database';
import { contextOf } from '@/test/requestContext';
import { created, createRestTenant, SYSTEM, type RestTenant } from '@/test/restTenants';
import { sendToWeb } from '@/test/restMounts';
import { signedInMember } from '@/test/restPeople';
import { changes, statuses, webhookWorld } from '@/test/webhookWorld';
import { write } from '@/server/db/write';

const { database, addresses } = await useOwnDatabase();

let tenant: RestTenant;
let other: RestTenant;
let session: Headers;

const freeze = (tenantId: string): Promise<unknown> => setFrozen(database, SYSTEM, tenantId, true);
const unfreeze = (tenantId: string): Promise<unknown> => setFrozen(database, SYSTEM, tenantId, false);
const forgetKeys = (): void => processState('knownKeys', () => new Map()).clear();

beforeAll(async () => {
  tenant = await createRestTenant(database, sendToWeb);
  other = await createRestTenant(database, sendToWeb);
  session = await signedInMember(database, tenant.tenantId, 'Owner', 'ada');
  for (const of of [tenant, other]) {
    const application = (await created(of, '/applications', {
      name: 'Shop',
      technicalName: 'shop',
    })) as { id: string };
    await created(of, '/components', {
      name: 'Web',
      technicalName: 'web',
      applicationId: application.id,
    });
  }
});

beforeEach(async () => {
  await freeze(tenant.tenantId);
  forgetKeys();
});

describe('a frozen tenant', () => {
  it('says at each door what is going on, what to do, and when to try again', async () => {
    const rest = await tenant.call('PATCH', '/applications/shop', { json: { name: 'New' } });
    expect([rest.status, rest.headers.get('retry-after'), rest.body.code]).toEqual([503, '60', 'tenant_moving']);
    expect(rest.body.detail).toMatch(/moved to another server.*read-only.*nothing was changed.*Try again in a minute/);
    for (const [path, json] of [
      ['/components/web/health', { state: 'Outage' }],
      ['/health-signals', { signals: [{ component: 'web', state: 'Outage' }] }],
    ] as const)
      expect((await tenant.call('POST', path, { json })).status).toBe(503);
    const agent = await callTool(tenant, 'push_health', { component: 'web', state: 'Outage' });
    expect(agent.isError).toBe(true);
    expect(agent.text).toMatch(/tenant_moving[^]*Questions are still answered/);
  });

  it('refuses in the database what the guard still let in', async () => {
    await unfreeze(tenant.tenantId);
    forgetKeys();
    await tenant.call('GET', '/components');
    await freeze(tenant.tenantId);
    // The cached key still belongs to a tenant that is not frozen.
    const calls = [
      ['POST', '/components/web/health', { state: 'Outage' }],
      ['PATCH', '/components/web', { name: 'Site' }],
      ['POST', '/webhooks', { url: 'https://8.8.8.8/' }],
      ['POST', '/scenarios', { technicalName: 's', name: 'S', failures: [{ entityType: 'component', entity: 'web' }] }],
    ] as const;
    for (const [method, path, json] of calls) {
      const answer = await tenant.call(method, path, { json });
      expect([path, answer.status, answer.body.code]).toEqual([path, 503, 'tenant_moving']);
    }
    const once = { json: { state: 'Outage' }, headers: { 'idempotency-key': 'once' } };
    expect((await tenant.call('POST', '/components/web/health', once)).status).toBe(503);
    await unfreeze(tenant.tenantId);
    expect((await tenant.call('POST', '/components/web/health', once)).status).toBe(202);
  });

  it('accepts no invitation and no new role from single sign-on, and lets a member in with the existing role', async () => {
    await unfreeze(tenant.tenantId);
    const caller = createCaller(contextOf(tenant.tenantId, { session }));
    const { token } = await caller.invitations.create({ email: 'bob@example.org', role: 'Viewer' });
    const ada = (await caller.members.list({})).items[0] as { userId: string; email: string };
    await freeze(tenant.tenantId);
    const bob = { id: 'bob', name: 'Bob', email: 'bob@example.org' };
    await expect(acceptInvitation(bob as never, token, new Date())).rejects.toMatchObject({
      code: 'tenant_moving',
    });
    await expect(joinTenant(tenant.tenantId, bob, 'Viewer')).rejects.toMatchObject({
      code: 'tenant_moving',
    });
    await joinTenant(tenant.tenantId, { id: ada.userId, email: ada.email }, 'Viewer');
    await expect(setPlan(database, SYSTEM, tenant.tenantId, 'Business')).rejects.toMatchObject({
      code: 'tenant_moving',
    });
  });

  it('keeps its signals and events in order until it is unfrozen', async () => {
    await unfreeze(tenant.tenantId);
    forgetKeys();
    for (const state of ['Degraded', 'Outage'])
      await tenant.call('POST', '/components/web/health', { json: { state, source: 'in order' } });
    await freeze(tenant.tenantId);
    expect(await consumeHealth(10_000)).toMatchObject({ tenants: 0, signals: 0 });
    await unfreeze(tenant.tenantId);
    expect(await consumeHealth(10_000, tenant.tenantId)).toMatchObject({ tenants: 1 });
    type Told = { state: string; status: string; source: string };
    const { items } = (await tenant.call('GET', '/health-signals?component=web')).body as { items: Told[] };
    const told = items.filter(({ source }) => source === 'in order').map(({ state, status }) => `${state} ${status}`);
    expect(told.sort()).toEqual(['Degraded Superseded', 'Outage Applied']);
  });

  it('sends no webhook; a sender stops between two deliveries and continues there later', async () => {
    const { tenant: sending, receiver, deliver } = await webhookWorld(database);
    await changes(sending, 3);
    receiver.answer = async () => {
      if (receiver.received.length === 2) await freeze(sending.tenantId);
      return 204;
    };
    await deliver();
    expect((await statuses(sending)).map(([, status]) => status)).toEqual(['Delivered', 'Delivered', 'Pending']);
    await deliver();
    expect(receiver.received).toHaveLength(2);
    await awaitQuiet({ url: addresses.owner, tenantId: sending.tenantId, say: () => undefined });
    await unfreeze(sending.tenantId);
    await deliver();
    expect(receiver.sequences()).toEqual([1, 2, 3]);
  });

  it('keeps its weak points as they were, and reports no new ones', async () => {
    await unfreeze(tenant.tenantId);
    forgetKeys();
    const there = tenantDb(database, tenant.tenantId);
    await keepWeakPoints(there);
    await tenant.call('PATCH', '/components/web', { json: { description: 'changed' } });
    await freeze(tenant.tenantId);
    expect(await keepWeakPoints(there)).toBe(false);
    await unfreeze(tenant.tenantId);
    expect(await keepWeakPoints(there)).toBe(true);
  });
});

describe('awaitQuiet', () => {
  const quiet = (longestMs: number, say: (line: string) => void = () => undefined) =>
    awaitQuiet({ url: addresses.owner, tenantId: tenant.tenantId, longestMs, say });

  it('waits for transactions that began before, not for those that began after', async () => {
    const [early, late] = [await database.pool.connect(), await database.pool.connect()];
    try {
      await early.query('begin; select 1');
      await expect(quiet(0)).rejects.toThrow('are still running: 1');
      let waiting: Promise<void> = Promise.resolve();
      await new Promise<void>((listed) => {
        waiting = quiet(60_000, () => listed());
      });
      await late.query('begin; select 1');
      await early.query('rollback');
      await waiting;
      await late.query('rollback');
    } finally {
      early.release();
      late.release();
    }
  });

  it('waits for the process that has claimed the work of the tenant', async () => {
    const claim = (until: string) =>
      write(
        tenantDb(database, tenant.tenantId),
        (tx) => tx.$executeRaw`
          insert into "health_work" ("tenantId", "leaseToken", "leaseUntil") values (${tenant.tenantId}::uuid, gen_random_uuid(), ${until}::timestamptz)
          on conflict ("tenantId") do update set "leaseToken" = excluded."leaseToken", "leaseUntil" = excluded."leaseUntil"`,
      );
    await claim('2999-01-01');
    await expect(quiet(0)).rejects.toThrow('still working on signals');
    await claim('2000-01-01');
    await quiet(60_000);
  });
});
