/** The two ways in which REST is mounted, as test clients: a real node:http server, and the web adapter that Next calls. */
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerApi } from '@/doors/http/nodeExchange';
import { originReader } from '@/doors/http/trustedProxy';
import { handleApi } from '@/doors/apiHandler';
import { answerWebRequest } from '@/doors/webHandler';

export interface RestAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON; undefined without a body. */
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests compare it with exact values
}

export interface RestCall {
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  raw?: string | Uint8Array;
}

/** Sends one request to a path such as `/api/{tenantId}/applications?limit=2`. */
export type Send = (method: string, path: string, call?: RestCall) => Promise<RestAnswer>;

function bodyOf(call: RestCall): { body: Uint8Array | null; headers: Record<string, string> } {
  if (call.json !== undefined)
    return { body: Buffer.from(JSON.stringify(call.json)), headers: { 'content-type': 'application/json', ...call.headers } };
  return { body: call.raw === undefined ? null : Buffer.from(call.raw), headers: call.headers ?? {} };
}

function answerOf(status: number, headers: Headers, text: string): RestAnswer {
  return {
    status,
    headers,
    text,
    body: text !== '' && headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : undefined,
  };
}

export function nodeServer(): Promise<{ server: Server; port: number }> {
  const originOf = originReader('');
  const server = createServer((request, response) => {
    const origin = originOf({ peer: request.socket.remoteAddress, isEncrypted: false, headers: request.headers });
    void answerApi({ request, response, origin, isBodyHeldBack: false, beforeReading: () => undefined }, handleApi, (error) =>
      console.error(error),
    );
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve({ server, port: (server.address() as AddressInfo).port })));
}

/** Sends over the network, with the path exactly as written. */
export function sendTo(port: number): Send {
  return (method, path, call = {}) => {
    const { body, headers } = bodyOf(call);
    const length = body === null ? {} : { 'content-length': String(body.byteLength) };
    return new Promise((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port, method, path, headers: { ...length, ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [
            name,
            Array.isArray(value) ? value.join(', ') : (value ?? ''),
          ]);
          resolve(answerOf(response.statusCode ?? 0, new Headers(pairs), Buffer.concat(chunks).toString()));
        });
      });
      request.on('error', reject);
      request.end(body ?? undefined);
    });
  };
}

/** Calls the adapter directly, as Next does. */
export const sendToWeb: Send = async (method, path, call = {}) => {
  const { body, headers } = bodyOf(call);
  const hasBody = body !== null && method !== 'GET' && method !== 'HEAD';
  const length: Record<string, string> = body === null ? {} : { 'content-length': String(body.byteLength) };
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { ...length, ...headers },
    ...(hasBody ? { body: Uint8Array.from(body) } : {}),
  });
  const response = await answerWebRequest(request, { isProxyTrusted: false });
  return answerOf(response.status, response.headers, await response.text());
};
