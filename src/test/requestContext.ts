/** What a door passes to a procedure, for tests that call procedures directly. */
import type { RequestContext } from '@/server/procedures/init';

export function contextOf(tenantId: string, who: { key?: string; session?: Headers }): RequestContext {
  const authorization = who.key === undefined ? null : `Bearer ${who.key}`;
  const credentials = { tenantId, authorization, session: who.session ?? null, now: new Date() };
  return {
    credentials,
    requestId: 'wall',
    method: 'TEST',
    path: '/',
    contentType: 'application/json',
    ifMatch: null,
    idempotencyKey: null,
    reply: {},
  };
}
