import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { newTenant } from '@/test/tenants';
import { processState } from '../processState';
import { takeToken } from './requestLimit';

const { database } = await useTestDatabase();

/** Takes until it is refused, every few times as another replica, which knows nothing of what was leased before. */
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
  it("allows a minute's worth at once on all replicas together, and from there on what has filled up again", async () => {
    const tenant = await newTenant(database);
    const { allowed, seconds, retryAfterSeconds } = await takeAll(tenant, 'key:a', 60);
    expect(allowed).toBeGreaterThanOrEqual(60);
    expect(allowed).toBeLessThanOrEqual(61 + Math.ceil(seconds));
    expect(retryAfterSeconds).toBe(1);
  });

  it('counts each subject and each tenant by itself', async () => {
    const [tenant, other] = [await newTenant(database), await newTenant(database)];
    await takeAll(tenant, 'key:a', 6);
    expect((await takeToken(tenant, 'key:a', 6)).isAllowed).toBe(false);
    expect((await takeToken(tenant, 'key:b', 6)).isAllowed).toBe(true);
    expect((await takeToken(other, 'key:a', 6)).isAllowed).toBe(true);
  });

  it('says when to come back as the bucket has it', async () => {
    const tenant = await newTenant(database);
    const { retryAfterSeconds } = await takeAll(tenant, 'key:a', 6);
    expect(retryAfterSeconds).toBeGreaterThan(1);
    expect(retryAfterSeconds).toBeLessThanOrEqual(10);
  });
});
