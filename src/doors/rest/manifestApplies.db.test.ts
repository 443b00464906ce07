/** GET /manifest/applies, and GET and POST /manifest/applies/{changeSetId}/undo, by status. */
import { beforeAll, describe, expect, it } from 'vitest';
import { UndoResult } from '@/contract/manifest/applies';
import { useTestDatabase } from '@/test/database';
import { createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();
const APPLIES = '/manifest/applies';
const NOBODY = '00000000-0000-4000-8000-00000000dead';

describeRest('undo of an apply', (send) => {
  let tenant: RestTenant;
  const apply = async (text: string, key?: string): Promise<string> => {
    const answer = await tenant.call(
      'POST',
      '/manifest/apply?impact=false',
      { raw: text, headers: { 'content-type': 'application/yaml' } },
      key,
    );
    expect(answer.status).toBe(200);
    return (await tenant.call('GET', `${APPLIES}?limit=1`)).body.items[0].changeSetId;
  };
  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
  });

  it('200 shows first what the undo would do, then does it, without a body and only once', async () => {
    const id = await apply('version: 1\nname: shop\ntechnologies: [{ technicalName: postgres, name: PostgreSQL }]\n');
    const preview = await tenant.call('GET', `${APPLIES}/${id}/undo`, {}, tenant.keys.read);
    expect([preview.status, UndoResult.parse(preview.body)]).toMatchObject([
      200,
      { isPreview: true, changeSetId: null, summary: { create: 0, update: 0, delete: 1, notRestored: 0 } },
    ]);
    expect((await tenant.call('GET', '/technologies/postgres')).status).toBe(200);
    const undone = await tenant.call(
      'POST',
      `${APPLIES}/${id.toUpperCase()}/undo`,
      { headers: { 'idempotency-key': 'once' } },
      tenant.keys.write,
    );
    expect([undone.status, UndoResult.parse(undone.body)]).toMatchObject([
      200,
      { undoOf: id, manifest: 'shop', isPreview: false, changes: [{ op: 'delete', kind: 'technology', technicalName: 'postgres' }] },
    ]);
    expect((await tenant.call('GET', '/technologies/postgres')).status).toBe(404);
    const replayed = await tenant.call(
      'POST',
      `${APPLIES}/${id.toUpperCase()}/undo`,
      { headers: { 'idempotency-key': 'once' } },
      tenant.keys.write,
    );
    expect([replayed.status, replayed.body, replayed.headers.get('idempotent-replayed')]).toEqual([200, undone.body, 'true']);
    const again = await tenant.call('POST', `${APPLIES}/${id}/undo`);
    expect([again.status, again.body.code, again.body.undoneBy]).toEqual([409, 'conflict', undone.body.changeSetId]);
    const { body } = await tenant.call('GET', `${APPLIES}?manifest=shop`, {}, tenant.keys.read);
    expect(body.items).toMatchObject([{ changeSetId: id, manifest: 'shop', undoneBy: undone.body.changeSetId }]);
  });

  describe('400', () => {
    it('for an invalid id, and for a body', async () => {
      expect((await tenant.call('GET', `${APPLIES}/shop/undo`)).body).toMatchObject({ status: 400, issues: [{ path: 'changeSetId' }] });
      expect((await tenant.call('POST', `${APPLIES}/${NOBODY}/undo`, { json: { preview: true } })).status).toBe(400);
    });
    it('for an unknown filter', async () => {
      expect((await tenant.call('GET', `${APPLIES}?name=shop`)).body).toMatchObject({ status: 400, issues: [{ path: 'name' }] });
    });
  });

  it('401 without a key, 403 without the scope', async () => {
    for (const [method, path, wrong] of [
      ['GET', APPLIES, 'write'],
      ['GET', `${APPLIES}/${NOBODY}/undo`, 'write'],
      ['POST', `${APPLIES}/${NOBODY}/undo`, 'read'],
    ] as const) {
      expect((await tenant.call(method, path, {}, null)).status).toBe(401);
      expect((await tenant.call(method, path, {}, tenant.keys[wrong])).body).toMatchObject({ status: 403, code: 'scope_missing' });
    }
  });

  it('403 for revenue without the right to it', async () => {
    const id = await apply(
      'version: 1\nname: rich\nsegments: [{ technicalName: all, name: All, audienceType: Public, annualRevenue: 5 }]\n',
      tenant.keys.revenue,
    );
    for (const method of ['GET', 'POST'])
      expect((await tenant.call(method, `${APPLIES}/${id}/undo`)).body).toMatchObject({ status: 403, code: 'revenue_forbidden' });
    expect((await tenant.call('POST', `${APPLIES}/${id}/undo`, {}, tenant.keys.revenue)).status).toBe(200);
  });

  it('404 for ids that are not applies of this tenant', async () => {
    const other = await createRestTenant(database, send);
    const id = await apply('version: 1\nname: shop\ntechnologies: [{ technicalName: redis, name: Redis }]\n');
    for (const method of ['GET', 'POST']) {
      expect((await tenant.call(method, `${APPLIES}/${NOBODY}/undo`)).body).toMatchObject({ status: 404, code: 'not_found' });
      expect((await other.call(method, `${APPLIES}/${id}/undo`)).body).toMatchObject({ status: 404, code: 'not_found' });
    }
  });
});
