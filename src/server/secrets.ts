/**
 * What the server's secret is used for: keyed digests that nobody can guess, and encryption of what must not be readable in the database.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { env } from './env';
import { processState } from './processState';

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'faultline', purpose, 32));
}

/** A key of 32 bytes for one purpose, derived from the server's secret. */
function keyFor(purpose: string): Buffer {
  return processState(`key:${purpose}`, () => deriveKey(env().FAULTLINE_SECRET, purpose));
}

/** HMAC-SHA-256 of `content` for one purpose. */
export function keyedDigest(purpose: string, content: string | Buffer): Buffer {
  return createHmac('sha256', keyFor(purpose)).update(content).digest();
}

/** Takes the same time wherever the two differ. Only their lengths show. */
export function areEqualInConstantTime(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function sealWithKey(key: Buffer, content: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function unsealWithKey(key: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}

/** AES-256-GCM: nonce, tag, ciphertext. */
export function seal(purpose: string, content: Buffer): Buffer {
  return sealWithKey(keyFor(purpose), content);
}

/** Throws if the content was sealed with another secret, or altered. */
export function unseal(purpose: string, sealed: Buffer): Buffer {
  return unsealWithKey(keyFor(purpose), sealed);
}

/** The content sealed again with the newest secret; tries all of `older` to open it. Null if none of them does. */
export function reseal(
  purpose: string,
  sealed: Buffer,
  newest: string,
  older: readonly string[],
): { sealed: Buffer; isChanged: boolean } | null {
  for (const secret of [newest, ...older])
    try {
      const content = unsealWithKey(deriveKey(secret, purpose), sealed);
      return secret === newest
        ? { sealed, isChanged: false }
        : { sealed: sealWithKey(deriveKey(newest, purpose), content), isChanged: true };
    } catch {
      // Sealed with another secret, or altered.
    }
  return null;
}

/** A fingerprint that two installations with the same secret share, and that does not reveal the secret. */
export function fingerprintOf(secret: string): string {
  return createHmac('sha256', deriveKey(secret, 'fingerprint')).digest('hex').slice(0, 32);
}
