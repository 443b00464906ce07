/**
 * Carries REST requests between node:http and the handler. It handles faults of the connection, and knows nothing of what requests mean.
 */
import { finished, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Origin } from './trustedProxy';
import { bodyCutOff, bodyTooLarge, type ApiRequest, type ApiResponse } from './apiRequest';

export type HandleApi = (request: ApiRequest) => Promise<ApiResponse>;

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  origin: Origin;
  /** The client waits for `100 Continue` before it sends its body. */
  isBodyHeldBack: boolean;
  /** Called before the body is read. */
  beforeReading: () => void;
}

/** How much of a refused body is read and discarded, so that the client sees the answer instead of a broken connection. */
const LINGER_BYTES = 32 * 1024 * 1024;
const LINGER_MS = 3_000;

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function collect(request: IncomingMessage, limitBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (act: () => void): void => {
      request.off('data', take);
      stopWatching();
      act();
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limitBytes) chunks.push(chunk);
      else settle(() => (request.pause(), reject(bodyTooLarge(limitBytes))));
    };
    const stopWatching = finished(request, { writable: false }, (error) => {
      if (error == null) settle(() => resolve(Buffer.concat(chunks, size)));
      else settle(() => reject(bodyCutOff()));
    });
    request.on('data', take);
  });
}

/** Reads the body once; a second reader gets the same. Refuses by the announced length before reading a byte. */
function bodyReader({ request, response, isBodyHeldBack, beforeReading }: Exchange): (limitBytes: number) => Promise<Uint8Array> {
  let reading: Promise<Uint8Array> | null = null;
  return (limitBytes) => {
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) return Promise.reject(bodyTooLarge(limitBytes));
    if (reading === null) beforeReading();
    if (reading === null && isBodyHeldBack) response.writeContinue();
    return (reading ??= collect(request, limitBytes));
  };
}

function headerReader({ headers }: IncomingMessage): (name: string) => string | null {
  return (name) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
  };
}

/** Path and query as sent, undecoded; `/a?b` and `http://host/a?b` alike. */
export function splitTarget(target: string): { path: string; query: string } {
  const local = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '') || '/';
  const mark = local.indexOf('?');
  return mark === -1 ? { path: local, query: '' } : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

/** A response that closes before it has ended was closed by the other side. */
function hangUpSignal({ response }: Exchange): AbortSignal {
  const hangUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hangUp.abort();
  });
  return hangUp.signal;
}

function toApiRequest(exchange: Exchange): ApiRequest {
  const { request, origin } = exchange;
  return {
    method: request.method ?? 'GET',
    ...splitTarget(request.url ?? '/'),
    header: headerReader(request),
    readBody: bodyReader(exchange),
    signal: hangUpSignal(exchange),
    remoteAddress: origin.address,
    host: origin.host,
    isSecure: origin.isSecure,
    isLoopback: origin.isLoopbackHost,
  };
}

/** Reads and discards the rest of a body, up to a limit in bytes and time. */
export function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = LINGER_BYTES;
    const timer = setTimeout(() => done(), LINGER_MS);
    const take = (chunk: Buffer): void => {
      left -= chunk.length;
      if (left < 0) done();
    };
    const done = (): void => {
      clearTimeout(timer);
      request.off('data', take);
      stopWatching();
      resolve();
    };
    const stopWatching = finished(request, { writable: false }, () => done());
    request.on('data', take);
    request.resume();
  });
}

function lengthOf(status: number, body: Uint8Array | string | null, isHead: boolean): Record<string, string> {
  if (body !== null) return { 'content-length': String(Buffer.byteLength(body)) };
  return isHead || status === 204 || status === 304 ? {} : { 'content-length': '0' };
}

/** Sends each piece before asking for the next; a stream that fails closes the connection, and a client that leaves cancels the stream. */
async function sendStream(response: ServerResponse, { status, headers }: ApiResponse, body: ReadableStream<Uint8Array>): Promise<void> {
  if (response.destroyed) return body.cancel();
  response.writeHead(status, headers).flushHeaders();
  await pipeline(Readable.fromWeb(body as NodeStream, { highWaterMark: 0 }), response).catch(() => undefined);
}

async function send({ request, response, isBodyHeldBack }: Exchange, answer: ApiResponse): Promise<void> {
  if (answer.body instanceof ReadableStream) {
    await sendStream(response, answer, answer.body);
    return;
  }
  if (response.destroyed) return;
  // Node sends a text together with its headers, in one write.
  const { body } = answer;
  const isHead = request.method === 'HEAD';
  const isBodyLeft = hasBody(request) && !request.complete;
  response.writeHead(answer.status, {
    ...lengthOf(answer.status, body, isHead),
    ...answer.headers,
    ...(isBodyLeft ? { connection: 'close' } : {}),
  });
  const content = isHead ? null : body;
  if (isBodyLeft) {
    if (content === null) response.flushHeaders();
    else response.write(content);
    // A client that waits for `100 Continue` sends nothing after a final answer.
    if (!isBodyHeldBack) await drain(request);
    response.end();
  } else response.end(content ?? undefined);
}

/** Answers one request. The handler turns its own errors into answers; one that escapes is a bug and becomes a bare 500. */
export async function answerApi(exchange: Exchange, handle: HandleApi, report: (error: unknown) => void): Promise<void> {
  let answer: ApiResponse;
  try {
    answer = await handle(toApiRequest(exchange));
  } catch (error) {
    report(error);
    const problem = { type: 'about:blank', title: 'Internal Server Error', status: 500, code: 'internal' };
    answer = { status: 500, headers: { 'content-type': 'application/problem+json' }, body: JSON.stringify(problem) };
  }
  await send(exchange, answer);
}
