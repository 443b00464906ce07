/** RFC 9728: how a client that was refused learns what this door takes. API keys as bearer, and no authorization server, since there is none. */
import { AppError } from '@/domain/errors';
import { SCOPES } from '@/domain/vocabulary';
import type { ApiRequest } from '@/doors/http/apiRequest';
import { problemResponse } from '@/doors/http/problem';
import { appErrorOf } from '@/server/procedures/appErrors';
import { addressOf, assertKnownOrigin } from './originCheck';
import { isGuid } from '@/contract/values/guid';

type Asked = Pick<ApiRequest, 'header' | 'host' | 'isSecure'>;

function pathOf(tenantId: string): string {
  return `/api/${tenantId.toLowerCase()}/mcp`;
}

export function metadataAddress(request: Asked, tenantId: string): string {
  return `${addressOf(request)}/.well-known/oauth-protected-resource${pathOf(tenantId)}`;
}

/** The same whether the tenant exists or not: 403 under a foreign host name, 404 for what is no GUID. */
export function answerProtectedResource(request: Asked, tenantId: string): Response {
  // Any page may read it: it tells nothing that the specification does not.
  const headers = { 'Access-Control-Allow-Origin': '*', Vary: 'Host' };
  try {
    assertKnownOrigin({ ...request, header: () => null });
    if (!isGuid(tenantId)) throw new AppError('not_found', 'The address of the door for agents is /api/{tenantId}/mcp.');
  } catch (error) {
    return problemResponse(appErrorOf(error), headers);
  }
  const address = addressOf(request);
  const document = {
    resource: `${address}${pathOf(tenantId)}`,
    resource_name: 'Faultline',
    resource_documentation: `${address}/docs`,
    bearer_methods_supported: ['header'],
    scopes_supported: SCOPES,
  };
  return Response.json(document, { headers: { ...headers, 'Cache-Control': 'public, max-age=3600' } });
}
