/**
 * Limits that all replicas share. The database holds a token bucket with one minute's worth; a replica takes small leases from it, as large
 * as its own use in the last second, so that a busy key costs one statement per second and an idle one holds nothing back.
 */
import { counter } from '@/server/observability/metrics';
import { processState } from '@/server/processState';
import type { TenantDb } from '@/server/db/tenantDb';
import { WritesRefused } from '@/server/db/refusedWrites';
import { write } from '@/server/db/write';

const LEASE_LIVES_MS = 10_000;
const MOST_SUBJECTS = 10_000;

export interface LimitVerdict {
  isAllowed: boolean;
  perMinute: number;
  /** Tokens known to be left. */
  remaining: number;
  /** Seconds until the bucket is full again. */
  resetSeconds: number;
  retryAfterSeconds: number;
}

interface Lease {
  held: number;
  /** When the lease was taken. */
  granted: number;
  leasedAt: number;
  /** What was left in the database when the lease was taken. */
  leftInBucket: number;
  deniedUntil: number;
  size: number;
  pending: Promise<void> | null;
}

/** Takes one token of `subject`'s bucket of `perMinute`. Throws AppError `unavailable` if the database cannot be reached. */
export async function takeToken(tenant: TenantDb, subject: string, perMinute: number): Promise<LimitVerdict> {
  return (await takeTokens(tenant, subject, perMinute, 1)).verdict;
}

/** Takes up to `wanted` tokens; `granted` says how many there were. */
export async function takeTokens(
  tenant: TenantDb,
  subject: string,
  perMinute: number,
  wanted: number,
): Promise<{ granted: number; verdict: LimitVerdict }> {
  const leases = processState('limitLeases', () => new Map<string, Lease>());
  const name = `${tenant.tenantId}:${subject}:${perMinute}`;
  if (leases.size >= MOST_SUBJECTS && !leases.has(name)) leases.clear();
  const fresh = (): Lease => ({ held: 0, granted: 0, leasedAt: 0, leftInBucket: perMinute, deniedUntil: 0, size: 1, pending: null });
  const lease = leases.get(name) ?? fresh();
  leases.set(name, lease);
  let granted = 0;
  for (;;) {
    const now = performance.now();
    if (lease.held >= 1 && now - lease.leasedAt < LEASE_LIVES_MS) {
      const taken = Math.min(lease.held, wanted - granted);
      lease.held -= taken;
      granted += taken;
    }
    if (granted < wanted && lease.deniedUntil > now) countRefused(subject, wanted - granted);
    if (granted === wanted || lease.deniedUntil > now)
      return { granted, verdict: verdict(granted > 0 || wanted === 0, lease, perMinute, now) };
    lease.pending ??= renew(tenant, subject, perMinute, lease, wanted - granted).finally(() => (lease.pending = null));
    await lease.pending;
  }
}

/** `key:ID`, `person:ID` and `signals` are counted without their ids. */
function countRefused(subject: string, tokens: number): void {
  const refusals = counter(
    'faultline_rate_limited_total',
    'Requests and signals refused for a limit per minute, by whose limit it is: key, person or signals.',
    ['limit'],
  );
  refusals.inc({ limit: subject.split(':', 1)[0] ?? '' }, tokens);
}

function verdict(isAllowed: boolean, lease: Lease, perMinute: number, now: number): LimitVerdict {
  const remaining = Math.max(0, Math.floor(lease.leftInBucket + lease.held));
  return {
    isAllowed,
    perMinute,
    remaining: isAllowed ? remaining : 0,
    resetSeconds: Math.max(1, Math.ceil(((perMinute - remaining) / perMinute) * 60)),
    retryAfterSeconds: isAllowed ? 0 : Math.max(1, Math.ceil((lease.deniedUntil - now) / 1_000)),
  };
}

async function renew(tenant: TenantDb, subject: string, perMinute: number, lease: Lease, needed: number): Promise<void> {
  const sinceMs = performance.now() - lease.leasedAt;
  const most = Math.max(1, Math.floor(perMinute / 60));
  // A lease that lasted a second had about the right size; for a shorter one, the real demand is still unknown.
  const wanted = sinceMs < 1_000 ? lease.size * 2 : Math.ceil(((lease.granted - lease.held) * 1_000) / sinceMs);
  lease.size = Math.min(Math.max(1, wanted), most);
  const asked = Math.max(lease.size, needed);
  const { granted, left } = await takeFromBucket(tenant, subject, perMinute, asked).catch((error: unknown) => {
    // A database that refuses to write cannot count requests. That must not stop those who only read.
    if (!(error instanceof WritesRefused)) throw error;
    return { granted: asked, left: perMinute };
  });
  lease.held = granted;
  lease.granted = granted;
  lease.leasedAt = performance.now();
  lease.leftInBucket = left;
  if (granted === 0) lease.deniedUntil = lease.leasedAt + Math.max(100, ((1 - left) * 60_000) / perMinute);
}

/**
 * Takes whole tokens, at most `wanted`, and returns what is left. The row lock makes replicas take turns; the database's clock refills the
 * bucket.
 */
async function takeFromBucket(
  tenant: TenantDb,
  subject: string,
  perMinute: number,
  wanted: number,
): Promise<{ granted: number; left: number }> {
  return write.onConnection(tenant, async (client) => {
    const { rows } = await client.query<{ tokens: number }>(
      `insert into "rate_bucket" as bucket ("tenantId", "subject", "tokens", "updatedAt")
       values ($1::uuid, $2, $3::float8, clock_timestamp())
       on conflict ("tenantId", "subject") do update set
         "tokens" = least($3::float8, bucket."tokens" + greatest(0, extract(epoch from excluded."updatedAt" - bucket."updatedAt"))::float8 * $3::float8 / 60),
         "updatedAt" = greatest(bucket."updatedAt", excluded."updatedAt")
       returning "tokens"`,
      [tenant.tenantId, subject, perMinute],
    );
    const tokens = rows[0]?.tokens ?? 0;
    const granted = Math.max(0, Math.min(wanted, Math.floor(tokens)));
    if (granted > 0)
      await client.query(`update "rate_bucket" set "tokens" = "tokens" - $3::float8 where "tenantId" = $1::uuid and "subject" = $2`, [
        tenant.tenantId,
        subject,
        granted,
      ]);
    return { granted, left: tokens - granted };
  });
}
