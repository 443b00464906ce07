/** `npm run admin -- rotate-secret` for the embedded installation: replaces FAULTLINE_SECRET without losing what it encrypted. */
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory, keptSecret } from '@/ops/process/dataDirectory';
import { changeSecret } from './restoreBackup';
import type { ResealResult } from './sealedSecrets';

const SECRET = 'secret';
const NEXT = 'secret.next';

/**
 * Generates the new secret, re-encrypts everything with it, and replaces the old one, which is kept as `secret.old`. After a crash at any
 * point, calling it again continues where it stopped: the new secret is on disk before anything is encrypted with it.
 */
export async function rotateKeptSecret(url: string): Promise<ResealResult & { oldSecretPath: string }> {
  const at = (name: string): string => join(dataDirectory(), name);
  const old = keptSecret(SECRET);
  const next = keptSecret(NEXT);
  const result = await changeSecret(url, next, [old]);
  const oldSecretPath = at(`${SECRET}.old`);
  copyFileSync(at(SECRET), oldSecretPath);
  renameSync(at(NEXT), at(SECRET));
  return { ...result, oldSecretPath };
}
