/** The command line as this server's own version has it: one file that runs with nothing but Node, and its digest beside it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'faultline.mjs';

/** Made with the browser's side, before the server listens. */
const bundle = (): string => join(process.cwd(), 'dist', NAME);

/** Answers 404 for another name, and where the file was not made. */
export async function commandLineFile(name: string, request: Request): Promise<Response> {
  const isDigest = name === `${NAME}.sha256`;
  if (name !== NAME && !isDigest) return missing(`There is ${NAME} and ${NAME}.sha256.`);
  let text: Uint8Array<ArrayBuffer>;
  try {
    text = Uint8Array.from(await readFile(bundle()));
  } catch {
    return missing('This server was started without the command line. Make it with: node src/cli/build.mjs');
  }
  const digest = createHash('sha256').update(text).digest('hex');
  const headers = {
    'content-type': isDigest ? 'text/plain; charset=utf-8' : 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    etag: `"${digest.slice(0, 32)}${isDigest ? '-digest' : ''}"`,
  };
  if (request.headers.get('if-none-match')?.includes(headers.etag) === true) return new Response(null, { status: 304, headers });
  // As sha256sum writes it and reads it again.
  return new Response(isDigest ? `${digest}  ${NAME}\n` : text, { headers });
}

function missing(words: string): Response {
  return new Response(`${words}\n`, { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } });
}
