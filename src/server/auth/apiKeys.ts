/** API keys: created, listed, revoked. Only their SHA-256 is stored. */
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { ApiKey, ApiKeyCreate, ApiKeyListInput, CreatedApiKey } from '@/contract/apiKeys';
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import { PLAN_LIMITS } from '@/domain/access';
import { keyFromRandomBytes } from '@/domain/apiKeyFormat';
import { AppError, invalidInput } from '@/domain/errors';
import type { ApiKey as KeyRow } from '@generated/client';
import { RECORDED_ONLY, makeChange, type Actor } from '@/server/landscape/changeLandscape';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { searchIn } from '@/server/lists/search';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { read } from '@/server/db/read';

/** The SHA-256 of a key, as stored. Keys are random enough to need neither salt nor a slow hash. */
export function hashOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

function newKey(): string {
  for (;;) {
    const key = keyFromRandomBytes(randomBytes(64));
    if (key !== null) return key;
  }
}

function keyOut(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    canSeeRevenue: row.canSeeRevenue,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

/**
 * Creates a key and returns it in clear text, only this once. Throws 403 `plan_required` below Business and 400 for an expiry in the past.
 */
export async function createApiKey(tenant: TenantDb, actor: Actor, input: ApiKeyCreate, now: Date = new Date()): Promise<CreatedApiKey> {
  const expiresAt = input.expiresAt == null ? null : new Date(input.expiresAt);
  if (expiresAt !== null && expiresAt <= now) throw invalidInput('expiresAt', 'is in the past');
  const key = newKey();
  const result = await makeChange(tenant, actor, RECORDED_ONLY, async (tx, record) => {
    await assertPlanHasApi(tx, tenant.tenantId);
    const id = randomUUID();
    const row = await tx.apiKey.create({
      data: {
        tenantId: tenant.tenantId,
        id,
        name: input.name,
        hint: `${key.slice(0, 8)}…`,
        scopes: input.scopes,
        canSeeRevenue: input.canSeeRevenue ?? false,
        expiresAt,
        createdBy: actor.name,
      },
    });
    await tx.keyDirectory.create({ data: { hash: Uint8Array.from(hashOfKey(key)), tenantId: tenant.tenantId, keyId: id } });
    record({ op: 'create', kind: 'api-key', entityId: id, technicalName: input.name, before: null, after: keyOut(row) });
    return keyOut(row);
  });
  return { ...result, key };
}

async function assertPlanHasApi(tx: Transaction, tenantId: string): Promise<void> {
  const { plan } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { plan: true } });
  if (!PLAN_LIMITS[plan].hasApi) throw new AppError('plan_required', `API keys need the Business plan or above; this tenant has ${plan}.`);
}

/** Oldest first; revoked and expired keys stay listed. */
export async function listApiKeys(tenant: TenantDb, query: ApiKeyListInput): Promise<Page<ApiKey>> {
  const { limit = DEFAULT_LIMIT, cursor, search } = query;
  const scope = { tenantId: tenant.tenantId, list: 'api-key', filters: { search } };
  const after = decodeCursor(scope, cursor);
  const where = { tenantId: tenant.tenantId, ...(search === undefined ? {} : searchIn(['name'], search)) };
  return read(tenant, async (tx) => {
    const rows = await tx.apiKey.findMany({
      where: after === null ? where : { AND: [where, { id: { gt: after } }] },
      orderBy: { id: 'asc' },
      take: limit + 1,
    });
    const counted = await tx.apiKey.count({ where, take: EXACT_TOTAL_UP_TO + 1 });
    return pageFrom(scope, rows, limit, counted, ({ id }) => id, keyOut);
  });
}

/** Returns the revoked key; revoking it twice changes nothing. Every replica refuses it within 5 seconds. */
export async function revokeApiKey(tenant: TenantDb, actor: Actor, id: string): Promise<ApiKey> {
  return makeChange(tenant, actor, RECORDED_ONLY, async (tx, record) => {
    const where = { tenantId_id: { tenantId: tenant.tenantId, id } };
    const before = await tx.apiKey.findUnique({ where });
    if (before === null) throw new AppError('not_found', `There is no API key with the id ${id}.`);
    if (before.revokedAt !== null) return keyOut(before);
    const after = await tx.apiKey.update({ where, data: { revokedAt: new Date() } });
    record({ op: 'update', kind: 'api-key', entityId: id, technicalName: after.name, before: keyOut(before), after: keyOut(after) });
    return keyOut(after);
  });
}
