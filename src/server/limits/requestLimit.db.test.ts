import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { newTenant } from '@/test/tenants';
import { processState } from '@/server/processState';
import type { TenantDb } from '@/server/db/tenantDb';
import { takeToken, takeTokens } from './requestLimit';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();

/** Takes tokens until one is refused, at times as another replica, which knows nothing about earlier leases. */
async function takeAll(
  tenant: Awaited<ReturnType<typeof newTenant>>,
  subject: string,
  perMinute: number,
): Promise<{ allowed: number; seconds: number; retryAfterSeconds: number }> {
  const startedAt = performance.now();
  for (let allowed = 0; ; allowed += 1) {
    if (allowed % 7 === 6) processState('limitLeases', () => new Map()).clear();
    const verdict = await takeToken(tenant, subject, perMinute);
    if (!verdict.isAllowed)
      return { allowed, seconds: (performance.now() - startedAt) / 1_000, retryAfterSeconds: verdict.retryAfterSeconds };
  }
}

describe('takeToken', () => {
  it("allows a minute's worth at once on all replicas together, and afterwards only what has refilled", async () => {
    const tenant = await newTenant(database);
    const { allowed, seconds, retryAfterSeconds } = await takeAll(tenant, 'key:a', 60);
    expect(allowed).toBeGreaterThanOrEqual(60);
    expect(allowed).toBeLessThanOrEqual(61 + Math.ceil(seconds));
    expect(retryAfterSeconds).toBe(1);
  });

  it('counts each subject and each tenant separately', async () => {
    const [tenant, other] = [await newTenant(database), await newTenant(database)];
    await takeAll(tenant, 'key:a', 6);
    expect((await takeToken(tenant, 'key:a', 6)).isAllowed).toBe(false);
    expect((await takeToken(tenant, 'key:b', 6)).isAllowed).toBe(true);
    expect((await takeToken(other, 'key:a', 6)).isAllowed).toBe(true);
  });

  it('says when the bucket allows the next request', async () => {
    const tenant = await newTenant(database);
    const { retryAfterSeconds } = await takeAll(tenant, 'key:a', 6);
    expect(retryAfterSeconds).toBeGreaterThan(1);
    expect(retryAfterSeconds).toBeLessThanOrEqual(10);
  });
});

describe('if the clock of this process stops', () => {
  let clock = 0;
  beforeEach(() => {
    // Far from 0, where a lease that was never taken would look like a new one.
    clock = 1_000_000;
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
  });
  afterEach(() => vi.restoreAllMocks());

  const SUBJECT = 'key:a';

  /** Sets the content of the bucket as of this long ago; a time in the future keeps it from filling up meanwhile. */
  const setBucket = (tenant: TenantDb, tokens: number, age: string): Promise<number> =>
    write(
      tenant,
      (tx) => tx.$executeRaw`
      insert into "rate_bucket" ("tenantId", "subject", "tokens", "updatedAt")
      values (${tenant.tenantId}::uuid, ${SUBJECT}, ${tokens}::float8, clock_timestamp() - ${age}::interval)
      on conflict ("tenantId", "subject") do update set "tokens" = excluded."tokens", "updatedAt" = excluded."updatedAt"`,
    );

  const asAnotherReplica = (): void => processState('limitLeases', () => new Map()).clear();

  describe('a bucket', () => {
    it("that was unused for an hour holds one minute's worth, not sixty", async () => {
      const tenant = await newTenant(database);
      await setBucket(tenant, 0, '1 hour');
      const { granted, verdict } = await takeTokens(tenant, SUBJECT, 60, 3_600);
      expect(granted).toBeGreaterThanOrEqual(60);
      // During these few statements, one token a second is added.
      expect(granted).toBeLessThan(120);
      expect(verdict.isAllowed).toBe(true);
    });

    it("holds no more than a minute's worth after the limit was lowered either", async () => {
      const tenant = await newTenant(database);
      await setBucket(tenant, 120_000, '0 seconds');
      expect((await takeTokens(tenant, SUBJECT, 60, 3_600)).granted).toBeLessThan(120);
    });

    it('loses nothing when the clocks of two servers disagree', async () => {
      const tenant = await newTenant(database);
      await setBucket(tenant, 5, '-1 hour');
      expect((await takeTokens(tenant, SUBJECT, 60, 3)).granted).toBe(3);
      asAnotherReplica();
      expect((await takeTokens(tenant, SUBJECT, 60, 3)).granted).toBe(2);
    });
  });

  describe('a lease', () => {
    const PER_MINUTE = 600;

    /** Sends enough requests to leave tokens in the lease; then another replica takes everything that is in the bucket. */
    async function withLease(): Promise<TenantDb> {
      const tenant = await newTenant(database);
      for (let taken = 0; taken < 4; taken += 1) expect((await takeToken(tenant, SUBJECT, PER_MINUTE)).isAllowed).toBe(true);
      await setBucket(tenant, 0, '-1 hour');
      return tenant;
    }

    it('lets a busy caller continue without the database, for less than ten seconds', async () => {
      const tenant = await withLease();
      clock += 9_999;
      expect((await takeToken(tenant, SUBJECT, PER_MINUTE)).isAllowed).toBe(true);
    });

    it('lapses after ten seconds: then the bucket decides', async () => {
      const tenant = await withLease();
      clock += 10_000;
      expect((await takeToken(tenant, SUBJECT, PER_MINUTE)).isAllowed).toBe(false);
    });

    it("is never larger than a second's worth", async () => {
      const tenant = await newTenant(database);
      const left = async (): Promise<number> =>
        (await read(tenant, (tx) => tx.rateBucket.findFirstOrThrow({ where: { subject: SUBJECT } }))).tokens;
      await setBucket(tenant, PER_MINUTE, '-1 hour');
      for (let taken = 1; taken <= 40; taken += 1) {
        await takeToken(tenant, SUBJECT, PER_MINUTE);
        expect(PER_MINUTE - (await left()) - taken).toBeLessThan(PER_MINUTE / 60);
      }
    });
  });
});
