/** A server as its clients see it: which port it listens on now, whether it is up, and how to send it a request. */
import { Agent, request as httpRequest } from 'node:http';

export interface Target {
  /** The number of the replica. */
  readonly replica: number;
  /** Null while the server is down. */
  port(): number | null;
}

export interface Answer {
  status: number;
  retryAfter: string | null;
  body: unknown;
}

export interface Question {
  method: string;
  path: string;
  key: string;
  json?: unknown;
  /** A body that is not JSON, with its content type. */
  raw?: { text: string; type: string };
  headers?: Readonly<Record<string, string>>;
}

/** Every request must be answered within this many milliseconds, whatever fails. */
const PATIENCE_MS = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** No answer came within a minute. */
export class NoAnswer extends Error {}

/** The connection broke in the middle of the answer. */
export class CutAnswer extends Error {}

/** Sends a request to the server at this port. Rejects with NoAnswer, CutAnswer, or the error of a connection that broke before the answer began. */
export function ask(port: number, { method, path, key, json, raw, headers = {} }: Question): Promise<Answer> {
  const body = json === undefined ? raw?.text : JSON.stringify(json);
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': raw?.type ?? 'application/json' };
  const length: Record<string, string> = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path, agent, headers: { authorization: `Bearer ${key}`, ...type, ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => reject(new CutAnswer(error.message)));
        response.on('end', () => {
          clearTimeout(timer);
          const text = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.includes('json') === true && text !== '';
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'] ?? null,
            body: isJson ? (JSON.parse(text) as unknown) : null,
          });
        });
      },
    );
    const timer = setTimeout(() => sent.destroy(new NoAnswer(`no answer within ${PATIENCE_MS / 1_000} s`)), PATIENCE_MS);
    sent.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.end(body);
  });
}
