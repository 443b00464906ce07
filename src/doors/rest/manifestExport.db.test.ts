/** GET /manifest, by status: the present and the past landscape as a manifest. */
import { beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { created, createRestTenant, describeMounts, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();

describeMounts('GET /manifest', (send) => {
  let tenant: RestTenant;
  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    await created(tenant, '/technologies', { name: 'PostgreSQL', technicalName: 'postgres' });
    await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' });
  });

  it('200 is a YAML file, of the present or a past instant', async () => {
    const answer = await tenant.call('GET', '/manifest', { headers: { accept: 'application/yaml' } }, tenant.keys.read);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'application/yaml; charset=utf-8',
      'attachment; filename="landscape.yaml"',
    ]);
    expect(answer.text).toMatch(
      /^# yaml-language-server: \$schema=http:\/\/\S+\/schemas\/manifest\.v1\.json\nversion: 1\nname: export\ntechnologies:\n/,
    );
    expect((await tenant.call('GET', '/manifest?application=shop')).text).not.toContain('postgres');
    expect((await tenant.call('GET', '/manifest?at=2020-01-01')).text).toMatch(/^#.*\nversion: 1\nname: export\n$/);
    const back = await tenant.call('POST', '/manifest/preview?impact=false', {
      raw: answer.text,
      headers: { 'content-type': 'application/yaml' },
    });
    expect(back.body.summary).toEqual({ create: 0, update: 0, delete: 0, unchanged: 2 });
  });

  it('200 under the name that is asked for, 409 under one that another manifest has, unless it takes over', async () => {
    expect((await tenant.call('GET', '/manifest?name=whole')).text).toMatch(/^#.*\nversion: 1\nname: whole\n/);
    const raw = 'version: 1\nname: taken\ntechnologies: [{ technicalName: postgres }]\n';
    const applied = await tenant.call('POST', '/manifest/apply', { raw, headers: { 'content-type': 'application/yaml' } });
    expect(applied.status, applied.text).toBe(200);
    expect((await tenant.call('GET', '/manifest?name=taken')).body).toMatchObject({ status: 409, code: 'duplicate' });
    expect((await tenant.call('GET', '/manifest?name=taken&takeOver=true')).text).toMatch(/^#.*\nversion: 1\nname: taken\n/);
    const changed = (await tenant.call('GET', '/manifest')).text.replace('name: Shop', 'name: Store');
    const refused = await tenant.call('POST', '/manifest/apply', { raw: changed, headers: { 'content-type': 'application/yaml' } });
    expect(refused.body).toMatchObject({ status: 400, code: 'manifest_needs_a_name', issues: [{ path: 'name' }] });
  });

  it('200 without what one manifest alone states', async () => {
    const raw =
      'version: 1\nname: cloud\ntechnologies: [{ technicalName: redis, name: Redis }, { technicalName: postgres, vendor: Acme }]\n';
    const applied = await tenant.call('POST', '/manifest/apply', { raw, headers: { 'content-type': 'application/yaml' } });
    expect(applied.status, applied.text).toBe(200);
    expect((await tenant.call('GET', '/manifest')).text).toContain('vendor: Acme');
    const [, ...lines] = (await tenant.call('GET', '/manifest?without=cloud')).text.split('\n');
    expect(lines.join('\n')).toBe(
      'version: 1\nname: export\ntechnologies:\n  - technicalName: postgres\n    name: PostgreSQL\napplications:\n  - technicalName: shop\n    name: Shop\n',
    );
    expect((await tenant.call('GET', '/manifest?without=nobody')).text).toContain('vendor: Acme');
  });

  it('400 for an invalid or future time, and for unknown parameters', async () => {
    for (const [query, path] of [
      ['at=soon', 'at'],
      ['at=2999-01-01', 'at'],
      ['prune=true', 'prune'],
      ['name=%20', 'name'],
      ['without=%20', 'without'],
      [`name=${'x'.repeat(201)}`, 'name'],
    ])
      expect((await tenant.call('GET', `/manifest?${query}`)).body).toMatchObject({ status: 400, issues: [{ path }] });
  });

  it('401 without a key, 403 without the scope read, 404 for an unknown application', async () => {
    expect((await tenant.call('GET', '/manifest', {}, null)).status).toBe(401);
    expect((await tenant.call('GET', '/manifest', {}, tenant.keys.write)).body).toMatchObject({ status: 403, code: 'scope_missing' });
    expect((await tenant.call('GET', '/manifest?application=nobody')).body).toMatchObject({ status: 404, code: 'not_found' });
  });
});
