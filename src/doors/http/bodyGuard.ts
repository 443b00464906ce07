/**
 * Limits bodies before anybody reads them: by their announced and their actual size, for one body and for all together, and by speed. What
 * strangers send has a small part of the whole, and each of their addresses a part of that, so that they cannot use up what is left to
 * others. It counts bytes as they arrive and stores nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { AppError } from '@/domain/errors';
import { networkOf } from '@/plain/network';
import { KIBIBYTE, MEBIBYTE } from '@/plain/sizes';
import { bodyTooLarge } from './apiRequest';
import { problemBody } from './problem';

export interface BodyBounds {
  /** Bytes of all bodies whose requests are not answered yet. */
  total: number;
  /** Of these, bytes of senders who have shown no valid credentials so far, and of each address among them. */
  strangers: number;
  address: number;
  /** In milliseconds: in each period as long as this, a body has to bring `bytesPerSecond` on average. */
  grace: number;
  bytesPerSecond: number;
  /** The interval between two checks of speed, in milliseconds. */
  check: number;
}

export const BODY_BOUNDS: BodyBounds = {
  total: 256 * MEBIBYTE,
  strangers: 16 * MEBIBYTE,
  address: MEBIBYTE,
  grace: 5_000,
  bytesPerSecond: 8 * KIBIBYTE,
  check: 1_000,
};

/** One body on its way. */
interface Incoming {
  request: IncomingMessage;
  response: ServerResponse;
  limitBytes: number;
  received: number;
  address: string;
  /** A claimed sender has sent credentials that nobody has checked yet. Only a few kilobytes arrive meanwhile, because nobody reads them. */
  sender: 'stranger' | 'claimed' | 'known';
  /** When the present period began, and how much had arrived by then. */
  periodAt: number;
  receivedBefore: number;
  /** How long nobody was reading in this period, so that nothing could arrive. */
  heldFor: number;
  heldSince: number | null;
  isOver: boolean;
}

const tooSlow = (): AppError => new AppError('invalid_input', 'The body arrived too slowly. Send it faster, or in smaller parts.');
const tooMany = (): AppError =>
  new AppError('unavailable', 'The server is busy reading other request bodies. Try again in a few seconds.', { retryAfterSeconds: 5 });

const tooManyFromThere = (): AppError =>
  new AppError('rate_limited', 'Too much is on its way from your network address at once. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  });

export class BodyGuard {
  private readonly incoming = new Set<Incoming>();
  private readonly bodies = new WeakMap<IncomingMessage, Incoming>();
  private bytes = 0;
  private strangerBytes = 0;
  private readonly byAddress = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;

  /** Of all bodies whose requests are not answered yet. */
  get bytesInFlight(): number {
    return this.bytes;
  }

  constructor(private readonly bounds: BodyBounds = BODY_BOUNDS) {}

  /** Whether strangers have used half of what they may, so that it matters who is one. */
  get isCrowded(): boolean {
    return this.strangerBytes > this.bounds.strangers / 2;
  }

  /**
   * Watches the body of a request from `address`. Returns the refusal if it announces too much; otherwise null. With `hasClaim`, the sender
   * counts as a stranger only after `doubt`.
   */
  watch(
    request: IncomingMessage,
    response: ServerResponse,
    limitBytes: number,
    { address, hasClaim }: { address: string | null; hasClaim: boolean },
  ): AppError | null {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && Number(length ?? 0) === 0) return null;
    if (Number(length ?? 0) > limitBytes) return bodyTooLarge(limitBytes);
    if (this.bytes >= this.bounds.total) return tooMany();
    this.count({
      request,
      response,
      limitBytes,
      received: 0,
      address: address === null ? 'unknown' : networkOf(address),
      sender: hasClaim ? 'claimed' : 'stranger',
      periodAt: performance.now(),
      receivedBefore: 0,
      heldFor: 0,
      heldSince: null,
      isOver: false,
    });
    return null;
  }

  /** The sender of this request has shown valid credentials: what it sends counts only among everything. */
  vouch(request: IncomingMessage): void {
    const body = this.bodies.get(request);
    if (body === undefined) return;
    if (body.sender === 'stranger') this.countStranger(body.address, -body.received);
    body.sender = 'known';
  }

  /** The credentials of this request are not valid, or nobody is going to check them. */
  doubt(request: IncomingMessage): void {
    const body = this.bodies.get(request);
    if (body?.sender !== 'claimed') return;
    body.sender = 'stranger';
    this.countStranger(body.address, body.received);
    const refusal = this.refusalOf(body);
    if (refusal !== null && this.incoming.has(body)) this.refuse(body, refusal);
  }

  private countStranger(address: string, length: number): void {
    this.strangerBytes += length;
    const left = (this.byAddress.get(address) ?? 0) + length;
    if (left === 0) this.byAddress.delete(address);
    else this.byAddress.set(address, left);
  }

  private count(body: Incoming): void {
    const { request, response } = body;
    this.incoming.add(body);
    this.bodies.set(request, body);
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
    if (body.sender === 'stranger') this.countStranger(body.address, length);
    const refusal = this.refusalOf(body);
    if (refusal !== null) this.refuse(body, refusal);
    return !body.isOver;
  }

  private refusalOf({ received, limitBytes, sender, address }: Incoming): AppError | null {
    if (received > limitBytes) return bodyTooLarge(limitBytes);
    if (this.bytes > this.bounds.total) return tooMany();
    if (sender !== 'stranger') return null;
    if ((this.byAddress.get(address) ?? 0) > this.bounds.address) return tooManyFromThere();
    return this.strangerBytes > this.bounds.strangers ? tooMany() : null;
  }

  private forget(body: Incoming): void {
    this.incoming.delete(body);
    this.bytes -= body.received;
    if (body.sender === 'stranger') this.countStranger(body.address, -body.received);
    body.received = 0;
    if (this.incoming.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private look(): void {
    const now = performance.now();
    for (const body of this.incoming) {
      const { periodAt, heldFor, heldSince, received, receivedBefore } = body;
      const waited = now - periodAt - heldFor - (heldSince === null ? 0 : now - heldSince);
      if (waited < this.bounds.grace) continue;
      if (received - receivedBefore < (waited / 1_000) * this.bounds.bytesPerSecond) this.refuse(body, tooSlow(), 408);
      else Object.assign(body, { periodAt: now, receivedBefore: received, heldFor: 0, heldSince: heldSince === null ? null : now });
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
