/** Tokens with which identity providers send people by SCIM. Shown once; only their SHA-256 is stored. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { CreatedProviderToken, ProviderToken, ProviderTokenCreate } from '@/contract/singleSignOn';
import { AppError, invalidInput } from '@/domain/errors';
import type { ProvisioningToken as Row } from '@generated/client';
import { database } from '@/server/db/database';
import type { Actor } from '@/server/landscape/changeLandscape';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import { changeMembers } from './members';
import { ssoProviders, type SsoProvider } from './ssoProviders';
import { write } from '@/server/db/write';

/** The tenant is in the token, so that a token is looked up behind the tenant wall. */
const SHAPE = /^scim_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;
const LAST_USED_EVERY_MS = 60_000;
const MOST_USABLE = 10;

function hashOf(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(token).digest());
}

export function tokenOut(row: Row): ProviderToken {
  return {
    id: row.id,
    hint: row.hint,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

/** What the change log keeps of a token. */
function logged({ providerId, hint, expiresAt, revokedAt }: Row): object {
  return { provider: providerId, hint, expiresAt: expiresAt?.toISOString() ?? null, revokedAt: revokedAt?.toISOString() ?? null };
}

/** The provider, if the operator gave it to this tenant. Throws 404. */
export function ownProvider(tenantId: string, providerId: string): SsoProvider {
  const found = ssoProviders().find(({ id, tenant }) => id === providerId && tenant === tenantId);
  if (found === undefined) throw new AppError('not_found', `This tenant has no identity provider "${providerId}".`);
  return found;
}

/**
 * Creates a token and returns it in clear text, only this once. Throws 404 for a provider that is not this tenant's, 400 for an expiry in the
 * past, 409 for too many.
 */
export async function createProvisioningToken(
  tenant: TenantDb,
  actor: Actor,
  { providerId, expiresAt: until }: ProviderTokenCreate,
  now: Date,
): Promise<CreatedProviderToken> {
  const { tenantId } = tenant;
  ownProvider(tenantId, providerId);
  const expiresAt = until == null ? null : new Date(until);
  if (expiresAt !== null && expiresAt <= now) throw invalidInput('expiresAt', 'is in the past');
  const secret = randomBytes(32).toString('base64url');
  const token = `scim_${tenantId}_${secret}`;
  return changeMembers(tenant, actor, async (tx, record) => {
    if ((await tx.provisioningToken.count({ where: { tenantId, providerId, revokedAt: null } })) >= MOST_USABLE)
      throw new AppError('conflict', `This provider already has ${MOST_USABLE} tokens. Revoke one that is no longer used.`);
    const id = randomUUID();
    const data = {
      tenantId,
      id,
      providerId,
      hash: hashOf(token),
      hint: `…${secret.slice(-4)}`,
      createdBy: actor.name,
      createdAt: now,
      expiresAt,
    };
    const row = await tx.provisioningToken.create({ data });
    record({ op: 'create', kind: 'provisioning-token', entityId: id, technicalName: providerId, before: null, after: logged(row) });
    return { ...tokenOut(row), token };
  });
}

/** Ends a token at once; doing so twice changes nothing. Throws 404. */
export async function revokeProvisioningToken(tenant: TenantDb, actor: Actor, id: string): Promise<ProviderToken> {
  const { tenantId } = tenant;
  return changeMembers(tenant, actor, async (tx, record) => {
    const where = { tenantId_id: { tenantId, id } };
    const before = await tx.provisioningToken.findUnique({ where });
    if (before === null) throw new AppError('not_found', `There is no SCIM token with the id ${id}.`);
    if (before.revokedAt !== null) return tokenOut(before);
    const after = await tx.provisioningToken.update({ where, data: { revokedAt: new Date() } });
    record({
      op: 'update',
      kind: 'provisioning-token',
      entityId: id,
      technicalName: before.providerId,
      before: logged(before),
      after: logged(after),
    });
    return tokenOut(after);
  });
}

export interface KnownToken {
  id: string;
  provider: SsoProvider;
  /** The tenant is read-only, since it moves. */
  isFrozen: boolean;
}

/** The token behind an Authorization header, if it may be used and the operator still gives its tenant that provider; else null. */
export async function findProvisioningToken(authorization: string | null, now: Date): Promise<KnownToken | null> {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
  const tenantId = SHAPE.exec(token)?.[1];
  if (tenantId === undefined) return null;
  return write(tenantDb(database(), tenantId), async (tx) => {
    const row = await tx.provisioningToken.findUnique({ where: { tenantId_hash: { tenantId, hash: hashOf(token) } } });
    if (row === null || row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= now)) return null;
    const provider = ssoProviders().find(({ id, tenant }) => id === row.providerId && tenant === tenantId);
    if (provider === undefined) return null;
    const { frozenAt } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { frozenAt: true } });
    const isFrozen = frozenAt !== null;
    if (!isFrozen && (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() > LAST_USED_EVERY_MS))
      await tx.provisioningToken.update({ where: { tenantId_id: { tenantId, id: row.id } }, data: { lastUsedAt: now } });
    return { id: row.id, provider, isFrozen };
  });
}
