/** Idempotency-Key: the first answer again, and never a second effect. */
import { beforeAll, expect, it } from 'vitest';
import { tenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { NOWHERE } from '@/test/restKinds';
import { createKey, createRestTenant, describeMounts, holdLandscape, type RestTenant } from '@/test/restTenants';
import { signedInMember } from '@/test/restPeople';
import { createCaller } from '@/server/procedures/root';
import type { RequestContext } from '@/server/procedures/init';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database, owner } = await useTestDatabase();

describeMounts('an Idempotency-Key', (send) => {
  let tenant: RestTenant;
  let count = 0;
  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
  });

  const keyHeader = (key: string): { headers: Record<string, string> } => ({ headers: { 'idempotency-key': key } });
  const freshKey = (): string => `key-${(count += 1)}`;
  const fresh = (): { name: string; technicalName: string } => ({ name: 'Shop', technicalName: `shop-${(count += 1)}` });
  const post = (key: string, json: object, path = '/applications', apiKey?: string) =>
    tenant.call('POST', path, { json, ...keyHeader(key) }, apiKey);

  it('gives the first answer again, word for word, with its status, address and ETag', async () => {
    const [key, json] = [freshKey(), fresh()];
    const [first, again] = [await post(key, json), await post(key, json)];
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    expect([again.headers.get('location'), again.headers.get('etag')]).toEqual([first.headers.get('location'), first.headers.get('etag')]);
    expect((await tenant.call('GET', `/applications?search=${json.technicalName}`)).body.total).toBe(1);
  });

  it('gives the first answer again even after the entity has changed or is gone', async () => {
    const [key, json] = [freshKey(), fresh()];
    const first = await post(key, json);
    await tenant.call('DELETE', `/applications/${first.body.id}`);
    expect((await post(key, json)).text).toBe(first.text);
    expect((await tenant.call('GET', `/applications/${first.body.id}`)).status).toBe(404);
  });

  it('takes the same fields in another order for the same body', async () => {
    const [key, json] = [freshKey(), fresh()];
    await post(key, json);
    expect((await post(key, { technicalName: json.technicalName, name: json.name })).headers.get('idempotent-replayed')).toBe('true');
  });

  it('is 422 with another body', async () => {
    const [key, json] = [freshKey(), fresh()];
    await post(key, json);
    const other = await post(key, { ...json, name: 'Other' });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('repeats a lasting refusal without doing the work again', async () => {
    const key = freshKey();
    const json = { ...fresh(), applicationId: NOWHERE };
    const first = await post(key, json, '/components');
    const again = await post(key, json, '/components');
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([400, 400, 'true']);
    expect({ ...again.body, requestId: '' }).toEqual({ ...first.body, requestId: '' });
  });

  it('repeats a conflict even after it is over', async () => {
    const [key, json] = [freshKey(), fresh()];
    const { body } = await tenant.call('POST', '/applications', { json });
    expect((await post(key, json)).status).toBe(409);
    await tenant.call('DELETE', `/applications/${body.id}`);
    expect((await post(key, json)).status).toBe(409);
    expect((await post(freshKey(), json)).status).toBe(201);
  });

  it('does not repeat a 401, a 403 or a refused body to a later, correct request', async () => {
    const [key, json] = [freshKey(), fresh()];
    expect((await tenant.call('POST', '/applications', { json, ...keyHeader(key) }, null)).status).toBe(401);
    expect((await post(key, json, '/applications', tenant.keys.read)).status).toBe(403);
    expect((await post(key, json)).status).toBe(201);
  });

  it('of several requests at once has one effect; the others are told to wait or get the same answer', async () => {
    const [key, json] = [freshKey(), fresh()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(key, json)));
    const made = answers.filter(({ status }) => status === 201);
    const waiting = answers.filter(({ status }) => status === 409);
    expect(made.length + waiting.length).toBe(8);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(made.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    for (const answer of waiting) expect([answer.body.code, answer.headers.get('retry-after')]).toEqual(['idempotency_in_progress', '1']);
    expect((await tenant.call('GET', `/applications?search=${json.technicalName}`)).body.total).toBe(1);
    expect((await post(key, json)).headers.get('idempotent-replayed')).toBe('true');
  });

  it('while the first is still running is 409 with Retry-After', async () => {
    const [key, json] = [freshKey(), fresh()];
    const client = await database.pool.connect();
    try {
      // A writer with exclusive access to the landscape delays the first of the two.
      await client.query('begin');
      await holdLandscape(client, tenant.tenantId);
      const both = [post(key, json), post(key, json)];
      const refused = await Promise.race(both);
      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '1']);
      await client.query('commit');
      expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([201, 409]);
    } finally {
      client.release();
    }
    expect((await post(key, json)).headers.get('idempotent-replayed')).toBe('true');
  });

  it('is a different key on another path, of another principal, or in another case', async () => {
    const key = freshKey();
    const json = fresh();
    const second = (await createKey(database, tenant.tenantId, ['write'])).key;
    const answers = [
      await post(key, json),
      await post(key, json, '/capabilities'),
      await post(key, { ...json, technicalName: `${json.technicalName}-b` }, '/applications', second),
      await post(key.toUpperCase(), { ...json, technicalName: `${json.technicalName}-c` }),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual(
      Array.from({ length: 4 }, () => [201, null]),
    );
  });

  it('is remembered for 24 hours', async () => {
    const [key, json] = [freshKey(), fresh()];
    const first = await post(key, json);
    const age = async (interval: string): Promise<void> => {
      const aged = await write(
        tenantDb(database, tenant.tenantId),
        (tx) => tx.$executeRaw`update "idempotency_record" set "createdAt" = now() - ${interval}::interval where "key" = ${key}`,
      );
      expect(aged).toBe(1);
    };
    await age('23 hours 59 minutes');
    expect((await post(key, json)).headers.get('idempotent-replayed')).toBe('true');
    await age('24 hours 1 minute');
    await tenant.call('DELETE', `/applications/${first.body.id}`);
    const anew = await post(key, json);
    expect([anew.status, anew.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(anew.body.id).not.toBe(first.body.id);
  });

  it('leaves no record of an effect that was not stored, and no effect without its record', async () => {
    const [key, json] = [freshKey(), fresh()];
    await owner.query(`alter table "idempotency_record" add constraint "crash" check ("key" <> '${key}') not valid`);
    try {
      expect((await post(key, json)).status).toBe(500);
      expect((await tenant.call('GET', `/applications/${json.technicalName}`)).status).toBe(404);
    } finally {
      await owner.query(`alter table "idempotency_record" drop constraint "crash"`);
    }
    expect((await post(key, json)).status).toBe(201);
  });

  it.each(['x'.repeat(256), 'with space', 'ü', 'tab\there'])('is 400 as %j', async (key) => {
    const answer = await send('POST', `/api/${tenant.tenantId}/applications`, {
      json: fresh(),
      headers: { authorization: `Bearer ${tenant.keys.all}`, 'idempotency-key': key },
    });
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'Idempotency-Key']);
  });

  it('works only for POST: PATCH and DELETE take effect each time', async () => {
    const key = keyHeader(freshKey());
    const { body } = await tenant.call('POST', '/applications', { json: fresh() });
    for (const name of ['One', 'Two', 'One'])
      expect((await tenant.call('PATCH', `/applications/${body.id}`, { json: { name }, ...key })).body.name).toBe(name);
  });

  it('replays an answer with a secret, which is stored sealed', async () => {
    const key = freshKey();
    const ctx = async (): Promise<RequestContext> => ({
      credentials: {
        tenantId: tenant.tenantId,
        authorization: null,
        session: await signedInMember(database, tenant.tenantId, 'Owner'),
        now: new Date(),
      },
      requestId: 'r',
      method: 'POST',
      path: '/apiKeys',
      contentType: null,
      ifMatch: null,
      idempotencyKey: key,
      reply: {},
    });
    const caller = createCaller(await ctx());
    const made = await caller.apiKeys.create({ name: 'Secret', scopes: ['read'] });
    expect((await caller.apiKeys.create({ name: 'Secret', scopes: ['read'] })).key).toBe(made.key);
    const records = await read(tenantDb(database, tenant.tenantId), (tx) => tx.idempotencyRecord.findMany({ where: { key } }));
    expect(records.map(({ isSealed }) => isSealed)).toEqual([true]);
    expect(Buffer.from(records[0]?.answer ?? []).includes(made.key)).toBe(false);
  });
});
