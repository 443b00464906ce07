/** The trace of a request, as W3C Trace Context passes it on: read from what a caller sent, and written for what we send. */
import { randomBytes } from 'node:crypto';

const VERSION_0 = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const isZero = (digits: string): boolean => /^0+$/.test(digits);

/** The trace id in a `traceparent` header, 32 digits; null without one, or for one that the standard has a receiver ignore. */
export function traceIdOf(traceparent: string | null | undefined): string | null {
  const [, version, traceId, parentId, more] = VERSION_0.exec((traceparent ?? '').trim()) ?? [];
  if (version === undefined || traceId === undefined || parentId === undefined) return null;
  // Later versions may say more after the flags; this one may not.
  const isKnown = version !== 'ff' && (version !== '00' || more === undefined);
  return isKnown && !isZero(traceId) && !isZero(parentId) ? traceId : null;
}

/** A header for something sent because of the thing with this id, a GUID: all that is sent for it belongs to one trace. */
export function traceparentFor(id: string): string {
  return `00-${id.replaceAll('-', '').toLowerCase()}-${randomBytes(8).toString('hex')}-01`;
}
