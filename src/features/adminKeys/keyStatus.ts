/** Whether a key still works. */
import type { ApiKey } from '@/contract/apiKeys';

export const KEY_STATUSES = ['Active', 'Expired', 'Revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

export function statusOf({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): KeyStatus {
  if (revokedAt !== null) return 'Revoked';
  return expiresAt !== null && new Date(expiresAt) <= now ? 'Expired' : 'Active';
}

/** Expires within two weeks. */
export function isEndingSoon({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): boolean {
  if (revokedAt !== null || expiresAt === null) return false;
  const left = new Date(expiresAt).getTime() - now.getTime();
  return left > 0 && left < 14 * 86_400_000;
}
