/** Request limits, keys that end, plans, and an unreachable database: 429, 401, 403 and 503. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { revokeApiKey } from '@/server/auth/apiKeys';
import { setLimits, setPlan } from '@/server/auth/tenants';
import { processState } from '@/server/processState';
import { tenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import type { RestCall } from '@/test/restMounts';
import { openapiDocument } from './openapi/openapiDocument';
import { SYSTEM, createKey, created, createRestTenant, describeMounts, type RestTenant, whileLandscapeIsHeld } from '@/test/restTenants';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();

/** Acts as another replica as far as process-wide state goes, without leases and cached keys. */
function becomeAnotherReplica(): void {
  for (const name of ['limitLeases', 'knownKeys']) processState(name, () => new Map()).clear();
}

describeMounts('limits', (send) => {
  let tenant: RestTenant;
  beforeAll(async () => {
    tenant = await createRestTenant(database, send, 'Business');
  });
  afterEach(() => vi.useRealTimers());

  describe('429', () => {
    it('comes when the key has used up its limit, on every replica, and says when to try again', async () => {
      const made = await createKey(database, tenant.tenantId, ['read']);
      const ask = () => tenant.call('GET', '/tenant', {}, made.key);
      expect((await ask()).status).toBe(200);
      // Half a minute's worth below empty, so that the bucket does not refill while this test runs.
      await write(
        tenantDb(database, tenant.tenantId),
        (tx) => tx.$executeRaw`update "rate_bucket" set "tokens" = -600 where "subject" = ${`key:${made.id}`}`,
      );
      for (let replica = 0; replica < 2; replica += 1) {
        becomeAnotherReplica();
        const answer = await ask();
        expect([answer.status, answer.body.code, answer.body.perMinute]).toEqual([429, 'rate_limited', 1_200]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(5);
        expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(31);
        expect(answer.headers.get('ratelimit-policy')).toBe('"requests";q=1200;w=60');
        expect(answer.headers.get('ratelimit')).toMatch(/^"requests";r=0;t=[1-9]\d*$/);
      }
    });

    it('comes for each key separately', async () => {
      expect((await tenant.call('GET', '/tenant', {}, tenant.keys.read)).status).toBe(200);
    });

    it('comes later for a tenant with a raised limit, and the audit log shows the raise', async () => {
      const other = await createRestTenant(database, send, 'Business');
      await setLimits(database, SYSTEM, other.tenantId, { signalsPerMinute: 700 });
      const application = (await created(other, '/applications', { name: 'A', technicalName: 'a' })) as { id: string };
      await created(other, '/components', { applicationId: application.id, name: 'Web', technicalName: 'web' });
      const signals = Array.from({ length: 700 }, () => ({ component: 'web', state: 'Healthy' }));
      const { body, headers } = await other.call('POST', '/health-signals', { json: { signals } });
      expect(body.results.filter(({ status }: { status: number }) => status === 202)).toHaveLength(700);
      expect(headers.get('ratelimit-policy')).toContain('700');
      expect((await other.call('GET', '/tenant')).body.limits).toMatchObject({ signalsPerMinute: 700, requestsPerMinute: 1_200 });
      const [change] = (await other.call('GET', '/changes?kind=tenant')).body.items;
      expect(change.fields).toEqual([{ field: 'signalsPerMinute', from: 600, to: 700 }]);
    });

    it('is preceded by headers that state the limit in each answer', async () => {
      const { key } = await createKey(database, tenant.tenantId, ['read']);
      const answer = await tenant.call('GET', '/tenant', {}, key);
      expect([answer.headers.get('ratelimit'), answer.headers.get('ratelimit-policy')]).toEqual([
        '"requests";r=1199;t=1',
        '"requests";q=1200;w=60',
      ]);
    });

    it.each<[status: number, isCounted: boolean, method: string, path: string, call: RestCall, key: keyof RestTenant['keys'] | null]>([
      [400, true, 'GET', '/applications?nix=1', {}, 'read'],
      [401, false, 'GET', '/applications', {}, null],
      [403, false, 'POST', '/applications', { json: { name: 'Shop', technicalName: 'shop' } }, 'read'],
      [404, true, 'GET', '/applications/{idOrTechnicalName}', {}, 'read'],
      [409, true, 'POST', '/applications', { json: { name: 'Taken', technicalName: 'taken' } }, 'write'],
      [412, true, 'PATCH', '/applications/taken', { json: { name: 'New' }, headers: { 'if-match': '"99"' } }, 'write'],
      [415, true, 'POST', '/applications', { raw: 'name: Shop', headers: { 'content-type': 'text/plain' } }, 'write'],
    ])('is stated in a refusal with %i: %s; the document says the same', async (status, isCounted, method, path, call, key) => {
      await tenant.call('POST', '/applications', { json: { name: 'Taken', technicalName: 'taken' } });
      const answer = await tenant.call(method, path, call, key === null ? null : tenant.keys[key]);
      expect([answer.status, answer.headers.has('ratelimit'), answer.headers.has('ratelimit-policy')]).toEqual([
        status,
        isCounted,
        isCounted,
      ]);
      const { paths, components } = openapiDocument();
      const template = path.replace(/\?.*/, '').replace('/taken', '/{idOrTechnicalName}');
      const { $ref } = paths[template]?.[method.toLowerCase()]?.responses[String(status)] as { $ref: string };
      const { headers } = (components.responses as Record<string, { headers: object }>)[$ref.split('/').at(-1) ?? ''] ?? { headers: {} };
      expect(Object.keys(headers).filter((name) => name.startsWith('RateLimit'))).toEqual(
        isCounted ? ['RateLimit', 'RateLimit-Policy'] : [],
      );
    });
  });

  describe('401', () => {
    it('comes within five seconds of a revocation, even if the key is in use', async () => {
      const made = await createKey(database, tenant.tenantId, ['read']);
      expect((await tenant.call('GET', '/tenant', {}, made.key)).status).toBe(200);
      await revokeApiKey(tenantDb(database, tenant.tenantId), SYSTEM, made.id);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 });
      const answer = await tenant.call('GET', '/tenant', {}, made.key);
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
    });

    it('comes when the key expires', async () => {
      const made = await createKey(database, tenant.tenantId, ['read'], { expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
      expect((await tenant.call('GET', '/tenant', {}, made.key)).status).toBe(200);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 });
      expect((await tenant.call('GET', '/tenant', {}, made.key)).status).toBe(401);
    });
  });

  describe('403', () => {
    it.each(['Free', 'Team'] as const)('comes after a downgrade to %s, and ends with the upgrade', async (plan) => {
      const other = await createRestTenant(database, send, 'Business');
      await setPlan(database, SYSTEM, other.tenantId, plan);
      becomeAnotherReplica();
      const refused = await other.call('GET', '/tenant');
      expect([refused.status, refused.body.code]).toEqual([403, 'plan_required']);
      await setPlan(database, SYSTEM, other.tenantId, 'Enterprise');
      becomeAnotherReplica();
      expect((await other.call('GET', '/tenant')).body.limits).toEqual({
        maximumDepth: 10,
        signalsPerMinute: 60_000,
        requestsPerMinute: 120_000,
        components: 1_000_000,
      });
    });

    it('comes when a key is created below Business', async () => {
      const other = await createRestTenant(database, send, 'Business');
      await setPlan(database, SYSTEM, other.tenantId, 'Team');
      await expect(createKey(database, other.tenantId, ['read'])).rejects.toMatchObject({ code: 'plan_required' });
    });
  });

  describe('409', () => {
    it('comes when the plan has no room for more components', async () => {
      const other = await createRestTenant(database, send, 'Business');
      const { body } = await other.call('POST', '/applications', { json: { name: 'A', technicalName: 'a' } });
      const make = (technicalName: string) =>
        other.call('POST', '/components', { json: { applicationId: body.id, name: 'C', technicalName } });
      const fill = tenantDb(database, other.tenantId);
      await write(fill, (tx) => tx.componentCounter.update({ where: { tenantId: other.tenantId }, data: { live: 19_999 } }));
      expect((await make('last')).status).toBe(201);
      const refused = await make('one-too-many');
      expect([refused.status, refused.body.code, refused.body.limit, refused.body.plan]).toEqual([409, 'plan_limit', 20_000, 'Business']);
    });
  });

  describe('503', () => {
    it('comes with Retry-After when another change locks the landscape for too long', async () => {
      const other = await createRestTenant(database, send);
      await whileLandscapeIsHeld(database, other.tenantId, async () => {
        const answer = await other.call('POST', '/applications', { json: { name: 'A', technicalName: 'a' } });
        expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '3']);
      });
    });
  });
});
