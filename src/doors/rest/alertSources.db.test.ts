/** Alerts of monitoring systems over REST: the outcome of each, and the list of those that match no component. */
import { beforeAll, expect, it } from 'vitest';
import { SignalSourceAnswer } from '@/contract/signalSources/signalSource';
import { tenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { created, createRestTenant, describeMounts, type RestTenant } from '@/test/restTenants';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();
const AT = '2026-01-01T00:00:00.000Z';
const firing = (labels: object) => ({
  status: 'firing',
  labels,
  annotations: { summary: 'It is down' },
  startsAt: AT,
  endsAt: '0001-01-01T00:00:00Z',
});

describeMounts('an alert', (send) => {
  let tenant: RestTenant;
  beforeAll(async () => {
    tenant = await createRestTenant(database, send, 'Business');
    const { id: applicationId } = (await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' })) as { id: string };
    await created(tenant, '/components', { applicationId, name: 'db', technicalName: 'db' });
  });
  const sendAlerts = (...alerts: unknown[]) =>
    tenant.call('POST', '/health-signals/from/alertmanager', { json: { version: '4', alerts } }, tenant.keys.health);
  const unmatched = async (more = '') =>
    (await tenant.call('GET', `/health-signals?status=Unmatched${more}`, {}, tenant.keys.read)).body.items as Record<string, unknown>[];

  it('about an unknown component gets 202 with its outcome, and is listed as unmatched', async () => {
    const answer = await sendAlerts(
      firing({ component: 'nobody', severity: 'critical' }),
      firing({ severity: 'warning' }),
      firing({ component: 'db', severity: 'purple' }),
    );
    expect(answer.status).toBe(202);
    expect(SignalSourceAnswer.parse(answer.body)).toMatchObject({
      results: [{ index: 0, status: 404, problem: { code: 'not_found' } }],
      issues: [{ path: 'alerts[1].labels' }, { path: 'alerts[2].labels.severity' }],
      ignored: 0,
      unmatched: 3,
    });
    const listed = await unmatched();
    const common = {
      componentId: null,
      observedAt: AT,
      reportedAt: null,
      source: 'alertmanager',
      message: 'It is down',
      status: 'Unmatched',
    };
    expect(listed.map(({ component, state }) => [component, state]).sort()).toEqual([
      [null, 'Warning'],
      ['db', null],
      ['nobody', 'Outage'],
    ]);
    for (const item of listed) expect(item).toMatchObject({ ...common, reason: expect.stringMatching(/./) as string });
    expect((await unmatched('&component=nobody')).map(({ component }) => component)).toEqual(['nobody']);
  });

  it('about a known component is accepted beside others that are not', async () => {
    const { status, body } = await sendAlerts(firing({ component: 'db', severity: 'critical' }), firing({ component: 'ghost' }));
    expect([status, body.results.map((result: { status: number }) => result.status), body.unmatched]).toEqual([202, [202, 404], 1]);
  });

  it('from ten minutes ahead of our clock counts as of now, and so does its end', async () => {
    const at = new Date(Date.now() + 10 * 60_000).toISOString();
    const labels = { component: 'db', severity: 'critical' };
    for (const ahead of [
      { ...firing(labels), startsAt: at },
      { ...firing(labels), status: 'resolved', startsAt: at, endsAt: at },
    ]) {
      const { status, body } = await sendAlerts(ahead);
      const [result] = SignalSourceAnswer.parse(body).results;
      expect([status, result?.status, body.unmatched]).toEqual([202, 202, 0]);
      expect(result).toMatchObject({ reportedAt: at });
    }
  });

  it.each([[{}], [{ alerts: {} }]])('gets 400 if it is not a payload of that source: %j', async (json) => {
    const answer = await tenant.call('POST', '/health-signals/from/alertmanager', { json }, tenant.keys.health);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
  });

  it('that matches nothing counts against the cap', async () => {
    await write(
      tenantDb(database, tenant.tenantId),
      (tx) => tx.$executeRaw`update "rate_bucket" set "tokens" = -300 where "subject" = 'signals'`,
    );
    let answer = await sendAlerts(firing({}));
    // The tokens that this process has leased are used up first.
    while (answer.status === 202) answer = await sendAlerts(firing({}));
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited']);
  });
});
