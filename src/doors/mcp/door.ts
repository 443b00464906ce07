/**
 * The MCP endpoint: one message in, one answer out, stateless, for the protocol of July 2026 and for clients of 2025. The guard decides who
 * may do what.
 */
import { createMcpHandler } from '@modelcontextprotocol/server';
import { AppError } from '@/domain/errors';
import { assertUncompressed, type ApiRequest, type ApiResponse } from '@/doors/http/apiRequest';
import { commonHeaders, contextOf, notOffered, offer, refusal, type Call } from '@/doors/http/reply';
import { requestLog } from '@/server/observability/log';
import { appErrorOf } from '@/server/procedures/appErrors';
import { createCaller } from '@/server/procedures/root';
import { MEBIBYTE } from '@/plain/sizes';
import { agentServer } from './agentServer';
import { acceptForLibrary, messageInStream, wantsJsonAlone } from './answerFormat';
import { incompleteHandshake } from './handshake';
import { addressOf, assertKnownOrigin } from './originCheck';
import { metadataAddress } from './protectedResource';
import { calledTool } from './unknownTool';

/** The limit of a message, most of which may be a manifest. Send larger ones over REST. */
const BODY_LIMIT = 4 * MEBIBYTE;
const ALLOW = 'OPTIONS, POST';
/** Manifests are read as YAML, which JSON is too. */
const OWN_CONTEXT = { method: 'POST', path: '/mcp', ifMatch: null, idempotencyKey: null, contentType: 'application/yaml' };
/** The headers that the protocol reads; the key goes no further than the guard. */
const HEADERS = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id'];

/** The request as the protocol's library takes it. Throws `invalid_input` for a batch. */
function webRequest(request: ApiRequest, body: Uint8Array<ArrayBuffer>): Request {
  const headers = new Headers(
    HEADERS.flatMap((name) => ((value) => (value === null ? [] : [[name, value] as [string, string]]))(request.header(name))),
  );
  headers.set('accept', acceptForLibrary(request.header('accept')));
  if (/^\s*\[/.test(Buffer.from(body.subarray(0, 1_024)).toString()))
    throw new AppError('invalid_input', 'Send one message per request. The protocol no longer has batches.');
  return new Request(`${addressOf(request)}${request.path}`, { method: 'POST', headers, body });
}

/** Says where callers without a valid key can read what is accepted (RFC 9728). */
function challenge(call: Call, answer: ApiResponse): ApiResponse {
  const before = answer.headers['WWW-Authenticate'] ?? 'Bearer';
  const value = `${before}${before === 'Bearer' ? ' ' : ', '}resource_metadata="${metadataAddress(call.request, call.tenantId)}"`;
  return { ...answer, headers: { ...answer.headers, 'WWW-Authenticate': value } };
}

async function serve(call: Call): Promise<ApiResponse> {
  const procedures = createCaller(contextOf(call, OWN_CONTEXT), { signal: call.request.signal });
  const caller = await procedures.caller.get({});
  assertUncompressed(call.request);
  const message = Uint8Array.from(await call.request.readBody(BODY_LIMIT));
  const request = webRequest(call.request, message);
  const refused = incompleteHandshake(Buffer.from(message.buffer), call.request.header('mcp-protocol-version'));
  if (refused !== null) return { status: 400, headers: { ...commonHeaders(call), 'Content-Type': 'application/json' }, body: refused };
  const called = calledTool(Buffer.from(message.buffer));
  const handler = createMcpHandler(() => agentServer({ caller, procedures }, call, called), {
    maxRequestBodySize: BODY_LIMIT,
    onerror: (error) => requestLog(call).debug({ err: error }, 'an agent message was refused'),
  });
  const response = await handler.fetch(request);
  // Nothing here ever changes for a subscriber, so a subscription is acknowledged and closed.
  if (request.headers.get('mcp-method') === 'subscriptions/listen') await handler.close();
  const text = await response.text();
  const headers = commonHeaders(call);
  for (const name of ['Content-Type', 'Allow']) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const isStream = headers['Content-Type']?.startsWith('text/event-stream') === true;
  const isUnpacked = isStream && wantsJsonAlone(call.request.header('accept'));
  if (isUnpacked) headers['Content-Type'] = 'application/json';
  const body = isUnpacked ? messageInStream(text) : text;
  return { status: response.status, headers, body: body === '' ? null : body };
}

/** Answers every request to `/api/{tenantId}/mcp`. Errors are turned into refusals by the REST handler. */
export async function answerAgent(call: Call): Promise<ApiResponse> {
  const { request } = call;
  assertKnownOrigin(request);
  if (request.method === 'OPTIONS') return offer(call, ALLOW);
  if (request.method !== 'POST')
    return notOffered(
      call,
      new AppError('method_not_allowed', 'Agents POST their messages here; there are no streams to open and no sessions to end.'),
      ALLOW,
    );
  try {
    return await serve(call);
  } catch (error) {
    const known = appErrorOf(error);
    if (known.code !== 'unauthenticated') throw error;
    return challenge(call, refusal(call, known));
  }
}
