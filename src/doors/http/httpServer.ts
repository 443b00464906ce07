/** The HTTP server: `/api/{tenantId}/…` goes straight to the REST handler, probes are answered here, everything else goes to Next. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { AppError } from '@/domain/errors';
import { watchAnswer } from './accessLine';
import { BODY_BOUNDS, BodyGuard, type BodyBounds } from './bodyGuard';
import { answerApi, drain, type HandleApi, splitTarget } from './nodeExchange';
import { problemBody } from './problem';
import { transportHeaders } from './reply';
import type { Origin, OriginOf } from './trustedProxy';
import { allowedMethods, FORM_BYTES, knowsSenders, largestBody, webRefusal } from './webGate';
import { log } from '@/server/observability/log';
import { watchServer } from '@/server/observability/metrics';
import { healthProbe, metricsProbe, type ProbeAnswer, readyProbe } from '@/server/observability/probes';

export interface Doors {
  rest: HandleApi;
  web: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Whether the sender of a request behind Next has valid credentials; without it, nobody has. */
  isKnownSender?: (path: string, headers: Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>) => Promise<boolean>;
  /** Web sockets: only Next's own, in development. */
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>) | null;
}

/** First segments below /api that are no tenant but belong to Next. */
const WEB_SEGMENTS = new Set(['auth', 'cron', 'health', 'ready', 'metrics', 'openapi.json', 'scim', 'trpc']);

/** Timeouts for slow clients, in milliseconds. Idle connections outlive a load balancer's usual minute. */
const PATIENCE = { headers: 20_000, request: 120_000, idle: 65_000, check: 5_000 };
const LARGEST_HEADERS = 16 * 1024;

/** Whether the path is below `/api/{tenantId}`, for any value of the tenant: the REST handler refuses unknown ones. */
export function isRestPath(path: string): boolean {
  if (!path.startsWith('/api/')) return false;
  const end = path.indexOf('/', 5);
  const segment = end === -1 ? path.slice(5) : path.slice(5, end);
  return segment !== '' && !WEB_SEGMENTS.has(segment);
}

function sendProbe(response: ServerResponse, isHead: boolean, { status, contentType, body }: ProbeAnswer): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body), 'cache-control': 'no-store' });
  response.end(isHead ? undefined : body);
}

async function answerProbe(path: string, request: IncomingMessage, response: ServerResponse, origin: Origin): Promise<boolean> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const isHead = request.method === 'HEAD';
  if (path === '/api/health') sendProbe(response, isHead, healthProbe());
  else if (path === '/api/ready') sendProbe(response, isHead, await readyProbe());
  else if (path === '/api/metrics') sendProbe(response, isHead, await metricsProbe(request.headers.authorization ?? null, origin.isLocal));
  else return false;
  return true;
}

/**
 * Replaces the forwarding headers that Next and its libraries read with what is known here, so that nobody outside can fake a host or
 * protocol.
 */
function stateOrigin(request: IncomingMessage, origin: Origin): void {
  for (const name of ['forwarded', 'x-forwarded-port', 'x-real-ip']) delete request.headers[name];
  const stated = {
    'x-forwarded-proto': origin.isSecure ? 'https' : 'http',
    'x-forwarded-host': origin.host,
    'x-forwarded-for': origin.address,
  };
  for (const [name, value] of Object.entries(stated))
    if (value === null) delete request.headers[name];
    else request.headers[name] = value;
}

function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const problem = JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail: 'This is not a valid HTTP/1.1 request.',
    code: 'invalid_input',
  });
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/problem+json\r\nConnection: close`;
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(problem)}\r\n\r\n${problem}`);
}

function offer(response: ServerResponse, path: string): void {
  response.writeHead(204, { allow: allowedMethods(path) });
  response.end();
}

/** Closes the connection afterwards. The rest of the body is read and discarded for a while, so that the client sees the answer. */
async function refuse(request: IncomingMessage, response: ServerResponse, error: AppError, path: string): Promise<void> {
  const problem = JSON.stringify(problemBody(error, randomUUID()));
  response.writeHead(ERROR_STATUS[error.code], {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(problem),
    connection: 'close',
    ...(error.code === 'method_not_allowed' ? { allow: allowedMethods(path) } : {}),
    ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
  });
  if (request.method !== 'HEAD') response.write(problem);
  if (!request.complete && request.headers.expect === undefined) await drain(request);
  response.end();
}

/**
 * Closes idle connections, but looks for requests first: after a pause of the process, timers run before anything is read, and a request
 * that arrived in time would be lost.
 */
function closeIfSilent(socket: Socket): void {
  const { bytesRead } = socket;
  // By then, everything that has arrived has been read.
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/** The unanswered requests of each server. */
const running = new WeakMap<Server, ReadonlySet<ServerResponse>>();

const closing = new WeakSet<Server>();

const tooLargeForStrangers = (): AppError =>
  new AppError(
    'payload_too_large',
    `Without a valid session or token, a body may have at most ${FORM_BYTES} bytes and needs a Content-Length header. Sign in, then repeat.`,
  );

function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

export function createFrontServer(doors: Doors, originOf: OriginOf, bounds: BodyBounds = BODY_BOUNDS): Server {
  const bodies = new BodyGuard(bounds);
  const server = createServer({
    maxHeaderSize: LARGEST_HEADERS,
    headersTimeout: PATIENCE.headers,
    requestTimeout: PATIENCE.request,
    keepAliveTimeout: PATIENCE.idle,
    connectionsCheckingInterval: PATIENCE.check,
  });

  const route = async (request: IncomingMessage, response: ServerResponse, isBodyHeldBack: boolean): Promise<void> => {
    const { path } = splitTarget(request.url ?? '/');
    const isEncrypted = 'encrypted' in request.socket;
    const origin = originOf({ peer: request.socket.remoteAddress, isEncrypted, headers: request.headers });
    for (const [name, value] of Object.entries(transportHeaders(origin))) response.setHeader(name, value);
    const isRest = isRestPath(path);
    // Before anything waits: a body that came together with its head would pass unseen.
    const { authorization, cookie } = request.headers;
    const sender = { address: origin.address, hasClaim: isRest ? authorization !== undefined : (authorization ?? cookie) !== undefined };
    const tooMuch = bodies.watch(request, response, isRest ? MAXIMUM_MANIFEST_BYTES : largestBody(path), sender);
    if (isRest) {
      // Of its size, the route says itself what it allows.
      if (tooMuch?.code === 'unavailable') return refuse(request, response, tooMuch, path);
      const told = watchAnswer({ door: 'rest', path, address: origin.address }, request, response);
      // The guard runs before a body is read.
      const beforeReading = (): void => bodies.vouch(request);
      const answerRest: HandleApi = async (asked) => {
        const said = await doors.rest(asked);
        // What was not read is discarded now.
        bodies.doubt(request);
        told.headers = said.headers;
        if (said.code !== undefined) told.code = said.code;
        return said;
      };
      await answerApi({ request, response, origin, isBodyHeldBack, beforeReading }, answerRest, (error) =>
        log().error({ err: error, path }, 'a REST request failed'),
      );
      return;
    }
    if (await answerProbe(path, request, response, origin)) return;
    watchAnswer({ door: 'web', path, address: origin.address }, request, response);
    if (request.method === 'OPTIONS') return offer(response, path);
    const refused = webRefusal(request.method ?? 'GET', path) ?? tooMuch ?? (await strangersRefusal(path, request));
    if (refused !== null) return refuse(request, response, refused, path);
    if (isBodyHeldBack) response.writeContinue();
    stateOrigin(request, origin);
    await doors.web(request, response);
  };

  /** Behind Next, bodies are read before anybody looks at credentials: whoever sends more than a form has to show them here. */
  const strangersRefusal = async (path: string, request: IncomingMessage): Promise<AppError | null> => {
    const length = Number(request.headers['content-length'] ?? 0);
    const isForm = request.headers['transfer-encoding'] === undefined && length <= FORM_BYTES;
    const isAsked = knowsSenders(path) && (!isForm || (length > 0 && bodies.isCrowded));
    const isKnown = isAsked && (await doors.isKnownSender?.(path, request.headers)) === true;
    if (isKnown) bodies.vouch(request);
    else bodies.doubt(request);
    return !isAsked || isKnown || isForm ? null : tooLargeForStrangers();
  };

  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.once('close', () => (connections -= 1));
  });
  watchServer(() => ({ connections, bodyBytes: bodies.bytesInFlight }));

  const unanswered = new Set<ServerResponse>();
  running.set(server, unanswered);

  const answer = (isBodyHeldBack: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    if (closing.has(server)) endConnectionAfter(response);
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
    route(request, response, isBodyHeldBack).catch((error: unknown) => {
      log().error({ err: error }, 'a request could not be answered');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
  server.on('request', answer(false));
  server.on('checkContinue', answer(true));
  server.on('clientError', refuseBrokenRequest);
  server.on('timeout', closeIfSilent);
  server.on('upgrade', (request, socket, head) => {
    if (doors.upgrade === null) socket.destroy();
    else doors.upgrade(request, socket, head).catch(() => socket.destroy());
  });
  return server;
}

/**
 * Returns the port in use. Throws a readable sentence if the port is taken or not permitted. Processes with the same supervisor share a port, unless one
 * wants it for itself.
 */
export function listen(server: Server, port: number, host: string, { isExclusive = false } = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentences: Record<string, string> = {
        EADDRINUSE: `Port ${port} is already in use. Stop what uses it, or choose another: PORT=3001 npm start`,
        EACCES: `This user may not listen on port ${port}. Choose one above 1023: PORT=3000 npm start`,
        EADDRNOTAVAIL: `This machine does not have the address ${host} (HOST).`,
      };
      reject(new Error(sentences[error.code ?? ''] ?? `The server could not listen on ${host}:${port}: ${error.message}`));
    });
    server.listen({ port, host, exclusive: isExclusive }, () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    });
  });
}

/**
 * Accepts no new connections, lets running requests finish for at most `graceMs`, then cuts the rest. Answers sent meanwhile close their
 * connections, so that clients reconnect elsewhere.
 */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  for (const response of running.get(server) ?? []) endConnectionAfter(response);
  closing.add(server);
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
