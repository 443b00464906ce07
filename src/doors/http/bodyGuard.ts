/**
 * Limits bodies before anybody reads them: by their announced and their actual size, for one body and for all together, and by speed. It
 * counts bytes as they arrive and stores nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { AppError } from '@/domain/errors';
import { MEBIBYTE } from '@/plain/sizes';
import { problemBody } from './problem';

export interface BodyBounds {
  /** Bytes of all bodies whose requests are not answered yet. */
  total: number;
  /** How long a body may take, in milliseconds, before `bytesPerSecond` applies. */
  grace: number;
  bytesPerSecond: number;
  /** The interval between two checks of speed, in milliseconds. */
  check: number;
}

export const BODY_BOUNDS: BodyBounds = { total: 256 * MEBIBYTE, grace: 10_000, bytesPerSecond: 8 * 1_024, check: 2_000 };

/** One body on its way. */
interface Incoming {
  request: IncomingMessage;
  response: ServerResponse;
  limitBytes: number;
  received: number;
  startedAt: number;
  /** How long nobody was reading, so that nothing could arrive. */
  heldFor: number;
  heldSince: number | null;
  isOver: boolean;
}

const tooLarge = (limitBytes: number): AppError =>
  new AppError('payload_too_large', `The body is larger than ${limitBytes} bytes, the limit for this request.`);
const tooSlow = (): AppError => new AppError('invalid_input', 'The body arrived too slowly. Send it faster, or in smaller parts.');
const tooMany = (): AppError =>
  new AppError('unavailable', 'The server is busy reading other request bodies. Try again in a few seconds.', { retryAfterSeconds: 5 });

export class BodyGuard {
  private readonly incoming = new Set<Incoming>();
  private bytes = 0;
  private timer: NodeJS.Timeout | null = null;

  /** Of all bodies whose requests are not answered yet. */
  get bytesInFlight(): number {
    return this.bytes;
  }

  constructor(private readonly bounds: BodyBounds = BODY_BOUNDS) {}

  /** Watches the body of a request. Returns the refusal if it announces too much; otherwise null. */
  watch(request: IncomingMessage, response: ServerResponse, limitBytes: number): AppError | null {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && Number(length ?? 0) === 0) return null;
    if (Number(length ?? 0) > limitBytes) return tooLarge(limitBytes);
    if (this.bytes >= this.bounds.total) return tooMany();
    this.count({
      request,
      response,
      limitBytes,
      received: 0,
      startedAt: performance.now(),
      heldFor: 0,
      heldSince: null,
      isOver: false,
    });
    return null;
  }

  private count(body: Incoming): void {
    const { request, response } = body;
    this.incoming.add(body);
    this.timer ??= setInterval(() => this.look(), this.bounds.check).unref();
    const push = request.push.bind(request);
    // The parser delivers data through here, whether or not anybody reads it yet.
    request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
      if (body.isOver) return true;
      if (chunk === null) this.incoming.delete(body);
      else if (!this.take(body, chunk.length)) return true;
      const wantsMore = push(chunk, encoding);
      body.heldSince = wantsMore ? null : performance.now();
      return wantsMore;
    };
    response.once('close', () => this.forget(body));
  }

  /** False once the limit is exceeded. */
  private take(body: Incoming, length: number): boolean {
    if (body.heldSince !== null) body.heldFor += performance.now() - body.heldSince;
    body.heldSince = null;
    body.received += length;
    this.bytes += length;
    if (body.received > body.limitBytes) this.refuse(body, tooLarge(body.limitBytes));
    else if (this.bytes > this.bounds.total) this.refuse(body, tooMany());
    return !body.isOver;
  }

  private forget(body: Incoming): void {
    this.incoming.delete(body);
    this.bytes -= body.received;
    body.received = 0;
    if (this.incoming.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private look(): void {
    const now = performance.now();
    for (const body of this.incoming) {
      const { startedAt, heldFor, heldSince, received } = body;
      const waited = now - startedAt - heldFor - (heldSince === null ? 0 : now - heldSince);
      if (waited > this.bounds.grace && received < (waited / 1_000) * this.bounds.bytesPerSecond) this.refuse(body, tooSlow(), 408);
    }
  }

  /** Written straight to the connection: the handler is still waiting for the body, and finds the connection closed. */
  private refuse(body: Incoming, error: AppError, status = ERROR_STATUS[error.code]): void {
    body.isOver = true;
    this.incoming.delete(body);
    const { request, response } = body;
    if (response.headersSent) request.socket.destroy();
    else request.socket.end(rawAnswer(error, status), () => request.socket.destroy());
  }
}

/** A refusal as raw text for a connection that is closed afterwards. */
export function rawAnswer(error: AppError, status = ERROR_STATUS[error.code]): string {
  const problem = JSON.stringify({ ...problemBody(error, crypto.randomUUID()), status });
  const wait = error.retryAfterSeconds === undefined ? '' : `Retry-After: ${error.retryAfterSeconds}\r\n`;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/problem+json; charset=utf-8\r\nConnection: close\r\n`;
  return `${head}${wait}Content-Length: ${Buffer.byteLength(problem)}\r\n\r\n${problem}`;
}
