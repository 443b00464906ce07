/** GET /dependency-security-register and its CSV file, by status. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { SecurityRegister } from '@/contract/securityRegister';
import { useTestDatabase } from '@/test/database';
import { created, createRestTenant, describeMounts, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();
const REGISTER = '/dependency-security-register';

describeMounts('the security register', (send) => {
  let tenant: RestTenant;
  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    const { id: applicationId } = await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' });
    const [source, target] = [
      await created(tenant, '/components', { applicationId, name: 'Wëb', technicalName: 'web' }),
      await created(tenant, '/components', { applicationId, name: '+Pay', technicalName: 'pay', isExternal: true }),
    ];
    await created(tenant, '/dependencies', {
      sourceComponentId: source.id,
      targetComponentId: target.id,
      dependencyType: 'Calls',
      protocol: 'HTTPS',
      transportEncryption: 'TLS 1.3',
      endpointAuthMethod: 'OAuth',
    });
  });

  describe('200', () => {
    it('is JSON that matches its schema', async () => {
      const answer = await tenant.call(
        'GET',
        `${REGISTER}?status=registered&isExternal=true&personalData=false&criticalityTier=BusinessOperational,Administrative&dependencyType=Calls&limit=1`,
        {},
        tenant.keys.read,
      );
      expect(answer.status).toBe(200);
      expect(SecurityRegister.parse(answer.body)).toMatchObject({
        total: 1,
        completeness: { overall: { registered: 1, total: 1, percent: 100 } },
      });
    });

    it('is a CSV file for download, whose bytes have the stated digest', async () => {
      const { body } = await tenant.call('GET', REGISTER);
      const file = await tenant.call('GET', `${REGISTER}.csv`, {}, tenant.keys.read);
      expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
        200,
        'text/csv; charset=utf-8; header=present',
        `attachment; filename="dependency-security-register-now-v${body.landscapeVersion}.csv"`,
      ]);
      expect(file.text).toContain(",web,Wëb,shop,Shop,BusinessOperational,false,pay,'+Pay,shop,");
      // A Response's text() removes the byte order mark.
      const bytes = file.text.startsWith('\uFEFF') ? file.text : `\uFEFF${file.text}`;
      expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`).toBe(body.digest);
      expect([file.headers.get('register-digest'), file.headers.get('landscape-version')]).toEqual([
        body.digest,
        String(body.landscapeVersion),
      ]);
    });

    it('is empty for a date before the first change', async () => {
      expect((await tenant.call('GET', `${REGISTER}?at=2020-01-01`)).body).toMatchObject({
        items: [],
        total: 0,
        at: '2020-01-01T23:59:59.999Z',
        landscapeVersion: 0,
      });
    });
  });

  describe('400', () => {
    it.each([
      ['at=2999-01-01', 'at'],
      ['at=yesterday', 'at'],
      ['at=2026-02-30', 'at'],
      ['at=2026-02-01T10:00:00', 'at'],
      ['application=nobody', 'application'],
      ['status=open', 'status'],
      ['isExternal=yes', 'isExternal'],
      ['criticalityTier=missioncritical', 'criticalityTier[0]'],
      ['from=2026', 'from'],
    ])('for ?%s, naming %s', async (query, path) => {
      for (const route of [REGISTER, `${REGISTER}.csv`]) {
        const answer = await tenant.call('GET', `${route}?${query}`);
        expect([answer.status, answer.body.issues[0].path]).toEqual([400, path]);
      }
    });

    it('for paging in the file', async () => {
      expect((await tenant.call('GET', `${REGISTER}.csv?limit=1`)).status).toBe(400);
    });
  });

  it('401 without a key, 403 without the scope read', async () => {
    for (const route of [REGISTER, `${REGISTER}.csv`]) {
      expect((await tenant.call('GET', route, {}, null)).status).toBe(401);
      expect((await tenant.call('GET', route, {}, tenant.keys.write)).body).toMatchObject({ status: 403, code: 'scope_missing' });
    }
  });
});
