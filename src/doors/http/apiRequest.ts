/** What a REST request and its answer are, whatever server carries them: the node:http server and Next each adapt to these two shapes. */

export interface ApiRequest {
  method: string;
  /** The path as it was sent, undecoded, without the query: `/api/{tenantId}/…`. */
  path: string;
  /** The query as it was sent, without the question mark. */
  query: string;
  /** The value of a header, its name in lower case; null without it. */
  header(name: string): string | null;
  /** The whole body. Rejects with AppError `payload_too_large` as soon as more than `limitBytes` have come. Called at most once. */
  readBody(limitBytes: number): Promise<Uint8Array>;
  /** Aborted when the caller hangs up before the answer has left. */
  readonly signal: AbortSignal;
  remoteAddress: string | null;
  /** The host that was asked for, with its port, as far as trusted proxies tell; null when none was named. */
  host: string | null;
  /** True when the caller spoke HTTPS, to this server or to a proxy it trusts. */
  isSecure: boolean;
  /** True when the caller asked for this very machine by name, so that nothing crosses a network. */
  isLoopback: boolean;
}

export interface ApiResponse {
  status: number;
  /** Names in the case in which they should be shown. */
  headers: Record<string, string>;
  /** Null for none (204, 304). An answer to HEAD carries what GET would: the server leaves it out and keeps its length. A stream goes out as it comes and is cancelled when the client has gone. */
  body: string | Uint8Array | ReadableStream<Uint8Array> | null;
}
