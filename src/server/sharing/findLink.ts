/** Finds whose link a token is. A token is 256 random bits; only its SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto';
import { asSystem } from '@/server/db/asSystem';
import { database } from '@/server/db/database';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';

const TOKEN_BYTES = 32;
/** So many bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function newLinkToken(): { token: string; hash: Uint8Array<ArrayBuffer> } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOfLinkToken(token) };
}

export function hashOfLinkToken(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(token).digest());
}

/** Null for a token that nobody was given, or that was revoked. */
export async function findLink(token: string): Promise<{ tenant: TenantDb; id: string } | null> {
  if (!TOKEN.test(token)) return null;
  const entry = await asSystem(database(), (tx) => tx.shareDirectory.findUnique({ where: { hash: hashOfLinkToken(token) } }));
  return entry === null ? null : { tenant: tenantDb(database(), entry.tenantId), id: entry.linkId };
}
