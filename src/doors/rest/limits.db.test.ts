/** Request limits, keys that end, plans, and an unreachable database: 429, 401, 403 and 503. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { revokeApiKey } from '@/server/auth/apiKeys';
import { setLimits, setPlan } from '@/server/auth/tenants';
import { processState } from '@/server/processState';
import { inTenant, tenantDb } from '@/server/tenantDb';
import { useTestDatabase } from '@/test/database';
import { SYSTEM, createKey, created, createRestTenant, describeMounts, type RestTenant, whileLandscapeIsHeld } from '@/test/restTenants';

const { database } = await useTestDatabase();

/** Another replica, as far as process-wide state goes: it has neither leases nor remembered keys. */
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
    it('comes when the key has used more than its share, on every replica, with when to come back', async () => {
      const made = await createKey(database, tenant.tenantId, ['read']);
      const ask = () => tenant.call('GET', '/tenant', {}, made.key);
      expect((await ask()).status).toBe(200);
      // Half a minute's worth below empty, so that nothing that this test takes its time for fills it again.
      await inTenant(
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

    it('is for each key by itself', async () => {
      expect((await tenant.call('GET', '/tenant', {}, tenant.keys.read)).status).toBe(200);
    });

    it('comes later for a tenant that may send more than its plan says, and the audit log says so', async () => {
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

    it('is told in each answer beforehand', async () => {
      const { key } = await createKey(database, tenant.tenantId, ['read']);
      const answer = await tenant.call('GET', '/tenant', {}, key);
      expect([answer.headers.get('ratelimit'), answer.headers.get('ratelimit-policy')]).toEqual([
        '"requests";r=1199;t=1',
        '"requests";q=1200;w=60',
      ]);
    });
  });

  describe('401', () => {
    it('comes within five seconds of a revocation, also where the key is in use', async () => {
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
    it.each(['Free', 'Team'] as const)('comes after a downgrade to %s, and goes with the upgrade', async (plan) => {
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

    it('keys are not made below Business', async () => {
      const other = await createRestTenant(database, send, 'Business');
      await setPlan(database, SYSTEM, other.tenantId, 'Team');
      await expect(createKey(database, other.tenantId, ['read'])).rejects.toMatchObject({ code: 'plan_required' });
    });
  });

  describe('409', () => {
    it('comes when the plan holds no more components', async () => {
      const other = await createRestTenant(database, send, 'Business');
      const { body } = await other.call('POST', '/applications', { json: { name: 'A', technicalName: 'a' } });
      const make = (technicalName: string) =>
        other.call('POST', '/components', { json: { applicationId: body.id, name: 'C', technicalName } });
      const fill = tenantDb(database, other.tenantId);
      await inTenant(fill, (tx) => tx.componentCounter.update({ where: { tenantId: other.tenantId }, data: { live: 19_999 } }));
      expect((await make('last')).status).toBe(201);
      const refused = await make('one-too-many');
      expect([refused.status, refused.body.code, refused.body.limit, refused.body.plan]).toEqual([409, 'plan_limit', 20_000, 'Business']);
    });
  });

  describe('503', () => {
    it('comes with Retry-After when another change holds the landscape for too long', async () => {
      const other = await createRestTenant(database, send);
      await whileLandscapeIsHeld(database, other.tenantId, async () => {
        const answer = await other.call('POST', '/applications', { json: { name: 'A', technicalName: 'a' } });
        expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '3']);
      });
    });
  });
});
