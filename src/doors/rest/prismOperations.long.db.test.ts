/** What happens to a landscape, through Prism: signals, incidents, maintenance, webhooks. */
import { describe, it } from 'vitest';
import { consumeHealth } from '@/server/health/consume';
import { deliverWebhooks } from '@/server/webhooks/deliverWebhooks';
import { useOwnDatabase } from '@/test/database';
import { isOfOperations, usePrism } from '@/test/prismSession';
import { NOWHERE, smallest } from '@/test/restKinds';
import { created } from '@/test/restTenants';

const { database } = await useOwnDatabase();
const { tenant, ids, fresh, right, wrong, testRefusals } = usePrism(database, isOfOperations);

describe('health', () => {
  it('agrees with the document in every status', async () => {
    const { health } = tenant().keys;
    const headers = { 'idempotency-key': fresh() };
    await right('POST', '/components/one-component/health', 202, { json: { state: 'Degraded' }, headers }, health);
    await right('POST', '/components/one-component/health', 422, { json: { state: 'Outage' }, headers }, health);
    await right('POST', '/components/nobody/health', 404, { json: { state: 'Healthy' } }, health);
    const batch = { 'idempotency-key': fresh() };
    await right(
      'POST',
      '/health-signals',
      202,
      {
        json: {
          signals: [
            { component: 'one-component', state: 'Healthy' },
            { component: 'nobody', state: 'Healthy' },
          ],
        },
        headers: batch,
      },
      health,
    );
    const alerts = [
      {
        status: 'firing',
        labels: { component: 'one-component', severity: 'warning' },
        annotations: {},
        startsAt: '2026-01-01T00:00:00Z',
        endsAt: '0001-01-01T00:00:00Z',
      },
    ];
    const sent = { json: { version: '4', alerts }, headers: { 'idempotency-key': fresh() } };
    await right('POST', '/health-signals/from/alertmanager?componentLabel=component,service&defaultState=Warning', 202, sent, health);
    await right('POST', '/health-signals/from/alertmanager', 422, { ...sent, json: { version: '4', alerts: [] } }, health);
    await right(
      'POST',
      '/health-signals',
      422,
      { json: { signals: [{ component: 'one-component', state: 'Outage' }] }, headers: batch },
      health,
    );
    // Pending work is done first, so that both requests see the same state.
    await consumeHealth(30_000, tenant().tenantId);
    await right('GET', '/impact/metrics', 200, {}, tenant().keys.read);
    for (const path of ['/impact/snapshot', '/blast-radius/health-impact']) {
      const answer = await right('GET', path, 200, {}, tenant().keys.read);
      await right('GET', path, 304, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } }, tenant().keys.read);
    }
  });
});

describe('alerts', () => {
  it('agree with the document in every status', async () => {
    const { health, read } = tenant().keys;
    const component = fresh();
    await created(tenant(), '/components', smallest('component', component, ids()));
    const labels = { alertname: 'DiskFull', component, severity: 'critical' };
    const alert = { status: 'firing', labels, annotations: {}, startsAt: '2026-01-01T00:00:00Z', endsAt: '0001-01-01T00:00:00Z' };
    await right('POST', '/health-signals/from/alertmanager', 202, { json: { version: '4', alerts: [alert] } }, health);
    await consumeHealth(30_000, tenant().tenantId);
    const { items } = (await right('GET', `/alerts?component=${component}&state=Outage&limit=1`, 200, {}, read)).body as {
      items: [{ id: string }];
    };
    for (const act of ['close', 'reopen']) {
      const one = `/alerts/${items[0].id}/${act}`;
      const headers = { 'idempotency-key': fresh() };
      await right('POST', one, 200, { headers });
      await consumeHealth(30_000, tenant().tenantId);
      await right('POST', one, 409);
      await wrong('POST', one, 422, { json: { nix: 1 }, headers }, tenant().keys.revenue);
      await right('POST', `/alerts/${NOWHERE}/${act}`, 404);
    }
  });
});

describe('incidents', () => {
  it('agree with the document in every status', async () => {
    const component = fresh();
    await created(tenant(), '/components', smallest('component', component, ids()));
    await right('POST', '/health-signals', 202, { json: { signals: [{ component, state: 'Outage' }] } }, tenant().keys.health);
    await consumeHealth(30_000, tenant().tenantId);
    await right('GET', '/health-signals?limit=1&status=Applied,SetAside', 200, {}, tenant().keys.read);
    const { items } = (
      await right('GET', `/incidents?component=${component}&state=Open&severity=Outage&limit=1`, 200, {}, tenant().keys.read)
    ).body as { items: [{ id: string }] };
    const one = `/incidents/${items[0].id}`;
    await right('GET', one, 200);
    const acts: [string, number, object][] = [
      ['acknowledge', 200, {}],
      ['comments', 201, { json: { text: 'Looking.' } }],
      ['resolve', 200, { json: { comment: 'Repaired.' } }],
    ];
    for (const [act, status, call] of acts) {
      const headers = { 'idempotency-key': fresh() };
      await right('POST', `${one}/${act}`, status, { ...call, headers });
      await wrong('POST', `${one}/${act}`, 422, { json: { nix: 1 }, headers }, tenant().keys.revenue);
      await right('POST', `/incidents/${NOWHERE}/${act}`, 404, call);
    }
    await right('POST', `${one}/acknowledge`, 409);
    await right('POST', `${one}/resolve`, 409, { json: {} });
    await right('GET', `/incidents/${NOWHERE}`, 404);
  });
});

describe('maintenance windows', () => {
  it('agree with the document in every status', async () => {
    const json = {
      kind: 'component',
      entity: 'one-component',
      reason: 'Upgrade',
      startsAt: '2098-01-01T00:00:00Z',
      endsAt: '2099-01-01T00:00:00Z',
    };
    const headers = { 'idempotency-key': fresh() };
    const { body } = await right('POST', '/maintenance-windows', 201, { json, headers });
    await right('POST', '/maintenance-windows', 422, { json: { ...json, reason: 'Other' }, headers });
    const one = `/maintenance-windows/${String(body.id)}`;
    await right('GET', '/maintenance-windows?status=Planned&kind=component&component=one-component&limit=1', 200, {}, tenant().keys.read);
    await right('GET', one, 200);
    await right('GET', one, 304, { headers: { 'if-none-match': '"1.Plannedr"' } });
    await right('PATCH', one, 200, { json: { reason: 'Upgrade and test' }, headers: { 'if-match': '"1.Plannedr"' } });
    for (const method of ['PATCH', 'DELETE']) {
      const call = method === 'PATCH' ? { json: { reason: 'Again' } } : {};
      await right(method, one, 412, { ...call, headers: { 'if-match': '"1.Plannedr"' } });
      await right(method, `/maintenance-windows/${NOWHERE}`, 404, call);
    }
    await right('GET', `/maintenance-windows/${NOWHERE}`, 404);
    await right('DELETE', one, 200);
  });
});

describe('subscriptions', () => {
  it('agree with the document in every status', async () => {
    const { read, write } = tenant().keys;
    const webhook = await created(tenant(), '/webhooks', { url: 'https://8.8.8.8/hook', format: 'slack' });
    const json = { name: 'All is down', webhookId: webhook.id, watch: { kind: 'tenant' }, when: { state: 'Outage' }, minutes: 5 };
    const headers = { 'idempotency-key': fresh() };
    const { id } = (await right('POST', '/subscriptions', 201, { json, headers }, write)).body as { id: string };
    await right('POST', '/subscriptions', 422, { json: { ...json, minutes: 6 }, headers }, write);
    await wrong('POST', '/subscriptions', 400, { json: { ...json, watch: { kind: 'capability' } } }, write);
    await right('GET', '/subscriptions?limit=1', 200, {}, read);
    await right('GET', `/subscriptions/${id}`, 200, {}, read);
    await right('GET', `/subscriptions/${NOWHERE}`, 404, {}, read);
    await right('PATCH', `/subscriptions/${id}`, 200, { json: { isPaused: true } }, write);
    await right('PATCH', `/subscriptions/${NOWHERE}`, 404, { json: { isPaused: true } }, write);
    await right('DELETE', `/subscriptions/${id}`, 200, {}, write);
    await right('DELETE', `/subscriptions/${id}`, 404, {}, write);
  });
});

describe('webhooks', () => {
  it('agree with the document in every status', async () => {
    const { read, write } = tenant().keys;
    const json = { url: 'https://8.8.8.8/hook', description: 'Pages on-call.', eventTypes: ['webhook.test'], isEnabled: true };
    const headers = { 'idempotency-key': fresh() };
    const { id } = (await right('POST', '/webhooks', 201, { json, headers }, write)).body as { id: string };
    await right('POST', '/webhooks', 422, { json: { ...json, description: null }, headers }, write);
    await right('GET', '/webhooks?limit=1', 200, {}, read);
    await right('GET', `/webhooks/${id}`, 200, {}, read);
    await right('PATCH', `/webhooks/${id}`, 200, { json: { description: null, eventTypes: null } }, write);
    for (const below of ['test', 'rotate-secret']) {
      const once = { 'idempotency-key': fresh() };
      await right('POST', `/webhooks/${id}/${below}`, below === 'test' ? 202 : 200, { headers: once }, write);
      await wrong('POST', `/webhooks/${id}/${below}`, 422, { json: { nix: 1 }, headers: once }, write);
      await right('POST', `/webhooks/${NOWHERE}/${below}`, 404, {}, write);
    }
    const sent = { statusCode: 500, error: null, retryAfterSeconds: null, responseExcerpt: 'no', durationMilliseconds: 1 };
    await deliverWebhooks(30_000, { send: () => Promise.resolve(sent), now: () => new Date(), random: () => 0 });
    const [delivery] = (await right('GET', '/webhook-deliveries?status=Retrying,Dead&eventType=webhook.test&limit=1', 200, {}, read)).body
      .items as { id: string }[];
    const one = `/webhook-deliveries/${delivery?.id ?? ''}`;
    await right('GET', one, 200, {}, read);
    const again = { 'idempotency-key': fresh() };
    await right('POST', `${one}/replay`, 202, { headers: again }, write);
    await wrong('POST', `${one}/replay`, 422, { json: { nix: 1 }, headers: again }, write);
    const since = { json: { since: '2026-01-01T00:00:00Z' } };
    const replay = { ...since, headers: { 'idempotency-key': fresh() } };
    await right('POST', `/webhooks/${id}/replay`, 202, replay, write);
    await right('POST', `/webhooks/${id}/replay`, 422, { ...replay, json: { since: '2026-01-02T00:00:00Z' } }, write);
    await right('PATCH', `/webhooks/${id}`, 200, { json: { isEnabled: false } }, write);
    for (const [path, call] of [
      [`/webhooks/${id}/test`, {}],
      [`/webhooks/${id}/replay`, since],
      [`${one}/replay`, {}],
    ] as const)
      await right('POST', path, 409, call, write);
    for (const path of [`/webhooks/${NOWHERE}`, `/webhook-deliveries/${NOWHERE}`]) await right('GET', path, 404, {}, read);
    await right('PATCH', `/webhooks/${NOWHERE}`, 404, { json: { isEnabled: true } }, write);
    await right('POST', `/webhooks/${NOWHERE}/replay`, 404, since, write);
    await right('POST', `/webhook-deliveries/${NOWHERE}/replay`, 404, {}, write);
    await right('DELETE', `/webhooks/${id}`, 200, {}, write);
    await right('DELETE', `/webhooks/${id}`, 404, {}, write);
  });
});

testRefusals();
