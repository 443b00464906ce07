/** Serves the OpenAPI document, the same for everybody. */
import { createHash } from 'node:crypto';
import { openapiDocument } from './openapiDocument';

let served: { text: string; tag: string } | null = null;

export function documentResponse(request: Request): Response {
  if (served === null) {
    const text = JSON.stringify(openapiDocument());
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
