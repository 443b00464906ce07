/** What the server's secret is for: keyed digests that nobody can guess, and sealing what must not lie in the database readable. */
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

/** Throws when the content was sealed with another secret or altered. */
export function unseal(purpose: string, sealed: Buffer): Buffer {
  return unsealWithKey(keyFor(purpose), sealed);
}

/** The content sealed with the newest secret, where it was sealed with any of `older`; null where it opens with none of them. */
export function reseal(
  purpose: string,
  sealed: Buffer,
  newest: string,
  older: readonly string[],
): { sealed: Buffer; isChanged: boolean } | null {
  for (const secret of [newest, ...older]) {
    try {
      const content = unsealWithKey(deriveKey(secret, purpose), sealed);
      return secret === newest
        ? { sealed, isChanged: false }
        : { sealed: sealWithKey(deriveKey(newest, purpose), content), isChanged: true };
    } catch {
      // Sealed with another secret, or altered.
    }
  }
  return null;
}

/** What two installations with the same secret have in common, and which does not tell the secret. */
export function fingerprintOf(secret: string): string {
  return createHmac('sha256', deriveKey(secret, 'fingerprint')).digest('hex').slice(0, 32);
}
