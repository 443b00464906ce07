/** Signals over REST: clocks, late signals, the result of each item of a batch, and the limit. */
import { beforeAll, describe, expect, it } from 'vitest';
import { consumeHealth } from '@/server/health/consume';
import { createCaller } from '@/server/procedures/root';
import { tenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { signedInMember } from '@/test/restPeople';
import { newTenant } from '@/test/tenants';
import { created, createRestTenant, describeMounts, type RestTenant } from '@/test/restTenants';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

describeMounts('a health signal', (send) => {
  let tenant: RestTenant;
  let count = 0;
  beforeAll(async () => {
    tenant = await createRestTenant(database, send, 'Business');
    await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' });
  });
  async function component(): Promise<string> {
    count += 1;
    const applicationId = (await tenant.call('GET', '/applications/shop')).body.id as string;
    await created(tenant, '/components', { applicationId, name: 'db', technicalName: `db-${count}` });
    return `db-${count}`;
  }
  const push = (name: string, json: object) => tenant.call('POST', `/components/${name}/health`, { json }, tenant.keys.health);
  const pushMany = (signals: unknown) => tenant.call('POST', '/health-signals', { json: { signals } }, tenant.keys.health);
  const historyOf = async (name: string) =>
    (await tenant.call('GET', `/health-signals?component=${name}`)).body.items as Record<string, unknown>[];

  describe('of a sender whose clock is ahead', () => {
    it('counts as observed at acceptance; the answer and the history keep the sent time', async () => {
      const name = await component();
      const observedAt = inSeconds(240);
      const { status, body } = await push(name, { state: 'Outage', observedAt });
      expect([status, body.observedAt, body.reportedAt, body.isLate]).toEqual([202, body.acceptedAt, observedAt, false]);
      expect(body.note).toContain(`Your clock is ahead of ours: observedAt was ${observedAt}`);
      await consumeHealth(30_000, tenant.tenantId);
      expect(await historyOf(name)).toMatchObject([{ status: 'Applied', observedAt: body.acceptedAt, reportedAt: observedAt }]);
    });

    it('does not make later signals late', async () => {
      const name = await component();
      await push(name, { state: 'Outage', observedAt: inSeconds(240) });
      await consumeHealth(30_000, tenant.tenantId);
      expect((await push(name, { state: 'Healthy' })).body).toMatchObject({ isLate: false, reportedAt: null, note: null });
      await consumeHealth(30_000, tenant.tenantId);
      expect((await historyOf(name)).map(({ state, status }) => [state, status])).toEqual([
        ['Healthy', 'Applied'],
        ['Outage', 'Applied'],
      ]);
    });

    it('is 400 where it is more than five minutes ahead', async () => {
      const answer = await push(await component(), { state: 'Outage', observedAt: inSeconds(330) });
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'observedAt']);
    });
  });

  it('that is late gets the answer that it changes nothing, alone and in a batch', async () => {
    const name = await component();
    await push(name, { state: 'Outage', observedAt: '2026-01-02T00:00:00Z' });
    await consumeHealth(30_000, tenant.tenantId);
    const late = { state: 'Healthy', observedAt: '2026-01-01T00:00:00Z' };
    const alone = await push(name, late);
    expect([alone.status, alone.body.isLate]).toEqual([202, true]);
    expect(alone.body.note).toContain('changes nothing');
    const batch = await pushMany([
      { component: name, ...late },
      { component: name, state: 'Healthy', observedAt: '2026-01-02T00:00:00Z' },
    ]);
    expect(batch.body.results).toEqual([
      { index: 0, status: 202, signalId: expect.any(String) as string, isLate: true, note: alone.body.note },
      { index: 1, status: 202, signalId: expect.any(String) as string },
    ]);
    await consumeHealth(30_000, tenant.tenantId);
    expect((await historyOf(name)).filter(({ status }) => status === 'Late')).toHaveLength(2);
  });

  describe('in a batch', () => {
    it('does not stop others if it is invalid: each has its own result', async () => {
      const name = await component();
      const { status, body } = await pushMany([
        { component: name, state: 'Outage' },
        { component: name, state: 'Broken' },
        { component: 'nobody', state: 'Healthy' },
        { component: name, state: 'Healthy', observedAt: inSeconds(900) },
        { component: name, state: 'Healthy', nix: 1 },
        'text',
        null,
      ]);
      expect([status, body.results.map((result: { status: number }) => result.status)]).toEqual([202, [202, 400, 404, 400, 400, 400, 400]]);
      expect(body.results[1].problem).toEqual({
        code: 'invalid_input',
        detail: expect.stringContaining('state: must be one of') as string,
      });
      expect(body.results[4].problem.detail).toBe('nix: is not a known field');
    });

    it('is 400 with the position of each mistake if none is accepted', async () => {
      const answer = await pushMany([{ component: 'nobody', state: 'Healthy' }, { component: 'nobody', state: 'Broken' }, 7]);
      expect([answer.status, answer.body.code, answer.body.issues.map(({ path }: { path: string }) => path)]).toEqual([
        400,
        'invalid_input',
        ['signals[0].component', 'signals[1].state', 'signals[2]'],
      ]);
    });

    it('is 429 if none is accepted and one is over the cap', async () => {
      const name = await component();
      await push(name, { state: 'Healthy' });
      await write(
        tenantDb(database, tenant.tenantId),
        (tx) => tx.$executeRaw`update "rate_bucket" set "tokens" = -300 where "subject" = 'signals'`,
      );
      const answers = [];
      // The tokens that this process has leased are used up first.
      for (let status = 202; status === 202; status = answers.at(-1)?.status ?? 0)
        answers.push(
          await pushMany([
            { component: name, state: 'Broken' },
            { component: name, state: 'Healthy' },
          ]),
        );
      const last = answers.at(-1);
      expect([last?.status, last?.body.code, last?.headers.get('ratelimit-policy')]).toEqual([
        429,
        'rate_limited',
        '"requests";q=600;w=60',
      ]);
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
      await write(
        tenantDb(database, tenant.tenantId),
        (tx) => tx.$executeRaw`update "rate_bucket" set "tokens" = 600 where "subject" = 'signals'`,
      );
    });

    it.each([['text'], [{}], [[]], [Array.from({ length: 1_001 }, () => ({}))]])(
      'is 400 as a whole where it is no list of 1 to 1,000',
      async (signals) => {
        const answer = await pushMany(signals);
        expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'signals']);
      },
    );
  });

  it('is answered with the rest of the limit', async () => {
    const name = await component();
    for (const answer of [
      await push(name, { state: 'Healthy' }),
      await pushMany([{ component: name, state: 'Healthy' }]),
      await push('nobody', { state: 'Healthy' }),
      await tenant.call('POST', '/health-signals/from/alertmanager', { json: { version: '4', alerts: [] } }, tenant.keys.health),
    ]) {
      expect(answer.headers.get('ratelimit-policy')).toBe('"requests";q=600;w=60');
      expect(answer.headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=\d+$/);
    }
  });
});

describe('a person who reports health', () => {
  it.each(['Free', 'Team'] as const)('is told that the plan %s has no signals', async (plan) => {
    const { tenantId } = await newTenant(database, plan);
    const session = await signedInMember(database, tenantId, 'Editor');
    const { health } = createCaller({
      credentials: { tenantId, authorization: null, session, now: new Date() },
      requestId: 'test',
      method: 'TEST',
      path: '/',
      ifMatch: null,
      idempotencyKey: null,
      reply: {},
    });
    await expect(health.push({ component: 'db', state: 'Outage' })).rejects.toMatchObject({ cause: { code: 'plan_required' } });
    await expect(health.pushMany({ signals: [{ component: 'db', state: 'Outage' }] })).rejects.toMatchObject({
      cause: { code: 'plan_required' },
    });
  });
});
