/** A file as the answer to a request that may hold it already: then 304, without it. */
import { createHash } from 'node:crypto';

export function tagOf(text: string | Uint8Array): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

interface Facts {
  /** Without its character set. */
  type: string;
  cache?: string;
  /** Its ETag. */
  tag?: string;
}

export function fileResponse(
  request: Request,
  text: string | Uint8Array<ArrayBuffer>,
  { type, cache = 'no-cache', tag = tagOf(text) }: Facts,
): Response {
  const isHeld = request.headers.get('if-none-match')?.includes(tag) === true;
  return new Response(isHeld ? null : text, {
    status: isHeld ? 304 : 200,
    headers: { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff', 'cache-control': cache, etag: tag },
  });
}
