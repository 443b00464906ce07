/** POST /manifest/preview and /manifest/apply, by status. The tests of reading and applying cover what a manifest means. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { ManifestPlan } from '@/contract/manifest/plan';
import { useTestDatabase } from '@/test/database';
import { createRestTenant, describeMounts, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();
const YAML = { 'content-type': 'application/yaml' };
const DEMO = await readFile('src/test/landscapes/opentelemetry-demo.yaml', 'utf8');

describeMounts('the manifest', (send) => {
  let tenant: RestTenant;
  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
  });
  const preview = (raw: string | Uint8Array, query = '', headers: Record<string, string> = YAML) =>
    tenant.call('POST', `/manifest/preview${query}`, { raw, headers }, tenant.keys.revenue);
  const apply = (raw: string, query = '', more: Record<string, string> = {}) =>
    tenant.call('POST', `/manifest/apply${query}`, { raw, headers: { ...YAML, ...more } }, tenant.keys.revenue);
  const one = (technicalName: string): string =>
    `version: 1\nname: ${technicalName}\ntechnologies:\n  - technicalName: ${technicalName}\n    name: One\n`;

  describe('200', () => {
    it('previews a whole landscape, applies exactly the preview, and then finds nothing left to do', async () => {
      const own = await createRestTenant(database, send);
      const post = (path: string) => own.call('POST', path, { raw: DEMO, headers: YAML }, own.keys.revenue);
      const seen = await post('/manifest/preview');
      expect(seen.status).toBe(200);
      expect(ManifestPlan.parse(seen.body)).toEqual(seen.body);
      expect((await own.call('GET', '/components')).body.total).toBe(0);
      const done = await post(`/manifest/apply?digest=${encodeURIComponent(seen.body.digest)}`);
      expect([done.status, done.body.changes, done.body.digest]).toEqual([200, seen.body.changes, seen.body.digest]);
      expect((await own.call('GET', '/components')).body.total).toBe(
        done.body.changes.filter(({ kind }: { kind: string }) => kind === 'component').length,
      );
      expect((await post('/manifest/preview')).body.summary).toEqual({
        create: 0,
        update: 0,
        delete: 0,
        unchanged: done.body.summary.create,
      });
    });

    it.each(['application/yaml', 'text/yaml', 'application/x-yaml', 'application/yaml; charset=utf-8'])('accepts %s', async (type) => {
      expect((await preview(one('types'), '', { 'content-type': type })).body.summary.create).toBe(1);
    });

    it('accepts JSON', async () => {
      const answer = await preview(
        JSON.stringify({ version: 1, name: 'json', technologies: [{ technicalName: 'json', name: 'JSON' }] }),
        '',
        { 'content-type': 'application/json' },
      );
      expect([answer.status, answer.body.summary.create]).toEqual([200, 1]);
    });

    it.each(['application/yaml', 'application/json'])('accepts a byte order mark before %s', async (type) => {
      const text = type.endsWith('json')
        ? JSON.stringify({ version: 1, name: 'mark', technologies: [{ technicalName: 'mark', name: 'Mark' }] })
        : one('mark');
      const answer = await preview(new TextEncoder().encode(`\ufeff${text}`), '', { 'content-type': type });
      expect([answer.status, answer.body.summary?.create]).toEqual([200, 1]);
    });

    it('reads prune and impact from the query', async () => {
      const answer = await preview(one('query'), '?prune=true&impact=false');
      expect([answer.body.prune, answer.body.impact]).toEqual([true, null]);
    });

    it('applies once under an Idempotency-Key', async () => {
      const [first, again] = [
        await apply(one('once'), '', { 'idempotency-key': 'apply-1' }),
        await apply(one('once'), '', { 'idempotency-key': 'apply-1' }),
      ];
      expect([first.body.summary.create, again.text, again.headers.get('idempotent-replayed')]).toEqual([1, first.text, 'true']);
      expect((await apply(one('other'), '', { 'idempotency-key': 'apply-1' })).status).toBe(422);
    });
  });

  describe('400', () => {
    it('names every mistake with line, column and path', async () => {
      const answer = await preview(
        'version: 1\nname: wrong\ntechnologies:\n  - technicalName: a\n    nmae: A\n  - technicalName: a b\n    name: B\n',
      );
      expect(answer.status).toBe(400);
      const places = answer.body.issues.map(
        ({ path, line, column }: { path: string; line: number; column: number }) => `${path} ${line}:${column}`,
      );
      expect(places).toContain('technologies[0].nmae 5:5');
      expect(places).toContain('technologies[1].technicalName 6:20');
    });

    it.each([
      ['nothing', ''],
      ['a text', 'hello'],
      ['a list', '- a'],
      ['another version', 'version: 2\nname: a'],
      ['aliases', 'version: 1\nname: &a x\ntechnologies: *a'],
      ['a key twice', 'version: 1\nversion: 1\nname: a'],
      ['broken YAML', 'version: [1'],
      ['broken UTF-8', Uint8Array.from([0x61, 0xff])],
      ['2,000 brackets', '['.repeat(2_000)],
    ])('refuses %s', async (_name, raw) => {
      const answer = await preview(raw);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
      expect(answer.body.issues.length).toBeGreaterThan(0);
    });

    it.each(['prune=yes', 'impact=0', 'digest=', 'dryRun=true', 'prune=true&prune=true', 'manifest=x'])('refuses ?%s', async (query) => {
      const answer = await tenant.call('POST', `/manifest/apply?${query}`, { raw: one('q'), headers: YAML });
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, query.split('=')[0]]);
    });

    it('reports wrong shapes and unknown references together, against the landscape too, each with its line', async () => {
      await apply(one('known'));
      const raw = `version: 1
name: both
applications:
  - technicalName: shop
    nmae: Shop
    components:
      - { technicalName: web, name: Web, kind: Wbe, technologies: [known, knwon] }
dependencies:
  - { source: web, target: nowhere, dependencyType: Calls }
`;
      const answer = await preview(raw);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
      const told = answer.body.issues.map(({ line, path }: { line: number; path: string }) => `${line} ${path}`);
      expect(told).toEqual([
        '4 applications[0].name',
        '5 applications[0].nmae',
        '7 applications[0].components[0].kind',
        '7 applications[0].components[0].technologies[1]',
        '9 dependencies[0].target',
      ]);
      expect(answer.body.issues[3].hint).toBe('did you mean "known"?');
    });

    it('refuses a digest at preview', async () => {
      expect((await preview(one('d'), '?digest=abc')).status).toBe(400);
    });
  });

  describe('401, 403', () => {
    it('needs a key with the scope write, before the manifest is read', async () => {
      for (const path of ['/manifest/preview', '/manifest/apply']) {
        const broken = { raw: '[', headers: { 'content-type': 'image/png' } };
        expect((await tenant.call('POST', path, broken, null)).status).toBe(401);
        expect((await tenant.call('POST', path, broken, tenant.keys.read)).body.requiredScope).toBe('write');
      }
    });

    it('refuses revenue in a manifest from a caller who may not see it', async () => {
      const raw = 'version: 1\nname: money\nsegments:\n  - technicalName: s\n    name: S\n    audienceType: Public\n    annualRevenue: 5\n';
      const answer = await tenant.call('POST', '/manifest/preview', { raw, headers: YAML });
      expect([answer.status, answer.body.code]).toEqual([403, 'revenue_forbidden']);
    });
  });

  describe('405', () => {
    it('only accepts POST', async () => {
      expect((await tenant.call('GET', '/manifest/preview')).headers.get('allow')).toBe('OPTIONS, POST');
    });
  });

  describe('409', () => {
    it('refuses the digest of a different outcome, and changes nothing', async () => {
      const seen = await preview(one('digest'));
      await apply('version: 1\nname: digest\ntechnologies:\n  - technicalName: digest\n    name: Before you\n');
      const refused = await apply(one('digest'), `?digest=${encodeURIComponent(seen.body.digest)}`);
      expect([refused.status, refused.body.code]).toEqual([409, 'digest_mismatch']);
      expect((await tenant.call('GET', '/technologies/digest')).body.name).toBe('Before you');
    });
  });

  describe('409 too_many_deletes', () => {
    const technologies = (count: number): string =>
      `version: 1\nname: many\ntechnologies:\n${Array.from({ length: count }, (_, at) => `  - { technicalName: t${at}, name: T }\n`).join('')}`;
    const own = async () => {
      const fresh = await createRestTenant(database, send);
      const push = (raw: string, query = '', step = 'apply') =>
        fresh.call('POST', `/manifest/${step}${query}`, { raw, headers: YAML }, fresh.keys.revenue);
      await push(technologies(40));
      return push;
    };
    const excess = { deletes: 40, entities: 40, allowDelete: null };

    it('comes for a prune by a manifest that declares nothing, until allowDelete allows as many', async () => {
      const push = await own();
      const empty = 'version: 1\nname: many\n';
      expect((await push(empty, '?prune=true', 'preview')).body.tooManyDeletes).toEqual(excess);
      const refused = await push(empty, '?prune=true');
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'too_many_deletes', ...excess }]);
      expect((await push(empty, '?prune=true&allowDelete=39')).body).toMatchObject({ code: 'too_many_deletes', allowDelete: 39 });
      const allowed = await push(empty, '?prune=true&allowDelete=40');
      expect([allowed.status, allowed.body.summary.delete, allowed.body.tooManyDeletes]).toEqual([200, 40, null]);
    });

    it('comes above both 20 and a fifth of all, not at either bound', async () => {
      const push = await own();
      expect((await push(technologies(20), '?prune=true', 'preview')).body.tooManyDeletes).toBeNull();
      expect((await push(technologies(19), '?prune=true')).body).toMatchObject({ code: 'too_many_deletes', deletes: 21, entities: 40 });
      const others = technologies(65).replace('name: many', 'name: others').replaceAll('technicalName: t', 'technicalName: other');
      await push(others);
      expect((await push(technologies(19), '?prune=true', 'preview')).body.tooManyDeletes).toBeNull();
    });

    it('comes above a stated allowDelete, even if none was needed', async () => {
      const push = await own();
      expect((await push(technologies(38), '?prune=true&allowDelete=1')).body.code).toBe('too_many_deletes');
      expect((await push(technologies(38), '?prune=true&allowDelete=2')).status).toBe(200);
    });
  });

  describe('409 declared_elsewhere', () => {
    it('comes for a field that another manifest states differently, until takeOver=true', async () => {
      const fresh = await createRestTenant(database, send);
      const push = (name: string, vendor: string, step: string, query = '') =>
        fresh.call('POST', `/manifest/${step}${query}`, {
          raw: `version: 1\nname: ${name}\ntechnologies: [{ technicalName: t, name: T, vendor: ${vendor} }]\n`,
          headers: YAML,
        });
      await push('one', 'Acme', 'apply');
      const conflicts = [{ manifest: 'one', kind: 'technology', technicalName: 't', field: 'vendor', theirs: 'Acme', ours: 'Bolt' }];
      const seen = (await push('two', 'Bolt', 'preview')).body;
      expect([seen.takeOver, seen.conflicts]).toEqual([false, conflicts]);
      const refused = await push('two', 'Bolt', 'apply');
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'declared_elsewhere', conflicts, conflictsTotal: 1 }]);
      const applied = await push('two', 'Bolt', 'apply', `?takeOver=true&digest=${encodeURIComponent(seen.digest)}`);
      expect([applied.status, applied.body.takeOver, applied.body.conflicts]).toEqual([200, true, conflicts]);
      expect((await push('one', 'Acme', 'apply')).body).toMatchObject({
        code: 'declared_elsewhere',
        conflicts: [{ manifest: 'two', theirs: 'Bolt', ours: 'Acme' }],
      });
    });
  });

  describe('413', () => {
    it('comes above 16 MiB, and not below', async () => {
      const padded = (bytes: number): string => `${one('padded')}#${'x'.repeat(bytes - one('padded').length - 1)}`;
      const over = await preview(padded(16 * 1_048_576 + 1));
      expect([over.status, over.body.code]).toEqual([413, 'payload_too_large']);
      expect((await preview(padded(2 * 1_048_576))).status).toBe(200);
    });
  });

  describe('415', () => {
    it.each(['text/plain', 'application/xml', 'application/yaml; charset=utf-16', ''])('refuses %j', async (type) => {
      const answer = await preview(one('t'), '', type === '' ? {} : { 'content-type': type });
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
    });
  });
});
