/** Answers one REST request: the route table names the procedure to call. The guard runs before any input is read. */
import { callTRPCProcedure } from '@trpc/server';
import { AppError } from '@/domain/errors';
import type { ApiResponse } from '@/doors/http/apiRequest';
import { contextOf, notOffered, offer, type Call } from '@/doors/http/reply';
import { appRouter } from '@/server/procedures/root';
import { readInput } from './input';
import { allowedMethods, findResource, type Route } from './routes';
import { success } from './success';

/**
 * Answers a request to `path`, the part after the tenant. Rejects with any error of the procedure, and with `not_found` for an unknown
 * path.
 */
export async function answerRoute(call: Call, given: string): Promise<ApiResponse> {
  const { request } = call;
  const path = withoutLastSlash(request.method, given);
  const resource = findResource(path);
  if (resource === null) throw new AppError('not_found', 'There is no such route. GET /api/openapi.json lists all routes.');
  if (request.method === 'OPTIONS') return offer(call, allowedMethods(resource));
  const route = resource.get(request.method === 'HEAD' ? 'GET' : request.method);
  if (route === undefined) {
    const allow = allowedMethods(resource);
    return notOffered(call, new AppError('method_not_allowed', `This address allows only ${allow}.`), allow);
  }
  return success(call, route, await run(call, route, path));
}

/**
 * What is posted to `/applications/` is meant for `/applications`. Other methods keep the slash, which matches nothing: `GET /components/`
 * asks for one component by an empty name.
 */
function withoutLastSlash(method: string, path: string): string {
  return method === 'POST' && path.length > 1 && path.endsWith('/') && !path.endsWith('//') ? path.slice(0, -1) : path;
}

async function run(call: Call, route: Route, path: string): Promise<unknown> {
  const { request } = call;
  const ctx = contextOf(call, {
    method: route.facts.method,
    path,
    ifMatch: request.header('if-match'),
    idempotencyKey: request.header('idempotency-key'),
    contentType: request.header('content-type'),
    lastEventId: request.header('last-event-id'),
  });
  let input: Promise<Record<string, unknown>> | null = null;
  return callTRPCProcedure({
    router: appRouter,
    path: route.name,
    type: route.type,
    ctx,
    getRawInput: () => (input ??= readInput(route, request, path)),
    signal: request.signal,
    batchIndex: 0,
  });
}
