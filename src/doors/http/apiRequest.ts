/** The shapes of a REST request and its answer, to which both the node:http server and Next adapt. */
import { AppError } from '@/domain/errors';

export interface ApiRequest {
  method: string;
  /** The path as sent, undecoded, without the query: `/api/{tenantId}/…`. */
  path: string;
  /** The query as sent, without the question mark. */
  query: string;
  /** The value of a header, by its name in lower case; null if missing. */
  header(name: string): string | null;
  /** The whole body. Rejects with AppError `payload_too_large` as soon as more than `limitBytes` have arrived. Call it at most once. */
  readBody(limitBytes: number): Promise<Uint8Array>;
  /** Aborted if the caller disconnects before the answer is complete. */
  readonly signal: AbortSignal;
  remoteAddress: string | null;
  /** The requested host with its port, as far as trusted proxies report it; null if none was named. */
  host: string | null;
  /** True if the caller used HTTPS to this server or to a trusted proxy. */
  isSecure: boolean;
  /** True if the caller asked for localhost by name, so that nothing crossed a network. */
  isLoopback: boolean;
}

export interface ApiResponse {
  status: number;
  /** Header names in the case in which to show them. */
  headers: Record<string, string>;
  /**
   * Null for none (204, 304). An answer to HEAD has the body of GET: the server omits it and keeps its length. A stream is sent as it
   * comes, and cancelled if the client disconnects.
   */
  body: string | Uint8Array | ReadableStream<Uint8Array> | null;
  /** The code of a refusal, for the log. */
  code?: string;
}

export function bodyTooLarge(limitBytes: number): AppError {
  return new AppError('payload_too_large', `The body is larger than ${limitBytes} bytes, the limit for this request.`);
}

export function bodyCutOff(): AppError {
  return new AppError('invalid_input', 'The connection closed before the whole body had arrived.');
}

/** Throws 415 for a compressed body: its size could only be bounded after unpacking it. */
export function assertUncompressed(request: ApiRequest): void {
  const encoding = request.header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return;
  throw new AppError('unsupported_media_type', `Send the body uncompressed, without Content-Encoding: ${encoding.slice(0, 40)}.`);
}
