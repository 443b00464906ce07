/** REST: one request in, one answer out, over the same procedures as every other door. The guard runs before anything of the input is read. */
import { randomUUID } from 'node:crypto';
import { TRPCError, callTRPCProcedure } from '@trpc/server';
import { AppError } from '@/domain/errors';
import { answerAgent } from '@/mcp/door';
import { requestLog } from '@/server/observability/log';
import { appErrorOf } from '@/server/procedures/appErrors';
import type { RequestContext } from '@/server/procedures/init';
import { appRouter } from '@/server/procedures/root';
import type { RestRequest, RestResponse } from './http';
import { readInput } from './input';
import { notOffered, offer, refusal, success, type Call } from './reply';
import { allowedMethods, findResource, type Route } from './routes';

/** Where agents are, below the tenant. */
const AGENT_PATH = '/mcp';

/** Answers every request, whatever is wrong with it. Never rejects. */
export async function handleRest(request: RestRequest): Promise<RestResponse> {
  const { tenantId, path } = splitPath(request.path);
  const call: Call = { request, requestId: requestIdOf(request), tenantId, reply: {} };
  try {
    return await answer(call, path);
  } catch (error) {
    const known = appErrorOf(error);
    // A procedure has reported its own: its errors all come as TRPCError.
    if (known.code === 'internal' && !(error instanceof TRPCError))
      requestLog(call.requestId).error({ err: error, path: request.path }, 'unforeseen error');
    return refusal(call, known);
  }
}

async function answer(call: Call, path: string): Promise<RestResponse> {
  const { request } = call;
  if (!request.isSecure && !request.isLoopback) {
    throw new AppError('https_required', 'Use https://. Whatever key this request carried has crossed the network in clear: revoke it.');
  }
  if (path === AGENT_PATH) return answerAgent(call);
  const resource = findResource(path);
  if (resource === null) throw new AppError('not_found', 'There is no such route. GET /api/openapi.json lists all that there are.');
  const allow = allowedMethods(resource);
  if (request.method === 'OPTIONS') return offer(call, allow);
  const route = resource.get(request.method === 'HEAD' ? 'GET' : request.method);
  if (route === undefined) {
    return notOffered(call, new AppError('method_not_allowed', `This address takes ${allow}.`), allow);
  }
  return success(call, route, await run(call, route, path));
}

async function run(call: Call, route: Route, path: string): Promise<unknown> {
  const { request } = call;
  const ctx: RequestContext = {
    credentials: { tenantId: call.tenantId, authorization: request.header('authorization'), session: null, now: new Date() },
    requestId: call.requestId,
    method: route.facts.method,
    path,
    ifMatch: request.header('if-match'),
    idempotencyKey: request.header('idempotency-key'),
    contentType: request.header('content-type'),
    lastEventId: request.header('last-event-id'),
    reply: call.reply,
  };
  let input: Promise<Record<string, unknown>> | null = null;
  return callTRPCProcedure({
    router: appRouter,
    path: route.name,
    type: route.type,
    ctx,
    getRawInput: () => (input ??= readInput(route, request, path)),
    signal: undefined,
    batchIndex: 0,
  });
}

/** `/api/{tenantId}/…` into the tenant and the path below it. */
function splitPath(path: string): { tenantId: string; path: string } {
  const end = path.indexOf('/', 5);
  const tenantId = path.slice(5, end === -1 ? undefined : end);
  return { tenantId: decodeURIComponentOr(tenantId), path: end === -1 ? '/' : path.slice(end) };
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The caller's own id for this request where it is fit to be logged and sent back, else a new one. */
function requestIdOf(request: RestRequest): string {
  const given = request.header('x-request-id');
  return given !== null && /^[A-Za-z0-9][A-Za-z0-9._:/+=-]{0,127}$/.test(given) ? given : randomUUID();
}
