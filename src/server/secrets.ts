/** What the server's secret is for: keyed digests that nobody can guess, and sealing what must not lie in the database readable. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { env } from './env';
import { processState } from './processState';

/** A key of 32 bytes for one purpose, derived from the server's secret. */
function keyFor(purpose: string): Buffer {
  return processState(`key:${purpose}`, () => Buffer.from(hkdfSync('sha256', env().FAULTLINE_SECRET, 'faultline', purpose, 32)));
}

/** HMAC-SHA-256 of `content` for one purpose. */
export function keyedDigest(purpose: string, content: string | Buffer): Buffer {
  return createHmac('sha256', keyFor(purpose)).update(content).digest();
}

export function areEqualInConstantTime(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** AES-256-GCM: nonce, tag, ciphertext. */
export function seal(purpose: string, content: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce);
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when the content was sealed with another secret or altered. */
export function unseal(purpose: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}
