/** The history of health signals over REST, by status. The tests of the pipeline cover what happens to signals. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '@/domain/errors';
import { consumeHealth } from '@/server/health/consume';
import { createCaller } from '@/server/procedures/root';
import { useTestDatabase } from '@/test/database';
import { signedInMember } from '@/test/restPeople';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();

describeRest('the history of health signals', (send) => {
  let tenant: RestTenant;
  let componentId: string;

  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    const { id: applicationId } = (await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' })) as { id: string };
    componentId = ((await created(tenant, '/components', { applicationId, name: 'db', technicalName: 'db' })) as { id: string }).id;
    await tenant.call('POST', '/components/db/health', {
      json: { state: 'Outage', observedAt: '2026-01-02T00:00:00Z', source: 'probe', message: 'Down.' },
    });
    await consumeHealth(30_000, tenant.tenantId);
    await tenant.call('POST', '/components/db/health', { json: { state: 'Healthy', observedAt: '2026-01-01T00:00:00Z' } });
    await consumeHealth(30_000, tenant.tenantId);
  });

  describe('200', () => {
    it('lists the outcome of each, latest first, and the state of processing', async () => {
      await tenant.call('POST', '/components/db/health', { json: { state: 'Outage', observedAt: '2026-01-03T00:00:00Z' } });
      const { status, body } = await tenant.call('GET', '/health-signals', {}, tenant.keys.read);
      const at = expect.any(String) as string;
      const common = {
        signalId: at,
        componentId,
        component: 'db',
        acceptedAt: at,
        handledAt: at,
        reportedAt: null,
        reason: null,
        stateAfter: null,
        alert: null,
      };
      expect([status, body]).toEqual([
        200,
        {
          items: [
            { ...common, state: 'Healthy', observedAt: '2026-01-01T00:00:00.000Z', source: null, message: null, status: 'Late' },
            { ...common, state: 'Outage', observedAt: '2026-01-02T00:00:00.000Z', source: 'probe', message: 'Down.', status: 'Applied' },
          ],
          nextCursor: null,
          total: 2,
          work: { pendingSignals: 1, failedAttempts: 0, lastError: null, nextAttemptAt: null },
        },
      ]);
      const paged = await tenant.call('GET', '/health-signals?limit=1&component=db&status=Late,SetAside&since=2026-01-01T00:00:00Z');
      expect([paged.body.total, paged.body.items[0].status]).toEqual([1, 'Late']);
    });
  });

  describe('400', () => {
    it.each([
      ['status[0]', 'status=set_aside'],
      ['since', 'since=today'],
      ['cursor', 'cursor=mine'],
      ['limit', 'limit=0'],
    ])('names %s in %s', async (field, query) => {
      const answer = await tenant.call('GET', `/health-signals?${query}`);
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, field]);
    });
  });

  describe('403', () => {
    it('refuses a key that may only push', async () => {
      const answer = await tenant.call('GET', '/health-signals', {}, tenant.keys.health);
      expect([answer.status, answer.body.requiredScope]).toEqual([403, 'read']);
    });
  });

  describe('a report by somebody signed in', () => {
    it('is attributed to them, and gets 400, with the position of each mistake, if it names another source', async () => {
      const session = await signedInMember(database, tenant.tenantId, 'Editor', 'Grace');
      const credentials = { tenantId: tenant.tenantId, authorization: null, session, now: new Date() };
      const { health } = createCaller({
        credentials,
        requestId: 'test',
        method: 'TEST',
        path: '/',
        ifMatch: null,
        idempotencyKey: null,
        reply: {},
      });
      const report = { component: 'db', state: 'Warning' as const };
      const refusalOf = (work: Promise<unknown>) =>
        work.then(
          () => null,
          (error: { cause: AppError }) => [error.cause.code, error.cause.issues?.[0]?.path],
        );
      expect(await refusalOf(health.push({ ...report, source: 'prometheus' }))).toEqual(['invalid_input', 'source']);
      expect(await refusalOf(health.pushMany({ signals: [{ ...report, source: 'prometheus' }] }))).toEqual([
        'invalid_input',
        'signals[0].source',
      ]);
      const { signalId } = await health.push(report);
      await consumeHealth(30_000, tenant.tenantId);
      const { items } = await health.signals({ component: 'db' });
      expect(items.filter((item) => item.signalId === signalId).map(({ source }) => source)).toEqual(['Grace']);
      expect(items.some(({ source }) => source === 'prometheus')).toBe(false);
    });
  });
});

describeRest('date-times beyond the years that a database writes with four digits', (send) => {
  let tenant: RestTenant;

  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    const { id: applicationId } = (await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' })) as { id: string };
    await created(tenant, '/components', { applicationId, name: 'db', technicalName: 'db' });
  });

  const EARLY = '0001-01-01T00:00:00+14:00';
  const LATE = '9999-12-31T23:59:59-12:00';

  it.each<[string, string, string, object?]>([
    ['observedAt', 'POST', '/components/db/health', { state: 'Outage', observedAt: EARLY }],
    ['endsAt', 'POST', '/maintenance-windows', { kind: 'component', entity: 'db', reason: 'Work', endsAt: LATE }],
    ['since', 'GET', `/incidents?since=${encodeURIComponent(EARLY)}`],
    ['until', 'GET', `/changes?until=${encodeURIComponent(LATE)}`],
    ['since', 'GET', `/health-signals?since=${encodeURIComponent(EARLY)}`],
    ['at', 'GET', `/dependency-security-register?at=${encodeURIComponent(EARLY)}`],
  ])('are 400 at %s of %s %s', async (field, method, path, json) => {
    const answer = await tenant.call(method, path, json === undefined ? {} : { json });
    expect([answer.status, (answer.body.issues as { path: string }[]).map((issue) => issue.path)]).toEqual([400, [field]]);
  });

  it('are refused in their item of a batch alone', async () => {
    const signals = [
      { component: 'db', state: 'Outage', observedAt: EARLY },
      { component: 'db', state: 'Warning' },
      { component: 'db', state: 'Outage', observedAt: LATE },
    ];
    const { status, body } = await tenant.call('POST', '/health-signals', { json: { signals } });
    expect([status, body.results.map((result: { status: number }) => result.status)]).toEqual([202, [400, 202, 400]]);
  });
});
