/** The routes of all nine kinds, by status. restKinds.ts lists what each kind has beyond the others. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { useTestDatabase } from '@/test/database';
import {
  CLEARABLE,
  DEFAULTS,
  NOWHERE,
  WRONG_EVERYWHERE,
  WRONG_VALUES,
  createOneOfEach,
  fullest,
  smallest,
  type Linked,
} from '@/test/restKinds';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function pathsOf(issues: { path: string }[]): string[] {
  return issues.map(({ path }) => path);
}

describeRest('the nine kinds', (send) => {
  let tenant: RestTenant;
  let ids: Linked;
  let count = 0;
  const fresh = (kind: EntityKind): string => `${kind}.${(count += 1)}`;

  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    ids = await createOneOfEach(tenant);
  });

  describe.each(ENTITY_KINDS.map((kind) => [ENTITY_REGISTRY[kind].path, kind] as const))('/%s', (path, kind) => {
    const list = `/${path}`;
    const one = (reference: string): string => `/${path}/${encodeURIComponent(reference)}`;
    const make = (more: object = {}): Promise<{ id: string; technicalName: string }> =>
      created(tenant, list, { ...smallest(kind, fresh(kind), ids), ...more });

    describe('201', () => {
      it('answers the whole entity with every default, its address and its ETag', async () => {
        const json = smallest(kind, fresh(kind), ids);
        const answer = await tenant.call('POST', list, { json });
        expect(answer.status).toBe(201);
        expect(answer.body).toEqual({
          id: expect.stringMatching(GUID) as string,
          ...json,
          description: null,
          ...DEFAULTS[kind],
          createdAt: expect.stringMatching(TIMESTAMP) as string,
          updatedAt: answer.body.createdAt,
          version: 1,
        });
        expect(answer.headers.get('location')).toBe(`/api/${tenant.tenantId}/${path}/${answer.body.id}`);
        expect(answer.headers.get('etag')).toBe('"1"');
        const read = await send('GET', answer.headers.get('location') ?? '', { headers: { authorization: `Bearer ${tenant.keys.read}` } });
        expect([read.status, read.body]).toEqual([200, answer.body]);
      });

      it('keeps every field as it was sent', async () => {
        const json = fullest(kind, fresh(kind), ids);
        expect(await created(tenant, list, json)).toMatchObject(json);
      });

      it('treats an id in upper case as the same id', async () => {
        const upper = Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, id.toUpperCase()])) as Linked;
        const json = fullest(kind, fresh(kind), upper);
        expect(await created(tenant, list, json)).toMatchObject(fullest(kind, String(json.technicalName), ids));
      });
    });

    describe('200', () => {
      it('reads the same by id in any case and by technicalName', async () => {
        const entity = await make();
        for (const reference of [entity.id, entity.id.toUpperCase(), entity.technicalName]) {
          const answer = await tenant.call('GET', one(reference), {}, tenant.keys.read);
          expect([answer.status, answer.body]).toEqual([200, entity]);
        }
      });

      it('lists by technicalName, a page at a time, each entity exactly once, and counts all', async () => {
        await Promise.all([1, 2, 3, 4].map(() => make({ name: `Paged ${kind}` })));
        const found: string[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const page = await tenant.call(
            'GET',
            `${list}?search=paged&limit=3${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
          );
          expect([page.status, page.body.total]).toEqual([200, 4]);
          found.push(...page.body.items.map((item: { technicalName: string }) => item.technicalName));
          cursor = page.body.nextCursor;
        }
        expect(found).toEqual([...found].sort());
        expect(new Set(found).size).toBe(4);
      });

      it('searches any part of name and technicalName, in any case, and takes % and _ literally', async () => {
        const entity = await make({ name: `100%_Sure ${fresh(kind)}` });
        const search = async (text: string): Promise<string[]> =>
          (await tenant.call('GET', `${list}?search=${encodeURIComponent(text)}&limit=200`)).body.items.map(
            (item: { id: string }) => item.id,
          );
        expect(await search('00%_sURE')).toEqual([entity.id]);
        expect(await search(entity.technicalName.slice(2).toUpperCase())).toEqual([entity.id]);
        expect(await search('%_%_%_%')).toEqual([]);
      });

      it('changes only the named fields, raises version and ETag, and changes nothing if the values are the same', async () => {
        const entity = await make();
        const changed = await tenant.call('PATCH', one(entity.id), { json: { name: 'Another name' } });
        expect(changed.status).toBe(200);
        expect(changed.body).toEqual({
          ...entity,
          name: 'Another name',
          version: 2,
          updatedAt: expect.stringMatching(TIMESTAMP) as string,
        });
        expect(changed.headers.get('etag')).toBe('"2"');
        expect((await tenant.call('PATCH', one(entity.id), { json: { name: 'Another name' } })).body).toEqual(changed.body);
        expect((await tenant.call('PATCH', one(entity.id), { json: {} })).body).toEqual(changed.body);
      });

      it.each(CLEARABLE[kind])('clears %s with null', async (field) => {
        const entity = await created(tenant, list, fullest(kind, fresh(kind), ids));
        expect(entity[field]).not.toBeNull();
        expect((await tenant.call('PATCH', one(entity.id), { json: { [field]: null } })).body).toMatchObject({ [field]: null, version: 2 });
      });

      it('deletes, and answers with what was deleted', async () => {
        const entity = await make();
        const answer = await tenant.call('DELETE', one(entity.technicalName));
        expect([answer.status, answer.body]).toEqual([
          200,
          { deleted: [{ kind, id: entity.id, technicalName: entity.technicalName }], unlinked: [] },
        ]);
        expect((await tenant.call('GET', one(entity.id))).status).toBe(404);
      });
    });

    describe('304', () => {
      it('has no body for the current ETag; another ETag gets 200', async () => {
        const entity = await make();
        for (const header of ['"1"', 'W/"1"', '"7", "1"', '*']) {
          const answer = await tenant.call('GET', one(entity.id), { headers: { 'if-none-match': header } });
          expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', '"1"']);
        }
        expect((await tenant.call('GET', one(entity.id), { headers: { 'if-none-match': '"2"' } })).status).toBe(200);
      });
    });

    describe('400', () => {
      const wrong = [...WRONG_EVERYWHERE, ...WRONG_VALUES[kind]];
      it.each(wrong.map(([field, body]) => [field, JSON.stringify(body).slice(0, 60), body] as const))(
        'names %s when it is created with %s',
        async (field, _shown, body) => {
          const answer = await tenant.call('POST', list, { json: { ...smallest(kind, fresh(kind), ids), ...body } });
          expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
          expect(pathsOf(answer.body.issues)).toContain(field);
        },
      );

      it('names every wrong value of a change, and changes nothing', async () => {
        const entity = await make();
        for (const [field, body] of wrong) {
          const answer = await tenant.call('PATCH', one(entity.id), { json: body });
          expect([answer.status, pathsOf(answer.body.issues)], JSON.stringify(body).slice(0, 80)).toEqual([
            400,
            expect.arrayContaining([field]),
          ]);
        }
        expect((await tenant.call('GET', one(entity.id))).body).toEqual(entity);
      });

      it('names every required field that is missing', async () => {
        const required = Object.keys(smallest(kind, 'x', ids)).sort();
        const answer = await tenant.call('POST', list, { json: {} });
        expect([answer.status, pathsOf(answer.body.issues).sort()]).toEqual([400, required]);
        expect(answer.body.issues.every(({ message }: { message: string }) => message === 'is required')).toBe(true);
      });

      it('names a path parameter that the body repeats', async () => {
        const answer = await tenant.call('PATCH', one(ids[kind]), { json: { idOrTechnicalName: ids[kind] } });
        expect([answer.status, answer.body.issues]).toEqual([400, [{ path: 'idOrTechnicalName', message: 'is not a known field' }]]);
      });

      it.each([
        ['limit', 'limit=0'],
        ['limit', 'limit=201'],
        ['limit', 'limit=ten'],
        ['limit', 'limit=5&limit=5'],
        ['search', 'search='],
        ['cursor', 'cursor=abc'],
        ['cursor', 'cursor='],
        ['filter', 'filter=x'],
        ['Search', 'Search=x'],
      ])('names %s in ?%s', async (field, query) => {
        const answer = await tenant.call('GET', `${list}?${query}`);
        expect([answer.status, pathsOf(answer.body.issues)]).toEqual([400, [field]]);
      });

      it('refuses a cursor from a different search', async () => {
        await make();
        await make();
        const { nextCursor } = (await tenant.call('GET', `${list}?limit=1`)).body;
        const answer = await tenant.call('GET', `${list}?limit=1&search=a&cursor=${encodeURIComponent(nextCursor)}`);
        expect([answer.status, pathsOf(answer.body.issues)]).toEqual([400, ['cursor']]);
      });
    });

    describe('401, 403', () => {
      const calls = (): [string, string, object | undefined][] => [
        ['POST', list, smallest(kind, 'never', ids)],
        ['GET', list, undefined],
        ['GET', one(ids[kind]), undefined],
        ['PATCH', one(ids[kind]), { name: 'never' }],
        ['DELETE', one(ids[kind]), undefined],
      ];
      it('refuses every route without a key, and with a key that lacks the scope', async () => {
        for (const [method, route, json] of calls()) {
          const isRead = method === 'GET';
          const body = json === undefined ? {} : { json };
          expect((await tenant.call(method, route, body, null)).status, `${method} without a key`).toBe(401);
          for (const key of [tenant.keys.health, isRead ? tenant.keys.write : tenant.keys.read]) {
            const answer = await tenant.call(method, route, body, key);
            expect([answer.status, answer.body.code, answer.body.requiredScope], method).toEqual([
              403,
              'scope_missing',
              isRead ? 'read' : 'write',
            ]);
          }
        }
      });
    });

    describe('404', () => {
      it.each([NOWHERE, 'nobody', 'ONE', '..', 'a%2Fb', '%00'])('says that there is no %s', async (reference) => {
        const raw = `/${path}/${reference}`;
        for (const [method, json] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
          const answer = await tenant.call(method, raw, json === undefined ? {} : { json });
          expect([400, 404], `${method} ${raw}`).toContain(answer.status);
          if (reference !== '%00' && reference !== '..') expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
        }
      });
    });

    describe('409', () => {
      it('names the entity that has the technicalName, on create and on change', async () => {
        const first = await make();
        const second = await make();
        const again = await tenant.call('POST', list, { json: smallest(kind, first.technicalName, ids) });
        expect([again.status, again.body.code, again.body.existingId]).toEqual([409, 'duplicate', first.id]);
        const renamed = await tenant.call('PATCH', one(second.id), { json: { technicalName: first.technicalName } });
        expect([renamed.status, renamed.body.code, renamed.body.existingId]).toEqual([409, 'duplicate', first.id]);
        expect(pathsOf(renamed.body.issues)).toEqual(['technicalName']);
      });

      it('is not for a technicalName that differs only in case', async () => {
        const entity = await make();
        await created(tenant, list, smallest(kind, entity.technicalName.toUpperCase(), ids));
        expect((await tenant.call('GET', one(entity.technicalName))).body.id).toBe(entity.id);
      });
    });

    describe('412', () => {
      it('refuses a change and a deletion with an outdated ETag', async () => {
        const entity = await make();
        for (const [method, json] of [['PATCH', { name: 'x' }], ['DELETE']] as const) {
          const answer = await tenant.call(method, one(entity.id), {
            ...(json === undefined ? {} : { json }),
            headers: { 'if-match': '"7", W/"1"' },
          });
          expect([answer.status, answer.body.code, answer.body.currentETag]).toEqual([412, 'precondition_failed', '"1"']);
        }
        const weakened = await tenant.call('DELETE', one(entity.id), { headers: { 'if-match': 'W/"1"' } });
        expect(weakened.body.detail).toContain('Send "1" instead.');
        expect((await tenant.call('PATCH', one(entity.id), { json: { name: 'x' }, headers: { 'if-match': '"1"' } })).status).toBe(200);
        expect((await tenant.call('DELETE', one(entity.id), { headers: { 'if-match': '"7", "2"' } })).status).toBe(200);
      });
    });
  });
});
