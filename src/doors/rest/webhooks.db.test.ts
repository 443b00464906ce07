/** Webhooks over REST, by status. The tests in server/webhooks cover deliveries. */
import { beforeAll, describe, expect, it } from 'vitest';
import { setPlan } from '@/server/auth/tenants';
import { tenantDb } from '@/server/db/tenantDb';
import { write } from '@/server/db/write';
import { createCaller } from '@/server/procedures/root';
import { deliverWebhooks } from '@/server/webhooks/deliverWebhooks';
import { useTestDatabase } from '@/test/database';
import { NOWHERE } from '@/test/restKinds';
import { signedInMember } from '@/test/restPeople';
import { SYSTEM, createRestTenant, created, describeRest, type RestTenant } from '@/test/restTenants';
import { Receiver, verified } from '@/test/webhookReceiver';

const { database } = await useTestDatabase();
const URL_HERE = 'https://8.8.8.8/hook';
const GUID = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

describeRest('webhooks', (send) => {
  let tenant: RestTenant;
  let receiver: Receiver;
  const make = (json: object = {}) => created(tenant, '/webhooks', { url: URL_HERE, ...json }) as Promise<{ id: string; secret: string }>;
  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    receiver = new Receiver();
  });

  describe('201', () => {
    it('answers the endpoint with its secret, only this once, and its address', async () => {
      const answer = await tenant.call('POST', '/webhooks', {
        json: { url: URL_HERE, description: 'Pages on-call.', eventTypes: ['incident.opened'] },
      });
      const { secret, ...endpoint } = answer.body as Record<string, unknown>;
      expect([answer.status, answer.headers.get('location')]).toEqual([201, `/api/${tenant.tenantId}/webhooks/${String(endpoint.id)}`]);
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(endpoint).toEqual({
        id: GUID,
        url: URL_HERE,
        description: 'Pages on-call.',
        eventTypes: ['incident.opened'],
        format: 'events',
        isOpenToMembers: false,
        isEnabled: true,
        disabledReason: null,
        disabledAt: null,
        failingSince: null,
        failures: 0,
        isSecretReadable: true,
        lastDeliveredAt: null,
        previousSecretUntil: null,
        createdBy: 'key for read write health',
        createdAt: MOMENT,
        updatedAt: MOMENT,
      });
      expect((await tenant.call('GET', `/webhooks/${String(endpoint.id)}`)).body).toEqual(endpoint);
    });

    it('is the same answer, including the secret, for the same Idempotency-Key', async () => {
      const call = { json: { url: URL_HERE }, headers: { 'idempotency-key': 'once' } };
      const [first, second] = [await tenant.call('POST', '/webhooks', call), await tenant.call('POST', '/webhooks', call)];
      expect([second.status, second.headers.get('idempotent-replayed'), second.body]).toEqual([201, 'true', first.body]);
    });
  });

  describe('200', () => {
    it('lists endpoints page by page, oldest first', async () => {
      const other = await createRestTenant(database, send);
      const made: string[] = [];
      for (const name of ['a', 'b', 'c'])
        made.push(((await created(other, '/webhooks', { url: `https://8.8.8.8/${name}` })) as { id: string }).id);
      const first = (await other.call('GET', '/webhooks?limit=2')).body;
      const second = (await other.call('GET', `/webhooks?limit=2&cursor=${String(first.nextCursor)}`)).body;
      expect([...first.items, ...second.items].map(({ id }: { id: string }) => id)).toEqual(made);
      expect([first.total, second.nextCursor, 'secret' in first.items[0]]).toEqual([3, null, false]);
    });

    it('changes, switches off and on, and says since when and why it is off', async () => {
      const { id } = await make();
      const patched = await tenant.call('PATCH', `/webhooks/${id}`, {
        json: { url: 'https://8.8.4.4/', description: 'New', eventTypes: ['impact.changed'], isEnabled: false },
      });
      expect([patched.status, patched.body]).toEqual([
        200,
        expect.objectContaining({
          url: 'https://8.8.4.4/',
          description: 'New',
          eventTypes: ['impact.changed'],
          isEnabled: false,
          disabledReason: 'ByHand',
          disabledAt: MOMENT,
        }),
      ]);
      const on = await tenant.call('PATCH', `/webhooks/${id}`, { json: { description: null, eventTypes: null, isEnabled: true } });
      expect(on.body).toMatchObject({ description: null, eventTypes: null, isEnabled: true, disabledReason: null, disabledAt: null });
      expect((await tenant.call('PATCH', `/webhooks/${id}`, { json: {} })).body).toEqual(on.body);
    });

    it('rotates the secret, and says until when the old one signs too', async () => {
      const { id, secret } = await make();
      const { status, body } = await tenant.call('POST', `/webhooks/${id}/rotate-secret`);
      expect([status, body.secret === secret, body.secret]).toEqual([200, false, expect.stringMatching(/^whsec_/)]);
      const hours = (new Date(body.previousSecretUntil as string).getTime() - Date.now()) / 3_600_000;
      expect(Math.round(hours)).toBe(24);
    });

    it('says if nothing can be signed because the secret was encrypted with another FAULTLINE_SECRET', async () => {
      const { id } = await make();
      const chat = (await created(tenant, '/webhooks', { url: 'https://8.8.8.8/chat', format: 'slack' })) as { id: string };
      const secret = new Uint8Array(72);
      await write(tenantDb(database, tenant.tenantId), (tx) => tx.webhookEndpoint.updateMany({ data: { secret } }));
      const isReadable = async (of: string): Promise<unknown> => (await tenant.call('GET', `/webhooks/${of}`)).body.isSecretReadable;
      expect([await isReadable(id), await isReadable(chat.id)]).toEqual([false, true]);
      expect((await tenant.call('POST', `/webhooks/${id}/rotate-secret`)).body.isSecretReadable).toBe(true);
      expect(await isReadable(id)).toBe(true);
    });

    it('deletes, and answers with what was deleted', async () => {
      const { id } = await make();
      expect((await tenant.call('DELETE', `/webhooks/${id}`)).body).toEqual({ id, url: URL_HERE });
      expect((await tenant.call('GET', `/webhooks/${id}`)).status).toBe(404);
    });

    it('shows what was sent and what came of it, filtered and page by page', async () => {
      const other = await createRestTenant(database, send);
      const endpoint = (await created(other, '/webhooks', { url: 'https://8.8.8.8/log' })) as { id: string };
      for (const technicalName of ['a', 'b']) await created(other, '/technologies', { name: 'T', technicalName });
      const tested = (await other.call('POST', `/webhooks/${endpoint.id}/test`)).body as { eventId: string };
      receiver.answer = ({ event }) => (event.type === 'webhook.test' ? 500 : 204);
      await deliverWebhooks(60_000, receiver.outside);
      const list = async (query: string) =>
        ((await other.call('GET', `/webhook-deliveries?${query}`)).body.items as { sequence: number }[]).map(({ sequence }) => sequence);
      expect(await list('')).toEqual([3, 2, 1]);
      expect(await list('status=Delivered')).toEqual([2, 1]);
      expect(await list('status=Retrying,Dead&eventType=webhook.test,landscape.changed')).toEqual([3]);
      expect([await list(`endpointId=${endpoint.id}&eventId=${tested.eventId}`), await list(`endpointId=${NOWHERE}`)]).toEqual([[3], []]);
      const first = (await other.call('GET', '/webhook-deliveries?limit=2')).body;
      const second = (await other.call('GET', `/webhook-deliveries?limit=2&cursor=${String(first.nextCursor)}`)).body;
      expect([...first.items, ...second.items].map(({ sequence }: { sequence: number }) => sequence)).toEqual([3, 2, 1]);
      const { body } = await other.call('GET', `/webhook-deliveries/${String(first.items[0].id)}`);
      expect(body).toEqual({
        ...first.items[0],
        message: {
          id: tested.eventId,
          type: 'webhook.test',
          timestamp: MOMENT,
          tenantId: other.tenantId,
          sequence: 3,
          data: { endpointId: endpoint.id, message: 'This is a test.', actor: { type: 'key', name: 'key for read write health' } },
        },
        attemptLog: [
          { number: 1, at: receiver.now.toISOString(), durationMilliseconds: 1, statusCode: 500, error: null, responseExcerpt: 'said 500' },
        ],
      });
    });
  });

  describe('202', () => {
    it('accepts a test, which arrives signed with the secret from the creation', async () => {
      const { id, secret } = await make({ url: 'https://8.8.8.8/tested', eventTypes: ['incident.merged'] });
      const { status, body } = await tenant.call('POST', `/webhooks/${id}/test`);
      expect([status, body]).toEqual([202, { endpointId: id, eventId: GUID, sequence: expect.any(Number) as number }]);
      receiver.answer = () => 204;
      receiver.now = new Date();
      await deliverWebhooks(60_000, receiver.outside);
      const arrived = receiver.received.find(({ url }) => url === 'https://8.8.8.8/tested');
      expect(arrived === undefined ? null : verified(arrived, secret)).toMatchObject({ id: body.eventId, type: 'webhook.test' });
    });

    it('accepts a replay of one delivery, and of all undelivered ones since a given time', async () => {
      const { id } = await make({ url: 'https://8.8.8.8/replayed', eventTypes: ['webhook.test'] });
      await tenant.call('POST', `/webhooks/${id}/test`);
      receiver.answer = ({ url }) => (url.endsWith('/replayed') ? 500 : 204);
      receiver.now = new Date();
      await deliverWebhooks(60_000, receiver.outside);
      const [delivery] = (await tenant.call('GET', `/webhook-deliveries?endpointId=${id}`)).body.items as { id: string }[];
      const one = await tenant.call('POST', `/webhook-deliveries/${delivery?.id ?? ''}/replay`);
      expect([one.status, one.body]).toEqual([202, expect.objectContaining({ id: delivery?.id, status: 'Retrying', attempts: 1 })]);
      const all = await tenant.call('POST', `/webhooks/${id}/replay`, { json: { since: '2026-01-01T00:00:00Z' } });
      expect([all.status, all.body]).toEqual([202, { replayed: 1 }]);
    });
  });

  describe('400', () => {
    it.each([
      [{}, 'url'],
      [{ url: 7 }, 'url'],
      [{ url: 'hook' }, 'url'],
      [{ url: 'http://example.com/' }, 'url'],
      [{ url: 'https://127.0.0.1/' }, 'url'],
      [{ url: 'https://0x7f000001/' }, 'url'],
      [{ url: 'https://169.254.169.254/latest' }, 'url'],
      [{ url: 'https://[::ffff:10.0.0.1]/' }, 'url'],
      [{ url: 'https://localhost/' }, 'url'],
      [{ url: 'https://user:pass@example.com/' }, 'url'],
      [{ url: URL_HERE, eventTypes: [] }, 'eventTypes'],
      [{ url: URL_HERE, eventTypes: ['nothing.happened'] }, 'eventTypes[0]'],
      [{ url: URL_HERE, eventTypes: ['impact.changed', 'impact.changed'] }, 'eventTypes'],
      [{ url: URL_HERE, secret: 'whsec_AAAA' }, 'secret'],
      [{ url: URL_HERE, description: 'x'.repeat(501) }, 'description'],
      [{ url: URL_HERE, isEnabled: null }, 'isEnabled'],
    ])('refuses %j, naming %s', async (json, path) => {
      const answer = await tenant.call('POST', '/webhooks', { json });
      expect([answer.status, answer.body.issues?.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
    });

    it('refuses a change to a private address, and invalid ids, times, statuses and cursors', async () => {
      const { id } = await make();
      expect((await tenant.call('PATCH', `/webhooks/${id}`, { json: { url: 'https://10.0.0.1/' } })).body.issues).toEqual([
        { path: 'url', message: 'must resolve to a public address' },
      ]);
      for (const path of [
        '/webhooks/hook',
        '/webhook-deliveries/7',
        '/webhook-deliveries?status=Lost',
        '/webhook-deliveries?eventType=any',
        '/webhooks?cursor=x',
        '/webhook-deliveries?cursor=x',
      ])
        expect([path, (await tenant.call('GET', path)).status]).toEqual([path, 400]);
      expect((await tenant.call('POST', `/webhooks/${id}/replay`, { json: { since: 'yesterday' } })).status).toBe(400);
    });
  });

  describe('401 and 403', () => {
    const PATHS: readonly [string, string, 'read' | 'write'][] = [
      ['GET', '/webhooks', 'read'],
      ['POST', '/webhooks', 'write'],
      ['GET', `/webhooks/${NOWHERE}`, 'read'],
      ['PATCH', `/webhooks/${NOWHERE}`, 'write'],
      ['DELETE', `/webhooks/${NOWHERE}`, 'write'],
      ['POST', `/webhooks/${NOWHERE}/test`, 'write'],
      ['POST', `/webhooks/${NOWHERE}/rotate-secret`, 'write'],
      ['POST', `/webhooks/${NOWHERE}/replay`, 'write'],
      ['GET', '/webhook-deliveries', 'read'],
      ['GET', `/webhook-deliveries/${NOWHERE}`, 'read'],
      ['POST', `/webhook-deliveries/${NOWHERE}/replay`, 'write'],
    ];
    it.each(PATHS)('refuse %s %s without a key, and without the scope %s', async (method, path, scope) => {
      expect((await tenant.call(method, path, {}, null)).status).toBe(401);
      const answer = await tenant.call(method, path, {}, tenant.keys[scope === 'read' ? 'write' : 'read']);
      expect([answer.status, answer.body.code, answer.body.requiredScope]).toEqual([403, 'scope_missing', scope]);
    });

    it('refuse people below Admin, and every change if the plan has no webhooks', async () => {
      const other = await createRestTenant(database, send);
      const { id } = (await created(other, '/webhooks', { url: URL_HERE })) as { id: string };
      const as = async (role: 'Editor' | 'Admin') => {
        const session = await signedInMember(database, other.tenantId, role);
        const credentials = { tenantId: other.tenantId, authorization: null, session, now: new Date() };
        return createCaller({ credentials, requestId: 'test', method: 'TEST', path: '/', ifMatch: null, idempotencyKey: null, reply: {} })
          .webhooks;
      };
      await expect((await as('Editor')).list({})).rejects.toMatchObject({ cause: { code: 'role_missing' } });
      const admin = await as('Admin');
      expect((await admin.list({})).total).toBe(1);
      await setPlan(database, SYSTEM, other.tenantId, 'Team');
      const refused = { cause: { code: 'plan_required' } };
      await expect(admin.create({ url: URL_HERE })).rejects.toMatchObject(refused);
      await expect(admin.update({ id, isEnabled: true })).rejects.toMatchObject(refused);
      await expect(admin.test({ id })).rejects.toMatchObject(refused);
      await expect(admin.rotateSecret({ id })).rejects.toMatchObject(refused);
      await expect(admin.replayFailed({ id, since: '2026-01-01T00:00:00Z' })).rejects.toMatchObject(refused);
      expect((await admin.get({ id })).url).toBe(URL_HERE);
      expect(await admin.delete({ id })).toEqual({ id, url: URL_HERE });
    });
  });

  describe('404', () => {
    it.each([
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['POST', '/replay'],
    ])('is for %s of an unknown endpoint%s', async (method, below) => {
      const json = method === 'PATCH' ? { description: 'x' } : below === '/replay' ? { since: '2026-01-01T00:00:00Z' } : undefined;
      const answer = await tenant.call(method, `/webhooks/${NOWHERE}${below}`, json === undefined ? {} : { json });
      expect([answer.status, answer.body.detail]).toEqual([404, `There is no webhook with the id ${NOWHERE}.`]);
    });

    it('is for an unknown delivery', async () => {
      expect((await tenant.call('GET', `/webhook-deliveries/${NOWHERE}`)).status).toBe(404);
      expect((await tenant.call('POST', `/webhook-deliveries/${NOWHERE}/replay`)).status).toBe(404);
    });
  });

  describe('409', () => {
    it('is for a test and a replay of an endpoint that is switched off', async () => {
      const { id } = await make({ isEnabled: false });
      expect((await tenant.call('POST', `/webhooks/${id}/test`)).body.code).toBe('conflict');
      expect((await tenant.call('POST', `/webhooks/${id}/replay`, { json: { since: '2026-01-01T00:00:00Z' } })).body.code).toBe('conflict');
    });

    it('is for the hundred and first endpoint', async () => {
      const other = await createRestTenant(database, send);
      for (let made = 0; made < 100; made += 1) await created(other, '/webhooks', { url: URL_HERE, isEnabled: false });
      const answer = await other.call('POST', '/webhooks', { json: { url: URL_HERE } });
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    });
  });
});
