/** Changes to many entities at once over REST, by status. The tests of the use case cover what they do to a landscape. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { NOWHERE } from '@/test/restKinds';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();

describeRest('many at once', (send) => {
  let tenant: RestTenant;
  let count = 0;
  const one = async (): Promise<string> => {
    count += 1;
    return ((await created(tenant, '/technologies', { name: 'T', technicalName: `t-${count}` })) as { id: string }).id;
  };
  const vendorOf = async (id: string): Promise<string | null> => (await tenant.call('GET', `/technologies/${id}`)).body.vendor;

  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
  });

  describe('200', () => {
    it('changes all entities as one change, which is undone as one', async () => {
      const ids = [await one(), await one()];
      const { status, body } = await tenant.call(
        'POST',
        '/bulk/update',
        { json: { kind: 'technology', ids, set: { vendor: 'Oracle' } } },
        tenant.keys.write,
      );
      expect([status, body]).toEqual([200, { changeSetId: body.changeSetId, changed: ids, unchanged: [] }]);
      expect(await Promise.all(ids.map(vendorOf))).toEqual(['Oracle', 'Oracle']);
      const undone = await tenant.call('POST', `/changes/${body.changeSetId}/undo`);
      expect([undone.status, undone.body.summary]).toEqual([200, { create: 0, update: 2, delete: 0, notRestored: 0 }]);
      expect(await Promise.all(ids.map(vendorOf))).toEqual([null, null]);
    });

    it('deletes all entities once, however often the request is repeated with the same key', async () => {
      const ids = [await one(), await one()];
      const call = { json: { kind: 'technology', ids }, headers: { 'idempotency-key': 'delete-both' } };
      const first = await tenant.call('POST', '/bulk/delete', call);
      const second = await tenant.call('POST', '/bulk/delete', call);
      expect([first.status, first.body.deleted.map(({ id }: { id: string }) => id).sort()]).toEqual([200, [...ids].sort()]);
      expect([second.status, second.body, second.headers.get('idempotent-replayed')]).toEqual([200, first.body, 'true']);
    });
  });

  describe('400', () => {
    it('names each invalid id by its position, and changes nothing', async () => {
      const id = await one();
      const json = { kind: 'technology', ids: [id, NOWHERE, 'x'], set: { vendor: 'V' } };
      const shape = await tenant.call('POST', '/bulk/update', { json });
      expect([shape.status, shape.body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, ['ids[2]']]);
      const answer = await tenant.call('POST', '/bulk/update', { json: { ...json, ids: [id, NOWHERE] } });
      expect([answer.status, answer.body.code, answer.body.issues]).toEqual([
        400,
        'invalid_input',
        [{ path: 'ids[1]', message: expect.any(String) as string }],
      ]);
      const gone = await tenant.call('POST', '/bulk/delete', { json: { kind: 'technology', ids: [id, NOWHERE] } });
      expect([gone.status, gone.body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, ['ids[1]']]);
      expect(await vendorOf(id)).toBeNull();
    });

    it.each([
      ['set.vendors', { set: { vendors: 'V' } }],
      ['set.name', { set: { name: 'V' } }],
      ['add.vendor', { add: { vendor: [NOWHERE] } }],
      ['set', {}],
      ['ids', { ids: Array.from({ length: 501 }, () => NOWHERE), set: { vendor: 'V' } }],
      ['dryRun', { set: { vendor: 'V' }, dryRun: true }],
    ])('names %s', async (path, input) => {
      const answer = await tenant.call('POST', '/bulk/update', { json: { kind: 'technology', ids: [NOWHERE], ...input } });
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, path]);
    });
  });

  describe('403', () => {
    it.each(['update', 'delete'])('refuses %s without the scope write', async (what) => {
      const answer = await tenant.call('POST', `/bulk/${what}`, { json: { kind: 'technology', ids: [NOWHERE] } }, tenant.keys.read);
      expect([answer.status, answer.body.requiredScope]).toEqual([403, 'write']);
    });

    it('refuses revenue to those who may not see it', async () => {
      const { id } = (await created(tenant, '/segments', { name: 'S', technicalName: 's', audienceType: 'Public' })) as { id: string };
      const answer = await tenant.call('POST', '/bulk/update', { json: { kind: 'segment', ids: [id], set: { annualRevenue: 1 } } });
      expect([answer.status, answer.body.code]).toEqual([403, 'revenue_forbidden']);
    });
  });

  describe('409', () => {
    it('names what needs the entities to be deleted, unless it is deleted too', async () => {
      const { id: area } = (await created(tenant, '/hosting-areas', { name: 'A', technicalName: 'area' })) as { id: string };
      await created(tenant, '/hosting-zones', { name: 'Z', technicalName: 'zone', hostingAreaId: area });
      const answer = await tenant.call('POST', '/bulk/delete', { json: { kind: 'hosting-area', ids: [area] } });
      expect([
        answer.status,
        answer.body.code,
        answer.body.neededBy.map(({ technicalName }: { technicalName: string }) => technicalName),
      ]).toEqual([409, 'in_use', ['zone']]);
      const cascade = await tenant.call('POST', '/bulk/delete', { json: { kind: 'hosting-area', ids: [area], cascade: true } });
      expect([cascade.status, cascade.body.deleted.map(({ kind }: { kind: string }) => kind).sort()]).toEqual([
        200,
        ['hosting-area', 'hosting-zone'],
      ]);
    });
  });
});
