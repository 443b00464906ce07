/** `npm run admin -- rotate-secret` for the embedded installation: a new FAULTLINE_SECRET in place of the kept one, without losing what is sealed. */
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory, keptSecret } from '@/ops/dataDirectory';
import { changeSecret } from './restoreBackup';
import type { ResealResult } from './sealedSecrets';

const SECRET = 'secret';
const NEXT = 'secret.next';

/**
 * Makes the new secret, seals everything with it and puts it in place of the old one, which is kept beside it as `secret.old`. After a crash at any
 * point the same call goes on where it was: the new secret is on the disk before anything is sealed with it.
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
