/** The routes of maintenance windows, by status. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { NOWHERE } from '@/test/restKinds';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();
const at = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();
const HOUR = 3_600;

/** Turns `{ in: seconds }` into a time from now, so that a test has the same name each time. */
function moments(fields: object): Record<string, unknown> {
  const told = (value: unknown): unknown => (typeof value === 'object' && value !== null && 'in' in value ? at(Number(value.in)) : value);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, told(value)]));
}

describeRest('maintenance windows', (send) => {
  let tenant: RestTenant;
  let applicationId: string;
  let componentId: string;
  const wished = (more: object = {}) => ({
    kind: 'component',
    entity: 'db',
    reason: 'Upgrade',
    startsAt: at(HOUR),
    endsAt: at(2 * HOUR),
    ...more,
  });
  const planned = (more: object = {}) => created(tenant, '/maintenance-windows', wished(more));
  const ended = async (more: object = {}) => {
    const active = await planned({ startsAt: at(-HOUR), endsAt: at(HOUR), ...more });
    return (await tenant.call('PATCH', `/maintenance-windows/${active.id}`, { json: { endsAt: at(0) } })).body;
  };

  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    applicationId = ((await created(tenant, '/applications', { name: 'The shop', technicalName: 'shop' })) as { id: string }).id;
    componentId = ((await created(tenant, '/components', { applicationId, name: 'The database', technicalName: 'db' })) as { id: string })
      .id;
  });

  describe('201', () => {
    it('answers the whole window, its address and its ETag', async () => {
      const json = wished();
      const answer = await tenant.call('POST', '/maintenance-windows', { json }, tenant.keys.write);
      const { entity: technicalName, ...same } = json;
      expect([answer.status, answer.body]).toEqual([
        201,
        {
          ...same,
          id: expect.any(String) as string,
          entityId: componentId,
          technicalName,
          name: 'The database',
          status: 'Planned',
          createdBy: 'key for write',
          createdAt: expect.any(String) as string,
          version: 1,
        },
      ]);
      expect([answer.headers.get('location'), answer.headers.get('etag')]).toEqual([
        `/api/${tenant.tenantId}/maintenance-windows/${answer.body.id}`,
        '"1.Planned"',
      ]);
    });

    it('accepts the id of an application in any case, and begins now by default', async () => {
      const { startsAt: _startsAt, ...json } = wished({ kind: 'application', entity: applicationId.toUpperCase() });
      expect(await created(tenant, '/maintenance-windows', json)).toMatchObject({
        entityId: applicationId,
        technicalName: 'shop',
        status: 'Active',
      });
    });
  });

  describe('200', () => {
    it('reads, changes and cancels a window', async () => {
      const made = await planned();
      const one = `/maintenance-windows/${made.id}`;
      expect((await tenant.call('GET', one, {}, tenant.keys.read)).body).toEqual(made);
      const endsAt = at(3 * HOUR);
      const changed = await tenant.call('PATCH', one, {
        json: { endsAt, reason: 'Upgrade and test' },
        headers: { 'if-match': '"1.Planned"' },
      });
      expect([changed.status, changed.body]).toEqual([200, { ...made, endsAt, reason: 'Upgrade and test', version: 2 }]);
      const same = await tenant.call('PATCH', one, { json: { endsAt, startsAt: made.startsAt } });
      expect(same.body).toEqual(changed.body);
      const gone = await tenant.call('DELETE', one);
      expect([gone.status, gone.body]).toEqual([
        200,
        { deleted: [{ kind: 'maintenance-window', id: made.id, technicalName: 'db' }], unlinked: [] },
      ]);
      expect((await tenant.call('GET', one)).status).toBe(404);
    });

    it('ends an active window now, even if the requested end is earlier', async () => {
      const active = await planned({ startsAt: at(-HOUR) });
      expect(active.status).toBe('Active');
      const before = Date.now();
      const answer = await tenant.call('PATCH', `/maintenance-windows/${active.id}`, { json: { endsAt: at(-60) } });
      expect([answer.status, answer.body.status, answer.headers.get('etag')]).toEqual([200, 'Ended', '"2.Ended"']);
      expect(Date.parse(answer.body.endsAt)).toBeGreaterThanOrEqual(before);
    });

    it('lists windows with the latest start first, page by page, by status, kind, component and any part of a name', async () => {
      const own = await createRestTenant(database, send);
      const { id } = (await created(own, '/applications', { name: 'Shop', technicalName: 'shop' })) as { id: string };
      for (const name of ['Web', 'Db']) await created(own, '/components', { applicationId: id, name, technicalName: name.toLowerCase() });
      const window = (kind: string, entity: string, from: number, to: number) =>
        created(own, '/maintenance-windows', { kind, entity, reason: 'Upgrade', startsAt: at(from), endsAt: at(to) });
      const [later, active, whole] = [
        await window('component', 'db', 5 * HOUR, 6 * HOUR),
        await window('component', 'web', -HOUR, HOUR),
        await window('application', 'shop', HOUR, 2 * HOUR),
      ];
      const past = await window('component', 'web', -2 * HOUR, HOUR);
      await own.call('PATCH', `/maintenance-windows/${past.id}`, { json: { endsAt: at(0) } });
      const found = async (query: string): Promise<string[]> =>
        (await own.call('GET', `/maintenance-windows?${query}`)).body.items.map((item: { id: string }) => item.id);
      const first = await own.call('GET', '/maintenance-windows?limit=3');
      expect([
        ...first.body.items.map((item: { id: string }) => item.id),
        ...(await found(`limit=3&cursor=${first.body.nextCursor}`)),
      ]).toEqual([later.id, whole.id, active.id, past.id]);
      expect(first.body.total).toBe(4);
      expect(await found('status=Planned')).toEqual([later.id, whole.id]);
      expect(await found('status=Active,Ended')).toEqual([active.id, past.id]);
      expect(await found('kind=application')).toEqual([whole.id]);
      expect(await found('component=db')).toEqual([later.id, whole.id]);
      expect(await found('component=nobody')).toEqual([]);
      expect(await found('search=WE')).toEqual([active.id, past.id]);
      expect(await found('search=%25')).toEqual([]);
    });

    it('shows current names, and the last names of deleted entities', async () => {
      const { id } = (await created(tenant, '/components', { applicationId, name: 'Old', technicalName: 'old' })) as { id: string };
      const { id: windowId } = await planned({ entity: 'old' });
      const read = async () => (await tenant.call('GET', `/maintenance-windows/${windowId}`)).body as object;
      await tenant.call('PATCH', '/components/old', { json: { name: 'New', technicalName: 'new' } });
      expect(await read()).toMatchObject({ entityId: id, technicalName: 'new', name: 'New' });
      await tenant.call('DELETE', '/components/new');
      expect(await read()).toMatchObject({ entityId: id, technicalName: 'old', name: 'Old' });
      const listed = await tenant.call('GET', `/maintenance-windows?component=${id}`);
      expect(listed.body.items.map((item: { id: string }) => item.id)).toEqual([windowId]);
    });

    it('is in the change log, without what changes only as time passes', async () => {
      const { id } = await planned();
      await tenant.call('PATCH', `/maintenance-windows/${id}`, { json: { reason: 'Other' } });
      const { items } = (await tenant.call('GET', `/changes?kind=maintenance-window&entityId=${id}`)).body as {
        items: { op: string; fields: { field: string }[] }[];
      };
      expect(items.map(({ op, fields }) => [op, fields.map(({ field }) => field).sort()])).toEqual([
        ['update', ['reason']],
        ['create', ['createdBy', 'endsAt', 'entityId', 'kind', 'name', 'reason', 'startsAt', 'technicalName']],
      ]);
    });
  });

  describe('304', () => {
    it('is for a caller with the current version', async () => {
      const { id } = await planned();
      const ask = (tag: string) => tenant.call('GET', `/maintenance-windows/${id}`, { headers: { 'if-none-match': tag } });
      expect([(await ask('"1.Planned"')).status, (await ask('"1.Active"')).status]).toEqual([304, 200]);
    });
  });

  describe('400', () => {
    it.each([
      ['kind', { kind: 'Component' }],
      ['kind', { kind: 'capability' }],
      ['entity', { entity: 'nobody' }],
      ['entity', { entity: NOWHERE }],
      ['entity', { kind: 'application', entity: 'db' }],
      ['reason', { reason: ' ' }],
      ['reason', { reason: 'x'.repeat(1_001) }],
      ['startsAt', { startsAt: 'tomorrow' }],
      ['startsAt', { startsAt: null }],
      ['endsAt', { endsAt: { in: HOUR - 60 } }],
      ['endsAt', { startsAt: { in: -HOUR }, endsAt: { in: -60 } }],
      ['endsAt', { endsAt: '2999-01-01' }],
      ['endsAt', { endsAt: '2020-01-01' }],
      ['status', { status: 'Active' }],
    ])('names %s in %j', async (field, more) => {
      const answer = await tenant.call('POST', '/maintenance-windows', { json: wished(moments(more)) });
      expect([answer.status, answer.body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, [field]]);
    });

    it('names everything that is missing', async () => {
      const answer = await tenant.call('POST', '/maintenance-windows', { json: {} });
      expect([answer.status, answer.body.issues.map(({ path }: { path: string }) => path)]).toEqual([
        400,
        ['kind', 'entity', 'reason', 'endsAt'],
      ]);
    });

    it.each([
      ['endsAt', { endsAt: { in: -60 } }],
      ['endsAt', { startsAt: { in: 9 * HOUR } }],
      ['endsAt', { startsAt: { in: 9 * HOUR }, endsAt: { in: 8 * HOUR } }],
      ['reason', { reason: null }],
      ['entity', { entity: 'db' }],
    ])('names %s in a change to %j', async (field, json) => {
      const answer = await tenant.call('PATCH', `/maintenance-windows/${(await planned()).id}`, { json: moments(json) });
      expect([answer.status, answer.body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, [field]]);
    });

    it('refuses to move a start that is past', async () => {
      const { id } = await planned({ startsAt: at(-HOUR) });
      const answer = await tenant.call('PATCH', `/maintenance-windows/${id}`, { json: { startsAt: at(60) } });
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'startsAt']);
    });

    it.each([
      ['status[0]', 'status=active'],
      ['kind[0]', 'kind=segment'],
      ['cursor', 'cursor=mine'],
    ])('names %s in the query %s', async (field, query) => {
      const answer = await tenant.call('GET', `/maintenance-windows?${query}`);
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, field]);
    });
  });

  describe('403', () => {
    it('refuses a key with another scope', async () => {
      const one = `/maintenance-windows/${NOWHERE}`;
      const asked = [
        await tenant.call('POST', '/maintenance-windows', { json: wished() }, tenant.keys.read),
        await tenant.call('PATCH', one, { json: { reason: 'x' } }, tenant.keys.health),
        await tenant.call('DELETE', one, {}, tenant.keys.read),
        await tenant.call('GET', one, {}, tenant.keys.write),
        await tenant.call('GET', '/maintenance-windows', {}, tenant.keys.health),
      ];
      expect(asked.map(({ status, body }) => [status, body.requiredScope])).toEqual([
        [403, 'write'],
        [403, 'write'],
        [403, 'write'],
        [403, 'read'],
        [403, 'read'],
      ]);
    });
  });

  describe('404', () => {
    it.each(['GET', 'PATCH', 'DELETE'])('says at %s that there is no such window', async (method) => {
      const answer = await tenant.call(method, `/maintenance-windows/${NOWHERE}`, method === 'PATCH' ? { json: { reason: 'x' } } : {});
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    });
  });

  describe('409', () => {
    it('comes for changing a window that has ended, and for cancelling one that has begun', async () => {
      const over = await ended();
      const changed = await tenant.call('PATCH', `/maintenance-windows/${over.id}`, { json: { reason: 'Other' } });
      const taken = await tenant.call('DELETE', `/maintenance-windows/${(await planned({ startsAt: at(-HOUR) })).id}`);
      expect([changed, taken].map(({ status, body }) => [status, body.code])).toEqual([
        [409, 'conflict'],
        [409, 'conflict'],
      ]);
      expect((await tenant.call('GET', `/maintenance-windows/${over.id}`)).body).toEqual(over);
    });
  });

  describe('412', () => {
    it.each(['PATCH', 'DELETE'])('refuses a %s with an outdated ETag', async (method) => {
      const { id } = await planned();
      const answer = await tenant.call(method, `/maintenance-windows/${id}`, {
        ...(method === 'PATCH' ? { json: { reason: 'x' } } : {}),
        headers: { 'if-match': '"1"' },
      });
      expect([answer.status, answer.body.currentETag]).toEqual([412, '"1.Planned"']);
    });
  });
});
