/** Tells MCP clients that were refused which keys the server accepts (RFC 9728). */
import { answerProtectedResource } from '@/doors/mcp/protectedResource';
import { toApiRequest } from '@/doors/webHandler';
import { env } from '@/server/env';

interface Where {
  params: Promise<{ tenantId: string }>;
}

export async function GET(request: Request, { params }: Where): Promise<Response> {
  const { tenantId } = await params;
  return answerProtectedResource(toApiRequest(request, { isProxyTrusted: env().TRUST_PROXY !== '' }), tenantId);
}

export const dynamic = 'force-dynamic';
