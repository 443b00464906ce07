/** From the key in a request to its tenant and principal. Answers are remembered for three seconds, so a revoked key is refused everywhere within five. */
import { PLAN_LIMITS, type Principal } from '@/domain/access';
import { looksLikeKey } from '@/domain/apiKeyFormat';
import type { Plan } from '@/domain/vocabulary';
import { database } from '../db';
import { processState } from '../processState';
import { asSystem, inTenant, tenantDb } from '../tenantDb';
import { giveKeyGuessBack, takeKeyGuess } from './keyGuesses';
import { hashOfKey } from './apiKeys';

const REMEMBERED_MS = 3_000;
const MOST_REMEMBERED = 10_000;
const LAST_USED_EVERY_SECONDS = 60;

export interface KnownCaller {
  tenantId: string;
  plan: Plan;
  principal: Principal;
}

interface Remembered {
  until: number;
  caller: Promise<KnownCaller | null>;
}

/**
 * The caller of a key that exists and is neither revoked nor expired; null for any other text. Throws `rate_limited` before it looks for a key that was never
 * good here, where `address` has sent many that were none.
 */
export async function findKey(key: string, now: Date, address: string | null = null): Promise<KnownCaller | null> {
  if (!looksLikeKey(key)) return null;
  const remembered = processState('knownKeys', () => new Map<string, Remembered>());
  const hash = hashOfKey(key);
  const name = hash.toString('base64');
  const known = remembered.get(name);
  if (known !== undefined && known.until > now.getTime()) return known.caller;
  const good = processState('goodKeys', () => new Set<string>());
  const isCounted = address !== null && !good.has(name);
  if (isCounted) takeKeyGuess(address, now.getTime());
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const caller = lookUp(hash, now);
  remembered.set(name, { until: now.getTime() + REMEMBERED_MS, caller });
  // A look-up that failed is no answer: the next request asks again.
  caller.catch(() => remembered.delete(name));
  let isGuess = false;
  try {
    const found = await caller;
    isGuess = found === null;
    if (good.size >= MOST_REMEMBERED) good.clear();
    if (isGuess) good.delete(name);
    else good.add(name);
    return found;
  } finally {
    if (isCounted && !isGuess) giveKeyGuessBack(address, now.getTime());
  }
}

async function lookUp(hash: Buffer, now: Date): Promise<KnownCaller | null> {
  const entry = await asSystem(database(), (tx) => tx.keyDirectory.findUnique({ where: { hash: Uint8Array.from(hash) } }));
  if (entry === null) return null;
  const { tenantId, keyId } = entry;
  return inTenant(tenantDb(database(), tenantId), async (tx) => {
    const key = await tx.apiKey.findUnique({ where: { tenantId_id: { tenantId, id: keyId } } });
    const tenant = await tx.tenant.findUnique({ where: { id: tenantId }, select: { plan: true } });
    if (key === null || tenant === null || key.revokedAt !== null) return null;
    if (key.expiresAt !== null && key.expiresAt.getTime() <= now.getTime()) return null;
    await tx.$executeRaw`
      update "api_key" set "lastUsedAt" = now() where "tenantId" = ${tenantId}::uuid and "id" = ${keyId}::uuid
      and ("lastUsedAt" is null or "lastUsedAt" < now() - make_interval(secs => ${LAST_USED_EVERY_SECONDS}::float8))`;
    const canSeeRevenue = key.canSeeRevenue && PLAN_LIMITS[tenant.plan].hasRevenue;
    return {
      tenantId,
      plan: tenant.plan,
      principal: { type: 'key', id: key.id, name: key.name, scopes: key.scopes, role: null, canSeeRevenue },
    };
  });
}
