/** Serves the OpenAPI document, the same for everybody. Its server is absolute, because generators of clients and checkers ask for that. */
import { createHash } from 'node:crypto';
import { publicAddress } from '@/doors/http/publicAddress';
import { env } from '@/server/env';
import type { Json } from './documentShape';
import { openapiDocument } from './openapiDocument';

let served: { text: string; tag: string } | null = null;

export function documentResponse(request: Request): Response {
  if (served === null) {
    const document = openapiDocument();
    const address = publicAddress().origin ?? `http://localhost:${env().PORT}`;
    const servers = (document.servers as Json[]).map((server) => ({ ...server, url: `${address}${String(server.url)}` }));
    const text = JSON.stringify({ ...document, servers });
    served = { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, no-cache',
    etag: served.tag,
    'API-Version': '2',
  };
  if (request.headers.get('if-none-match')?.includes(served.tag) === true) return new Response(null, { status: 304, headers });
  return new Response(served.text, { headers });
}
