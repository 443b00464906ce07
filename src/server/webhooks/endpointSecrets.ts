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

function unsealSecret(sealed: Uint8Array): string {
  return unseal(WEBHOOK_SECRET, Buffer.from(sealed)).toString();
}

export interface SealedSecrets {
  secret: Uint8Array;
  previousSecret: Uint8Array | null;
  previousSecretUntil: Date | null;
}

/** The secrets that sign at `now`, newest first. */
export function livingSecrets({ secret, previousSecret, previousSecretUntil }: SealedSecrets, now: Date): string[] {
  const isPreviousAlive = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now;
  return [secret, ...(isPreviousAlive ? [previousSecret] : [])].map(unsealSecret);
}

/** The three headers of Standard Webhooks. The timestamp is that of the attempt, in whole seconds. */
export function signatureHeaders(secrets: readonly string[], eventId: string, at: Date, body: string): Record<string, string> {
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(eventId, at, body)).join(' '),
  };
}
