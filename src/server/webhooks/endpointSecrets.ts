/**
 * The secrets of endpoints: generated, encrypted for the database, and used to sign
 * (https://github.com/standard-webhooks/standard-webhooks, symmetric keys).
 */
import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import { seal, unseal } from '@/server/secrets';

/** The purpose of their encryption. */
export const WEBHOOK_SECRET = 'webhook-secret';
const SECRET_BYTES = 32;
/** How long the old secret also signs after a rotation. */
export const PREVIOUS_SECRET_HOURS = 24;

/** A random secret in the form of Standard Webhooks: `whsec_` and 32 bytes in Base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export function sealSecret(secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(seal(WEBHOOK_SECRET, Buffer.from(secret)));
}

/** Null if it was encrypted with another FAULTLINE_SECRET. */
function unsealSecret(sealed: Uint8Array): string | null {
  try {
    return unseal(WEBHOOK_SECRET, Buffer.from(sealed)).toString();
  } catch {
    return null;
  }
}

/** Whether it was encrypted with the FAULTLINE_SECRET in use. */
export function isSecretReadable(sealed: Uint8Array): boolean {
  return unsealSecret(sealed) !== null;
}

export interface SealedSecrets {
  secret: Uint8Array;
  previousSecret: Uint8Array | null;
  previousSecretUntil: Date | null;
}

/**
 * The secrets that sign at `now`, newest first. A former one that cannot be decrypted does not sign any more. Throws what an operator can do
 * if the newest cannot be decrypted.
 */
export function livingSecrets({ secret, previousSecret, previousSecretUntil }: SealedSecrets, now: Date): string[] {
  const isPreviousAlive = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now;
  const newest = unsealSecret(secret);
  if (newest === null)
    throw new Error(
      'The signing secret of this webhook was encrypted with another FAULTLINE_SECRET. Start with that one again, or give the webhook a new secret.',
    );
  const previous = isPreviousAlive ? unsealSecret(previousSecret) : null;
  return [newest, ...(previous === null ? [] : [previous])];
}

/** The three headers of Standard Webhooks. The timestamp is that of the attempt, in whole seconds. */
export function signatureHeaders(secrets: readonly string[], eventId: string, at: Date, body: string): Record<string, string> {
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(eventId, at, body)).join(' '),
  };
}
