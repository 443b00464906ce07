/** Compressed scripts from memory: which requests are answered, in which encoding, and which are left to Next. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressStatic } from '@/ops/build/compressStatic';
import { listen } from './httpServer';
import { staticFiles } from './staticFiles';

const SCRIPT = 'window.answer = 42;\n'.repeat(200);
const PATH = '/_next/static/chunks/page.js';
let directory: string;
let server: Server;
let port: number;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'faultline-static-'));
  mkdirSync(join(directory, 'chunks'));
  writeFileSync(join(directory, 'chunks', 'page.js'), SCRIPT);
  writeFileSync(join(directory, 'chunks', 'tiny.js'), 'tiny');
  writeFileSync(join(directory, 'chunks', 'font.woff2'), 'w'.repeat(5_000));
  await compressStatic(directory);
  const answer = staticFiles(directory, { 'X-Content-Type-Options': 'nosniff' });
  server = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(418).end('Next');
  });
  port = await listen(server, 0, '127.0.0.1');
});

afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

function ask(
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    httpRequest({ port, host: '127.0.0.1', path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
    })
      .on('error', reject)
      .end();
  });
}

describe('a compressed script', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ])('answers “%s” with %s', async (accepts, encoding) => {
    const { status, headers, body } = await ask(PATH, { 'accept-encoding': accepts });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/javascript; charset=UTF-8',
      'content-length': String(body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect((encoding === 'br' ? brotliDecompressSync : gunzipSync)(body).toString()).toBe(SCRIPT);
  });

  it('is not sent again to a browser that has it', async () => {
    const { headers } = await ask(PATH, { 'accept-encoding': 'br' });
    const again = await ask(PATH, { 'accept-encoding': 'br', 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    // The other encoding has different bytes, so it has its own ETag.
    expect((await ask(PATH, { 'accept-encoding': 'gzip', 'if-none-match': headers.etag ?? '' })).status).toBe(200);
  });

  it('answers HEAD with its length and no body', async () => {
    const { status, headers, body } = await ask(PATH, { 'accept-encoding': 'br' }, 'HEAD');
    expect([status, body.length]).toEqual([200, 0]);
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
  });
});

describe('left to Next', () => {
  it.each([
    ['a client without compression', PATH, {}, 'GET'],
    ['a client that refuses both', PATH, { 'accept-encoding': 'br;q=0, gzip;q=0.000' }, 'GET'],
    ['part of a file', PATH, { 'accept-encoding': 'br', range: 'bytes=5-3' }, 'GET'],
    ['a file too small to compress', '/_next/static/chunks/tiny.js', { 'accept-encoding': 'br' }, 'GET'],
    ['a font', '/_next/static/chunks/font.woff2', { 'accept-encoding': 'br' }, 'GET'],
    ['the compressed file itself', `${PATH}.br`, { 'accept-encoding': 'br' }, 'GET'],
    ['a path out of the folder', '/_next/static/../static/chunks/page.js', { 'accept-encoding': 'br' }, 'GET'],
    ['another method', PATH, { 'accept-encoding': 'br' }, 'POST'],
  ])('%s', async (_, path, headers, method) => {
    expect((await ask(path, headers as Record<string, string>, method)).status).toBe(418);
  });
});
