/** Serves the OpenAPI document, the same for everybody. Its server is absolute, because generators of clients and checkers ask for that. */
import { fileResponse, tagOf } from '@/doors/http/fileResponse';
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
    served = { text, tag: tagOf(text) };
  }
  const response = fileResponse(request, served.text, { type: 'application/json', cache: 'public, no-cache', tag: served.tag });
  response.headers.set('API-Version', '2');
  return response;
}
