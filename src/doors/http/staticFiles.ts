/**
 * The compressed scripts and styles of the present build, answered from memory. Next would compress each again for every visitor: about 35
 * files for one page, on the thread that answers everybody.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';

const PREFIX = '/_next/static/';
const TYPES: Readonly<Record<string, string>> = {
  js: 'application/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=UTF-8',
  txt: 'text/plain; charset=UTF-8',
};
/** Best first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

interface StaticFile {
  type: string;
  tag: string;
  /** The compressed text by the name of its encoding. */
  texts: ReadonlyMap<string, Buffer>;
}

/** Whether it has answered; if not, the request is Next's. */
export type AnswerStatic = (request: IncomingMessage, response: ServerResponse) => boolean;

function readFiles(directory: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(directory)) return files;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const type = TYPES[entry.name.slice(entry.name.lastIndexOf('.') + 1)];
    if (!entry.isFile() || type === undefined) continue;
    const texts = new Map(
      ENCODINGS.filter(({ ending }) => existsSync(`${path}${ending}`)).map(({ name, ending }) => [name, readFileSync(`${path}${ending}`)]),
    );
    if (texts.size === 0) continue;
    const tag = createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22);
    files.set(PREFIX + relative(directory, path).split(sep).join('/'), { type, tag, texts });
  }
  return files;
}

/** The encodings that the header accepts: `br;q=0` refuses one. */
function accepted(header: string | string[] | undefined): Set<string> {
  const entries = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()));
  return new Set(entries.filter(([, quality]) => quality === undefined || !/^q=0(?:\.0*)?$/.test(quality)).map(([name = '']) => name));
}

/**
 * Reads what `compressStatic` wrote below `directory` (the build's `static`). Requests for parts of a file, from clients that read neither
 * Brotli nor gzip, and for anything else are left to Next. `headers` are those that every answer of Next carries.
 */
export function staticFiles(directory: string, headers: Readonly<Record<string, string>>): AnswerStatic {
  const files = readFiles(directory);
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const file = files.get((request.url ?? '').replace(/\?.*/, ''));
    if (file === undefined || request.headers.range !== undefined) return false;
    const encodings = accepted(request.headers['accept-encoding']);
    const encoding = ENCODINGS.find(({ name }) => encodings.has(name) && file.texts.has(name))?.name;
    const text = encoding === undefined ? undefined : file.texts.get(encoding);
    if (encoding === undefined || text === undefined) return false;
    const tag = `"${file.tag}-${encoding}"`;
    const common = { ...headers, 'Cache-Control': 'public, max-age=31536000, immutable', ETag: tag, Vary: 'Accept-Encoding' };
    if (request.headers['if-none-match']?.includes(tag) === true) {
      response.writeHead(304, common).end();
      return true;
    }
    response.writeHead(200, { ...common, 'Content-Type': file.type, 'Content-Encoding': encoding, 'Content-Length': text.length });
    response.end(request.method === 'HEAD' ? undefined : text);
    return true;
  };
}
