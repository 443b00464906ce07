/** The routes of dependencies, by status. */
import { beforeAll, describe, expect, it } from 'vitest';
import { DEPENDENCY_MODES, DEPENDENCY_TYPES } from '@/domain/vocabulary';
import { useTestDatabase } from '@/test/database';
import { NOWHERE } from '@/test/restKinds';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();

describeRest('dependencies', (send) => {
  let tenant: RestTenant;
  let applicationId: string;
  let count = 0;
  const component = async (): Promise<string> => {
    const name = `c${(count += 1)}`;
    return ((await created(tenant, '/components', { applicationId, name, technicalName: name })) as { id: string }).id;
  };
  const pair = async (): Promise<{ sourceComponentId: string; targetComponentId: string; dependencyType: string }> => ({
    sourceComponentId: await component(),
    targetComponentId: await component(),
    dependencyType: 'Calls',
  });

  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    applicationId = ((await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' })) as { id: string }).id;
  });

  describe('201', () => {
    it('answers the whole dependency with every default, its address and its ETag', async () => {
      const json = await pair();
      const answer = await tenant.call('POST', '/dependencies', { json });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: expect.any(String) as string,
        ...json,
        mode: 'Hard',
        required: true,
        propagates: true,
        redundancyGroup: null,
        redundancyMinimum: 1,
        protocol: null,
        transportEncryption: null,
        endpointAuthMethod: null,
        createdAt: expect.any(String) as string,
        updatedAt: answer.body.createdAt,
        version: 1,
      });
      expect([answer.headers.get('location'), answer.headers.get('etag')]).toEqual([
        `/api/${tenant.tenantId}/dependencies/${answer.body.id}`,
        '"1"',
      ]);
    });

    it('keeps every field as it was sent', async () => {
      const json = {
        ...(await pair()),
        mode: 'Async',
        required: false,
        propagates: false,
        redundancyGroup: 'both',
        redundancyMinimum: 1,
        protocol: 'AMQP 1.0',
        transportEncryption: 'TLS 1.3',
        endpointAuthMethod: 'mTLS',
      };
      expect(await created(tenant, '/dependencies', json)).toMatchObject(json);
    });

    it.each(DEPENDENCY_TYPES)('accepts the type %s, also beside another type between the same two components', async (dependencyType) => {
      const json = await pair();
      await created(tenant, '/dependencies', { ...json, dependencyType });
      await created(tenant, '/dependencies', { ...json, dependencyType: dependencyType === 'Calls' ? 'Reads' : 'Calls' });
    });

    it.each(DEPENDENCY_MODES)('accepts the mode %s', async (mode) => {
      expect(await created(tenant, '/dependencies', { ...(await pair()), mode })).toMatchObject({ mode });
    });
  });

  describe('200', () => {
    it('reads, changes, clears and deletes a dependency by its id', async () => {
      const made = await created(tenant, '/dependencies', { ...(await pair()), protocol: 'gRPC' });
      const one = `/dependencies/${made.id}`;
      expect((await tenant.call('GET', one, {}, tenant.keys.read)).body).toEqual(made);
      const changed = await tenant.call('PATCH', one, { json: { mode: 'Soft', protocol: null }, headers: { 'if-match': '"1"' } });
      expect(changed.body).toEqual({ ...made, mode: 'Soft', protocol: null, version: 2, updatedAt: expect.any(String) as string });
      const gone = await tenant.call('DELETE', one);
      expect([gone.status, gone.body.deleted.map(({ kind, id }: { kind: string; id: string }) => [kind, id])]).toEqual([
        200,
        [['dependency', made.id]],
      ]);
      expect((await tenant.call('GET', one)).status).toBe(404);
    });

    it('lists by source, target, either end, type, mode and flags', async () => {
      const json = await pair();
      const calls = await created(tenant, '/dependencies', { ...json, required: false });
      const reads = await created(tenant, '/dependencies', { ...json, dependencyType: 'Reads', mode: 'Async', propagates: false });
      const found = async (query: string): Promise<string[]> =>
        (await tenant.call('GET', `/dependencies?componentId=${json.sourceComponentId}&${query}`)).body.items
          .map(({ id }: { id: string }) => id)
          .sort();
      const [both, onlyCalls, onlyReads] = [[calls.id, reads.id].sort(), [calls.id], [reads.id]];
      expect(await found(`sourceComponentId=${json.sourceComponentId}`)).toEqual(both);
      expect(await found(`targetComponentId=${json.targetComponentId}`)).toEqual(both);
      expect(await found(`targetComponentId=${json.sourceComponentId}`)).toEqual([]);
      expect(await found('dependencyType=Calls,Writes')).toEqual(onlyCalls);
      expect(await found('dependencyType=Calls,Reads')).toEqual(both);
      expect(await found('mode=Async')).toEqual(onlyReads);
      expect(await found('required=false')).toEqual(onlyCalls);
      expect(await found('propagates=false')).toEqual(onlyReads);
    });
  });

  describe('400', () => {
    it.each([
      ['sourceComponentId', { sourceComponentId: null }],
      ['sourceComponentId', { sourceComponentId: 'web' }],
      ['sourceComponentId', { sourceComponentId: NOWHERE }],
      ['targetComponentId', { targetComponentId: NOWHERE }],
      ['dependencyType', { dependencyType: 'calls' }],
      ['dependencyType', { dependencyType: null }],
      ['mode', { mode: 'hard' }],
      ['mode', { mode: null }],
      ['required', { required: 'true' }],
      ['required', { required: null }],
      ['propagates', { propagates: 1 }],
      ['redundancyGroup', { redundancyGroup: '' }],
      ['redundancyMinimum', { redundancyMinimum: 0 }],
      ['redundancyMinimum', { redundancyMinimum: 1.5 }],
      ['redundancyMinimum', { redundancyMinimum: null }],
      ['redundancyMinimum', { redundancyMinimum: 2 }],
      ['redundancyMinimum', { redundancyGroup: 'g', redundancyMinimum: 2 }],
      ['protocol', { protocol: 5 }],
      ['transportEncryption', { transportEncryption: 'x'.repeat(201) }],
      ['endpointAuthMethod', { endpointAuthMethod: false }],
      ['technicalName', { technicalName: 'edge' }],
      ['id', { id: NOWHERE }],
      ['sourceId', { sourceId: NOWHERE }],
    ])('names %s in %j', async (field, more) => {
      const answer = await tenant.call('POST', '/dependencies', { json: { ...(await pair()), ...more } });
      expect([answer.status, answer.body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, [field]]);
    });

    it('names everything that is missing', async () => {
      const answer = await tenant.call('POST', '/dependencies', { json: {} });
      expect([answer.status, answer.body.issues]).toEqual([
        400,
        ['sourceComponentId', 'targetComponentId', 'dependencyType'].map((path) => ({ path, message: 'is required' })),
      ]);
    });

    it('refuses a dependency of a component on itself', async () => {
      const json = await pair();
      const answer = await tenant.call('POST', '/dependencies', {
        json: { ...json, targetComponentId: json.sourceComponentId.toUpperCase() },
      });
      expect([answer.status, answer.body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, ['targetComponentId']]);
    });

    it('allows one minimum in a redundancy group, at most the number of its targets', async () => {
      const first = { ...(await pair()), redundancyGroup: 'replicas', redundancyMinimum: 1 };
      await created(tenant, '/dependencies', first);
      const second = { ...first, targetComponentId: await component() };
      const answer = await tenant.call('POST', '/dependencies', { json: { ...second, redundancyMinimum: 2 } });
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'redundancyMinimum']);
      await created(tenant, '/dependencies', second);
    });

    it.each([
      ['id', '/dependencies/web'],
      ['mode[0]', '/dependencies?mode=hard'],
      ['required', '/dependencies?required=1'],
      ['componentId', '/dependencies?componentId=web'],
    ])('names %s at %s', async (field, path) => {
      const answer = await tenant.call('GET', path);
      expect([answer.status, answer.body.issues.map(({ path: at }: { path: string }) => at)]).toEqual([400, [field]]);
    });
  });

  describe('403', () => {
    it('refuses a key with another scope', async () => {
      const json = await pair();
      expect((await tenant.call('POST', '/dependencies', { json }, tenant.keys.read)).body.requiredScope).toBe('write');
      expect((await tenant.call('GET', '/dependencies', {}, tenant.keys.write)).body.requiredScope).toBe('read');
      expect((await tenant.call('DELETE', `/dependencies/${NOWHERE}`, {}, tenant.keys.health)).body.requiredScope).toBe('write');
    });
  });

  describe('404', () => {
    it.each(['GET', 'PATCH', 'DELETE'])('says at %s that there is no such dependency', async (method) => {
      const answer = await tenant.call(method, `/dependencies/${NOWHERE}`, method === 'PATCH' ? { json: { mode: 'Soft' } } : {});
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    });
  });

  describe('409', () => {
    it('says that the same two components already have a dependency of this type, on create and on change', async () => {
      const json = await pair();
      await created(tenant, '/dependencies', json);
      const again = await tenant.call('POST', '/dependencies', { json });
      expect([again.status, again.body.code]).toEqual([409, 'duplicate']);
      const other = await created(tenant, '/dependencies', { ...json, dependencyType: 'Reads' });
      const changed = await tenant.call('PATCH', `/dependencies/${other.id}`, { json: { dependencyType: 'Calls' } });
      expect([changed.status, changed.body.code]).toEqual([409, 'duplicate']);
    });

    it('refuses to delete a component or application that others need, and names them; cascade=true deletes what it contains', async () => {
      const { id } = await created(tenant, '/applications', { name: 'Doomed', technicalName: `doomed-${count}` });
      const own = await created(tenant, '/components', { applicationId: id, name: 'Own', technicalName: `own-${count}` });
      const edge = await created(tenant, '/dependencies', {
        sourceComponentId: await component(),
        targetComponentId: own.id,
        dependencyType: 'Calls',
      });
      const refused = await tenant.call('DELETE', `/components/${own.id}`);
      expect([refused.status, refused.body.code, refused.body.neededBy.map((need: { id: string }) => need.id)]).toEqual([
        409,
        'in_use',
        [edge.id],
      ]);
      const whole = await tenant.call('DELETE', `/applications/${id}?cascade=false`);
      expect([whole.status, whole.body.neededBy.map((need: { id: string }) => need.id)]).toEqual([409, [own.id, edge.id]]);
      const gone = await tenant.call('DELETE', `/applications/${id}?cascade=true`);
      expect([gone.status, gone.body.deleted.map((item: { id: string }) => item.id)]).toEqual([200, [id, own.id, edge.id]]);
      expect((await tenant.call('GET', `/dependencies/${edge.id}`)).status).toBe(404);
    });
  });

  describe('412', () => {
    it('refuses a change with an outdated ETag', async () => {
      const made = await created(tenant, '/dependencies', await pair());
      const answer = await tenant.call('PATCH', `/dependencies/${made.id}`, { json: { mode: 'Soft' }, headers: { 'if-match': '"9"' } });
      expect([answer.status, answer.body.currentETag]).toEqual([412, '"1"']);
    });
  });
});
