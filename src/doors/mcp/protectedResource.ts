/** RFC 9728: tells a refused client what this endpoint accepts: API keys as bearer tokens, and no authorization server. */
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

/** The same whether the tenant exists or not: 403 for a foreign host name, 404 if it is no GUID. */
export function answerProtectedResource(request: Asked, tenantId: string): Response {
  // Any page may read it: it contains only what the specification requires.
  const headers = { 'Access-Control-Allow-Origin': '*', Vary: 'Host' };
  try {
    assertKnownOrigin({ ...request, header: () => null });
    if (!isGuid(tenantId)) throw new AppError('not_found', 'The address of the MCP endpoint is /api/{tenantId}/mcp.');
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
