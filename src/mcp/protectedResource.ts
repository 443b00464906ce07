/** RFC 9728: how a client that was refused learns what this door takes. API keys as bearer, and no authorization server, since there is none. */
import { isGuid } from '@/contract/fields';
import { AppError } from '@/domain/errors';
import { SCOPES } from '@/domain/vocabulary';
import type { RestRequest } from '@/rest/http';
import { addressOf, assertKnownPlace } from './knownPlace';

type Asked = Pick<RestRequest, 'header' | 'host' | 'isSecure'>;

function pathOf(tenantId: string): string {
  return `/api/${tenantId.toLowerCase()}/mcp`;
}

export function metadataAddress(request: Asked, tenantId: string): string {
  return `${addressOf(request)}/.well-known/oauth-protected-resource${pathOf(tenantId)}`;
}

/** The same whether the tenant exists or not. Throws `origin_forbidden`, and 404 for what is no GUID. */
export function protectedResource(request: Asked, tenantId: string): object {
  assertKnownPlace(request);
  if (!isGuid(tenantId)) throw new AppError('not_found', 'The address of an agent door is /api/{tenantId}/mcp.');
  const address = addressOf(request);
  return {
    resource: `${address}${pathOf(tenantId)}`,
    resource_name: 'Faultline',
    resource_documentation: `${address}/docs/agents`,
    bearer_methods_supported: ['header'],
    scopes_supported: SCOPES,
  };
}
