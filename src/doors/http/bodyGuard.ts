/**
 * Bodies before anybody reads them: bounded by what they announce and by what really comes, for one and for all together, and cut when they come too
 * slowly. It counts what the wire delivers and holds nothing itself.
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
  /** A body may take so long, in milliseconds, before it has to keep up with `bytesPerSecond`. */
  grace: number;
  bytesPerSecond: number;
  /** Between two looks at those that are on their way, in milliseconds. */
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
  /** For how long nobody read, so that nothing could come. */
  heldFor: number;
  heldSince: number | null;
  isOver: boolean;
}

const tooLarge = (limitBytes: number): AppError =>
  new AppError('payload_too_large', `The body is larger than ${limitBytes} bytes, which is the most that is taken here.`);
const tooSlow = (): AppError => new AppError('invalid_input', 'The body came too slowly.');
const tooMany = (): AppError =>
  new AppError('unavailable', 'Too many bodies are being read at the moment. Try again in a few seconds.', { retryAfterSeconds: 5 });

export class BodyGuard {
  private readonly incoming = new Set<Incoming>();
  private bytes = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly bounds: BodyBounds = BODY_BOUNDS) {}

  /** Watches the body of a request. What the refusal is where it announces too much; null where it may come. */
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
    // What the parser delivers comes through here, whether or not anybody has begun to read.
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

  /** False once it is too much. */
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

  /** Straight to the wire: whoever was to answer still waits for the body, and finds the connection gone. */
  private refuse(body: Incoming, error: AppError, status = ERROR_STATUS[error.code]): void {
    body.isOver = true;
    this.incoming.delete(body);
    const { request, response } = body;
    if (response.headersSent) request.socket.destroy();
    else request.socket.end(rawAnswer(error, status), () => request.socket.destroy());
  }
}

/** A refusal as text for a connection that is closed behind it. */
export function rawAnswer(error: AppError, status = ERROR_STATUS[error.code]): string {
  const problem = JSON.stringify({ ...problemBody(error, crypto.randomUUID()), status });
  const wait = error.retryAfterSeconds === undefined ? '' : `Retry-After: ${error.retryAfterSeconds}\r\n`;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/problem+json; charset=utf-8\r\nConnection: close\r\n`;
  return `${head}${wait}Content-Length: ${Buffer.byteLength(problem)}\r\n\r\n${problem}`;
}
