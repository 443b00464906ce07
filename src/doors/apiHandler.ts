/** Answers every request below `/api/{tenantId}`: agents go to MCP, everything else to the routes, and errors become refusals. */
import { randomUUID } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import { AppError } from '@/domain/errors';
import { decodedUri } from '@/plain/decodedUri';
import { requestLog } from '@/server/observability/log';
import { traceIdOf } from '@/server/observability/traceparent';
import { appErrorOf } from '@/server/procedures/appErrors';
import type { ApiRequest, ApiResponse } from './http/apiRequest';
import { refusal, type Call } from './http/reply';
import { answerAgent } from './mcp/door';
import { answerRoute } from './rest/answerRoute';

/** The path of MCP below the tenant. */
const AGENT_PATH = '/mcp';

/** Answers every request, however malformed. Never rejects. */
export async function handleApi(request: ApiRequest): Promise<ApiResponse> {
  const { tenantId, path } = splitPath(request.path);
  const traceId = traceIdOf(request.header('traceparent'));
  const call: Call = { request, requestId: requestIdOf(request, traceId), traceId, tenantId, reply: {} };
  try {
    return await answer(call, path);
  } catch (error) {
    const known = appErrorOf(error);
    // Procedures report their own errors, which all arrive as TRPCError.
    if (known.code === 'internal' && !(error instanceof TRPCError))
      requestLog(call).error({ err: error, path: request.path }, 'unexpected error');
    return refusal(call, known);
  }
}

async function answer(call: Call, path: string): Promise<ApiResponse> {
  const { request } = call;
  if (!request.isSecure && !request.isLoopback)
    throw new AppError('https_required', 'Use https://. If this request carried a key, it crossed the network in clear text: revoke it.');
  assertVersion(request);
  return path === AGENT_PATH || path === `${AGENT_PATH}/` ? answerAgent(call) : answerRoute(call, path);
}

/** Throws `unsupported_version` if the caller asks for another version. Without the header, the caller gets this one. */
function assertVersion(request: ApiRequest): void {
  const wanted = request.header('api-version')?.trim();
  if (wanted === undefined || /^2(\.(\d+|x))?$/.test(wanted)) return;
  throw new AppError(
    'unsupported_version',
    `This is version 2 of the API; version ${wanted.slice(0, 40)} was asked for. Send API-Version: 2, or leave it out.`,
  );
}

/** Splits `/api/{tenantId}/…` into the tenant and the path below it. */
function splitPath(path: string): { tenantId: string; path: string } {
  const end = path.indexOf('/', 5);
  const tenantId = path.slice(5, end === -1 ? undefined : end);
  return { tenantId: decodedUri(tenantId) ?? tenantId, path: end === -1 ? '/' : path.slice(end) };
}

/** The caller's own request id if it is safe to log and send back, else the id of the caller's trace, else a new one. */
function requestIdOf(request: ApiRequest, traceId: string | null): string {
  const given = request.header('x-request-id');
  return given !== null && /^[A-Za-z0-9][A-Za-z0-9._:/+=-]{0,127}$/.test(given) ? given : (traceId ?? randomUUID());
}
