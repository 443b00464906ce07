/** What the procedures get to know of a request from our own pages: the session's cookie says who asks. */
import { traceIdOf } from '@/server/observability/traceparent';
import type { RequestContext } from '@/server/procedures/init';

type Asked = Pick<RequestContext, 'requestId' | 'method' | 'path'> & Partial<RequestContext>;

export function sessionContext(tenantId: string, headers: Headers, asked: Asked): RequestContext {
  return {
    credentials: { tenantId, authorization: null, session: headers, now: new Date() },
    traceId: traceIdOf(headers.get('traceparent')),
    ifMatch: null,
    idempotencyKey: null,
    reply: {},
    ...asked,
  };
}
