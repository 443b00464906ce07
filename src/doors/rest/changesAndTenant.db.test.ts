/** GET /changes, POST /changes/{changeSetId}/undo and GET /tenant, by status. */
import { beforeAll, describe, expect, it } from 'vitest';
import { NEWEST_MIGRATION, VERSION } from '@generated/thisVersion';
import { ChangeEntry } from '@/contract/changes';
import { ChangeUndoResult } from '@/contract/manifest/applies';
import { Tenant } from '@/contract/tenant';
import { useTestDatabase } from '@/test/database';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();

describeRest('the change log and the tenant', (send) => {
  let tenant: RestTenant;
  let id: string;
  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    id = ((await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' })) as { id: string }).id;
    await tenant.call('PATCH', `/applications/${id}`, { json: { ownerTeam: 'web', criticalityTier: 'MissionCritical' } });
    await tenant.call('DELETE', `/applications/${id}`);
  });
  const changes = (query: string) => tenant.call('GET', `/changes?${query}`, {}, tenant.keys.read);

  describe('200 of /changes', () => {
    it('lists, newest first, who changed what from what to what, and at which landscape version', async () => {
      const { status, body } = await changes(`entityId=${id}`);
      expect([status, body.total, body.items.map(({ op, landscapeVersion }: ChangeEntry) => [op, landscapeVersion])]).toEqual([
        200,
        3,
        [
          ['delete', 3],
          ['update', 2],
          ['create', 1],
        ],
      ]);
      for (const item of body.items as ChangeEntry[]) expect(ChangeEntry.parse(item)).toEqual(item);
      expect(body.items[1]).toMatchObject({
        kind: 'application',
        entityId: id,
        technicalName: 'shop',
        actor: { type: 'key', name: 'key for read write health' },
      });
      const fields = Object.fromEntries(
        body.items[1].fields.map(({ field, from, to }: ChangeEntry['fields'][number]) => [field, [from, to]]),
      );
      expect(fields).toEqual({ criticalityTier: ['BusinessOperational', 'MissionCritical'], ownerTeam: [null, 'web'] });
    });

    it('is filtered by kind, operation, change set, actor, time and name', async () => {
      const [item] = (await changes(`entityId=${id}&op=update`)).body.items as [ChangeEntry];
      const total = async (query: string): Promise<number> => (await changes(`entityId=${id}&${query}`)).body.total as number;
      expect(await total('op=create,delete')).toBe(2);
      expect(await total('kind=application')).toBe(3);
      expect(await total('kind=component,tenant')).toBe(0);
      expect(await total(`changeSetId=${item.changeSetId}`)).toBe(1);
      expect(await total(`actorId=${item.actor.id}`)).toBe(3);
      expect(await total('actorId=nobody')).toBe(0);
      expect(await total(`since=${encodeURIComponent(item.at)}`)).toBe(2);
      expect(await total(`until=${encodeURIComponent(item.at)}`)).toBe(1);
      expect(await total('search=SHO')).toBe(3);
    });

    it('pages through all changes without gap or repetition', async () => {
      const ids: string[] = [];
      for (let cursor = ''; ;) {
        const { body } = await changes(`limit=2${cursor}`);
        ids.push(...body.items.map((item: ChangeEntry) => item.id));
        if (body.nextCursor === null) break;
        cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
      }
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBe((await changes('')).body.total);
    });
  });

  describe('400 of /changes', () => {
    it.each([
      ['kind[0]', 'kind=Application'],
      ['op[0]', 'op=edit'],
      ['entityId', 'entityId=shop'],
      ['since', 'since=yesterday'],
      ['until', 'until=2026-02-30T00:00:00Z'],
      ['from', 'from=2026'],
    ])('names %s in %s', async (path, query) => {
      const answer = await changes(query);
      expect([answer.status, answer.body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
    });
  });

  describe('/changes/{changeSetId}/undo', () => {
    const NOBODY = '00000000-0000-4000-8000-00000000dead';
    /** The change set that deleted an application of this name. */
    const deletion = async (technicalName: string): Promise<string> => {
      await created(tenant, '/applications', { name: 'Undone', technicalName });
      await tenant.call('DELETE', `/applications/${technicalName}`);
      return (await changes(`search=${technicalName}&op=delete`)).body.items[0].changeSetId as string;
    };

    it('200 undoes a deletion by hand, without a body; 409 if it was undone already', async () => {
      const changeSetId = await deletion('deleted-once');
      const undone = await tenant.call(
        'POST',
        `/changes/${changeSetId}/undo`,
        { headers: { 'idempotency-key': 'once' } },
        tenant.keys.write,
      );
      expect([undone.status, ChangeUndoResult.parse(undone.body)]).toMatchObject([
        200,
        {
          undoOf: changeSetId,
          manifest: null,
          isPreview: false,
          summary: { create: 1, update: 0, delete: 0, notRestored: 0 },
          changes: [{ op: 'create', kind: 'application', technicalName: 'deleted-once' }],
        },
      ]);
      expect((await tenant.call('GET', '/applications/deleted-once')).status).toBe(200);
      const replayed = await tenant.call(
        'POST',
        `/changes/${changeSetId}/undo`,
        { headers: { 'idempotency-key': 'once' } },
        tenant.keys.write,
      );
      expect([replayed.status, replayed.body]).toEqual([200, undone.body]);
      const again = await tenant.call('POST', `/changes/${changeSetId}/undo`);
      expect([again.status, again.body.code, again.body.undoneBy]).toEqual([409, 'conflict', undone.body.changeSetId]);
    });

    it('400 for an invalid id and for a body, 401 without a key, 403 without the scope write', async () => {
      expect((await tenant.call('POST', '/changes/latest/undo')).body).toMatchObject({ status: 400, issues: [{ path: 'changeSetId' }] });
      expect((await tenant.call('POST', `/changes/${NOBODY}/undo`, { json: { preview: true } })).status).toBe(400);
      expect((await tenant.call('POST', `/changes/${NOBODY}/undo`, {}, null)).status).toBe(401);
      expect((await tenant.call('POST', `/changes/${NOBODY}/undo`, {}, tenant.keys.read)).body).toMatchObject({
        status: 403,
        code: 'scope_missing',
        requiredScope: 'write',
      });
    });

    it('404 for ids that are not changes of this landscape', async () => {
      const changeSetId = await deletion('deleted-here');
      const other = await createRestTenant(database, send);
      expect((await tenant.call('POST', `/changes/${NOBODY}/undo`)).body).toMatchObject({ status: 404, code: 'not_found' });
      expect((await other.call('POST', `/changes/${changeSetId}/undo`)).body).toMatchObject({ status: 404, code: 'not_found' });
    });
  });

  describe('/tenant', () => {
    it('is 200 with settings, limits, usage and ETag, and 304 for that ETag', async () => {
      const answer = await tenant.call('GET', '/tenant', {}, tenant.keys.read);
      expect(answer.status).toBe(200);
      expect(Tenant.parse(answer.body)).toEqual(answer.body);
      expect(answer.body).toMatchObject({
        id: tenant.tenantId,
        plan: 'Enterprise',
        currency: 'EUR',
        landscapeVersion: 8,
        usage: { components: 0 },
        release: { version: VERSION, newestMigration: NEWEST_MIGRATION },
      });
      expect((await tenant.call('GET', '/tenant?nix=1')).status).toBe(400);
    });
  });

  describe('401, 403, 405', () => {
    it.each(['/changes', '/tenant'])('of %s', async (path) => {
      expect((await tenant.call('GET', path, {}, null)).status).toBe(401);
      expect((await tenant.call('GET', path, {}, tenant.keys.write)).body.requiredScope).toBe('read');
      expect((await tenant.call('PATCH', path, { json: {} })).status).toBe(405);
    });
  });
});
