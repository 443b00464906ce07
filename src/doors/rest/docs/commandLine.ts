/** Serves the command line of this server's version: one file that needs only Node, and its digest. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileResponse } from '@/doors/http/fileResponse';

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
  if (!isDigest) return fileResponse(request, text, { type: 'text/javascript', tag: `"${digest.slice(0, 32)}"` });
  // In the format of sha256sum.
  return fileResponse(request, `${digest}  ${NAME}\n`, { type: 'text/plain', tag: `"${digest.slice(0, 32)}-digest"` });
}

function missing(words: string): Response {
  return new Response(`${words}\n`, { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } });
}
