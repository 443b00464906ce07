/** Serves the command line of this server's version: one file that needs only Node, and its digest. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'faultline.mjs';

/** Built together with the browser's code, before the server listens. */
const bundle = (): string => join(process.cwd(), 'dist', NAME);

/** Answers 404 for any other name, and if the file was not built. */
export async function commandLineFile(name: string, request: Request): Promise<Response> {
  const isDigest = name === `${NAME}.sha256`;
  if (name !== NAME && !isDigest) return missing(`Only ${NAME} and ${NAME}.sha256 exist here.`);
  let text: Uint8Array<ArrayBuffer>;
  try {
    text = Uint8Array.from(await readFile(bundle()));
  } catch {
    return missing('This server was started without the command line. Build it with: node src/cli/build.mjs');
  }
  const digest = createHash('sha256').update(text).digest('hex');
  const headers = {
    'content-type': isDigest ? 'text/plain; charset=utf-8' : 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    etag: `"${digest.slice(0, 32)}${isDigest ? '-digest' : ''}"`,
  };
  if (request.headers.get('if-none-match')?.includes(headers.etag) === true) return new Response(null, { status: 304, headers });
  // In the format of sha256sum.
  return new Response(isDigest ? `${digest}  ${NAME}\n` : text, { headers });
}

function missing(words: string): Response {
  return new Response(`${words}\n`, { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } });
}
