/** Finds the tenant and principal of a key. Answers are cached for three seconds, so a revoked key is refused everywhere within five. */
import { PLAN_LIMITS, type Principal, type RaisedLimits } from '@/domain/access';
import { looksLikeKey } from '@/domain/apiKeyFormat';
import type { Plan } from '@/domain/vocabulary';
import { database } from '@/server/db/database';
import { processState } from '@/server/processState';
import { tenantDb } from '@/server/db/tenantDb';
import { giveKeyGuessBack, takeKeyGuess } from './keyGuesses';
import { hashOfKey } from './apiKeys';
import { asSystem } from '@/server/db/asSystem';
import { read } from '@/server/db/read';
import { WritesRefused } from '@/server/db/refusedWrites';
import { write } from '@/server/db/write';

const REMEMBERED_MS = 3_000;
const MOST_REMEMBERED = 10_000;
const LAST_USED_EVERY_SECONDS = 60;

export interface KnownCaller {
  tenantId: string;
  plan: Plan;
  raised: RaisedLimits;
  principal: Principal;
  /** The tenant is read-only, since it moves. */
  isFrozen: boolean;
}

interface Remembered {
  until: number;
  caller: Promise<KnownCaller | null>;
}

/**
 * The caller of a key that exists and is neither revoked nor expired; null for any other text. Throws `rate_limited` before looking up a
 * key that was never valid here, if `address` has sent many unknown keys.
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
  // A failed look-up is no answer: the next request asks again.
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

interface DirectoryEntry {
  tenantId: string;
  keyId: string;
}

/**
 * A hash belongs to the same key as long as that exists, so it is looked up across tenants once; whether the key is still valid is checked
 * each time.
 */
async function findEntry(hash: Buffer): Promise<DirectoryEntry | null> {
  const known = processState('keyDirectory', () => new Map<string, DirectoryEntry>());
  const name = hash.toString('base64');
  const held = known.get(name);
  if (held !== undefined) return held;
  const entry = await asSystem(database(), (tx) => tx.keyDirectory.findUnique({ where: { hash: Uint8Array.from(hash) } }));
  if (entry === null) return null;
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(name, entry);
  return entry;
}

const KEY = {
  name: 'api key',
  text: `select k."name", array_to_json(k."scopes")::text as "scopes", k."canSeeRevenue", t."plan"::text as "plan",
      t."signalsPerMinute", t."requestsPerMinute", t."frozenAt" is not null as "isFrozen",
      k."revokedAt" is null and (k."expiresAt" is null or k."expiresAt" > $3::timestamptz) as "isGood",
      k."lastUsedAt" is null or k."lastUsedAt" < now() - interval '${LAST_USED_EVERY_SECONDS} seconds' as "isUseUnknown"
    from "api_key" k join "tenant" t on t."id" = k."tenantId" where k."tenantId" = $1::uuid and k."id" = $2::uuid`,
};

interface KeyRow extends RaisedLimits {
  name: string;
  /** A JSON list. */
  scopes: string;
  canSeeRevenue: boolean;
  plan: Plan;
  isFrozen: boolean;
  isGood: boolean;
  isUseUnknown: boolean;
}

async function lookUp(hash: Buffer, now: Date): Promise<KnownCaller | null> {
  const entry = await findEntry(hash);
  if (entry === null) return null;
  const { tenantId, keyId } = entry;
  const tenant = tenantDb(database(), tenantId);
  const [key] = await read<KeyRow>(tenant, KEY, [keyId, now.toISOString()]);
  if (key === undefined || !key.isGood) return null;
  if (key.isUseUnknown)
    await write
      .onConnection(tenant, (client) =>
        client.query(`update "api_key" set "lastUsedAt" = now() where "tenantId" = $1::uuid and "id" = $2::uuid`, [tenantId, keyId]),
      )
      .catch((error: unknown) => {
        // A key can still read from a database that refuses to write.
        if (!(error instanceof WritesRefused)) throw error;
      });
  return {
    tenantId,
    plan: key.plan,
    isFrozen: key.isFrozen,
    raised: { signalsPerMinute: key.signalsPerMinute, requestsPerMinute: key.requestsPerMinute },
    principal: {
      type: 'key',
      id: keyId,
      name: key.name,
      scopes: JSON.parse(key.scopes) as Principal['scopes'],
      role: null,
      canSeeRevenue: key.canSeeRevenue && PLAN_LIMITS[key.plan].hasRevenue,
    },
  };
}
