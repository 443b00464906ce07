/** The secret in the link with which the reader of a mail ends its subscription: the subscription, and a digest that only this installation can make. */
import { areEqualInConstantTime, keyedDigest } from '@/server/secrets';
import { publicAddress } from '@/server/pageAddress';

const DIGEST_BYTES = 18;
const ID_BYTES = 16;

function digestOf(ids: Buffer): Buffer {
  return keyedDigest('unsubscribe', ids).subarray(0, DIGEST_BYTES);
}

/** In characters that an address may contain. */
export function unsubscribeToken(tenantId: string, subscriptionId: string): string {
  const ids = Buffer.from(`${tenantId}${subscriptionId}`.replaceAll('-', ''), 'hex');
  return Buffer.concat([ids, digestOf(ids)]).toString('base64url');
}

/** Null for a token that this installation never made. */
export function readUnsubscribeToken(token: string): { tenantId: string; subscriptionId: string } | null {
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  if (ids.length < 2 * ID_BYTES || !areEqualInConstantTime(bytes.subarray(2 * ID_BYTES), digestOf(ids))) return null;
  return { tenantId: guidOf(ids.subarray(0, ID_BYTES)), subscriptionId: guidOf(ids.subarray(ID_BYTES)) };
}

function guidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A page for people, and an address that takes one POST without further questions (RFC 8058). */
export function unsubscribeAddresses(tenantId: string, subscriptionId: string): { page: string; oneClick: string } {
  const page = publicAddress(`unsubscribe/${unsubscribeToken(tenantId, subscriptionId)}`);
  return { page, oneClick: `${page}/now` };
}
