/** The messages to and from the process that sends the load. */

export interface LoadOrder {
  port: number;
  /** For each connection the whole requests, as bytes of HTTP/1.1, which it sends in turn, each after the answer to the one before. */
  connections: readonly (readonly string[])[];
  /** The most requests per second over all connections; if missing, as many as are answered. */
  perSecond?: number;
  /** Not counted. */
  warmUpMs: number;
  measuredMs: number;
}

export interface LoadResult {
  /** All of them, those of the warm-up too. */
  answers: number;
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** How many answers had which status. */
  statuses: Record<string, number>;
}

/** A request with a body, as text. */
export function postRequest(path: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers, 'content-length': String(Buffer.byteLength(body)) });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** A request without a body, as text. */
export function getRequest(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
