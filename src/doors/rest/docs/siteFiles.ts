/** The two files that all pages of the documentation share. They change with the version of the server alone. */
import { createHash } from 'node:crypto';
import { SITE_LOOK } from './siteLook';
import { SITE_SCRIPT } from './siteScript';

function fileResponse(text: string, contentType: string, request: Request): Response {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'content-type': `${contentType}; charset=utf-8`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    etag,
  };
  if (request.headers.get('if-none-match')?.includes(etag) === true) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}

export function siteLook(request: Request): Response {
  return fileResponse(SITE_LOOK, 'text/css', request);
}

export function siteScript(request: Request): Response {
  return fileResponse(SITE_SCRIPT, 'text/javascript', request);
}
