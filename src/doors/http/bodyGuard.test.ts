/** What strangers may send to the doors behind Next, on a real socket: how much, how fast, by which method and to which path. */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAXIMUM_JSON_BYTES, MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { PATIENT } from '@/test/patience';
import type { ApiRequest, ApiResponse } from './apiRequest';
import { BODY_BOUNDS, type BodyBounds } from './bodyGuard';
import { closeServer, createFrontServer, listen } from './httpServer';
import { originReader } from './trustedProxy';
import { largestBody, webRefusal } from './webGate';

process.env.LOG_LEVEL = 'silent';

let server: Server;
let port: number;
/** Bytes received in all requests of a test. */
let received = 0;
afterEach(() => closeServer(server, 0));

/** Reads the whole body, as better-auth and tRPC do, and answers with its length. */
async function web(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      received += chunk.length;
    }
    response.end(`read ${length}`);
  } catch {
    response.destroy();
  }
}

/** Who has this cookie is known. */
const COOKIE = 'session=known';

async function serve(bounds: Partial<BodyBounds> = {}): Promise<void> {
  received = 0;
  // Reads the body of whoever has a key, as the guard of the routes does.
  const rest = async ({ header, readBody }: ApiRequest): Promise<ApiResponse> => {
    const isKnown = header('authorization') !== null;
    const body = isKnown ? `read ${(await readBody(MAXIMUM_MANIFEST_BYTES)).length}` : null;
    return { status: isKnown ? 200 : 401, headers: {}, body };
  };
  const isKnownSender = (_path: string, { cookie }: { cookie?: string | undefined }): Promise<boolean> =>
    Promise.resolve(cookie === COOKIE);
  server = createFrontServer({ rest, web, isKnownSender, upgrade: null }, originReader(''), { ...BODY_BOUNDS, ...bounds });
  port = await listen(server, 0, '127.0.0.1');
}

interface Wire {
  socket: Socket;
  /** Everything that arrived until the server closed the connection. */
  said: Promise<string>;
}

function open(head: string, path = '/api/auth/sign-in/email'): Wire {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`);
  return { socket, said: once(socket, 'close').then(() => Buffer.concat(chunks).toString('utf8')) };
}

const chunkOf = (length: number): string => `${length.toString(16)}\r\n${'x'.repeat(length)}\r\n`;

describe('a body for a door behind Next', () => {
  const send = async (path: string, length: number, headers: Record<string, string> = {}): Promise<[number, string]> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: 'x'.repeat(length), headers });
    const text = await answer.text();
    return [answer.status, answer.ok ? text : (JSON.parse(text) as { code: string }).code];
  };
  const SAML = '/api/auth/sso/saml2/sp/acs/acme';

  it.each([
    ['a form to sign in', '/api/auth/sign-in/email', 8_192, {}],
    ["an identity provider's answer", SAML, 262_144, {}],
    ['a procedure, of a stranger', '/trpc/1/invitations.accept', 8_192, {}],
    ['a procedure, of somebody signed in', '/trpc/1/components.create', MAXIMUM_JSON_BYTES, { cookie: COOKIE }],
    ['provisioning', '/api/scim/v2/Users', MAXIMUM_JSON_BYTES, { cookie: COOKIE }],
  ])('for %s is read up to its limit, and refused beyond', async (_what, path, limit, headers) => {
    await serve();
    expect(await send(path, limit, headers)).toEqual([200, `read ${limit}`]);
    expect(await send(path, limit + 1, headers)).toEqual([413, 'payload_too_large']);
  });

  it('that grows larger without saying so is cut off at the limit', async () => {
    await serve();
    const { socket, said } = open('Transfer-Encoding: chunked', SAML);
    for (let sent = 0; sent < 20; sent++) socket.write(chunkOf(100_000));
    socket.end();
    expect(await said).toMatch(/^HTTP\/1\.1 413 [^]*payload_too_large/);
    const unsized = open('Transfer-Encoding: chunked', '/trpc/1/invitations.accept');
    unsized.socket.end();
    expect(await unsized.said).toMatch(/^HTTP\/1\.1 413 [^]*a Content-Length/);
  });

  it('of a stranger waits while strangers or their address have used up their part; who is known does not', async () => {
    await serve({ strangers: 20_000, address: 15_000 });
    const form = 'Content-Length: 8000\r\nConnection: close';
    const first = open(form);
    first.socket.write('x'.repeat(7_999));
    await vi.waitFor(() => expect(received).toBe(7_999), PATIENT);
    const second = open(form);
    second.socket.write('x'.repeat(7_999));
    expect(await second.said).toMatch(/^HTTP\/1\.1 429 [^]*Retry-After: 5\r\n/);
    expect(await send('/trpc/1/components.create', 100_000, { cookie: COOKIE })).toEqual([200, 'read 100000']);
    expect(await send('/api/1/applications', 100_000, { authorization: 'Bearer known' })).toEqual([200, 'read 100000']);
    first.socket.write('x');
    expect(await first.said).toMatch(/read 8000$/);
    expect(await send('/api/auth/sign-in/email', 8_000)).toEqual([200, 'read 8000']);
  });

  it('of a stranger is refused if all addresses together have sent too much', async () => {
    await serve({ strangers: 10_000, address: 100_000 });
    const first = open('Content-Length: 8000');
    first.socket.write('x'.repeat(7_999));
    await vi.waitFor(() => expect(received).toBe(7_999), PATIENT);
    expect(await send('/trpc/1/components.create', 4_000, { cookie: COOKIE })).toEqual([200, 'read 4000']);
    const second = open('Content-Length: 8000');
    second.socket.write('x'.repeat(7_999));
    expect(await second.said).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 5\r\n/);
    first.socket.destroy();
  });

  it('that came fast and then stops is cut off too', async () => {
    await serve({ grace: 100, bytesPerSecond: 10_000, check: 20 });
    const { socket, said } = open('Content-Length: 8000');
    socket.write('x'.repeat(7_999));
    expect(await said).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('that arrives too slowly, or not at all, is cut off; one that arrives fast enough is read', async () => {
    await serve({ grace: 100, bytesPerSecond: 50_000, check: 20 });
    const [silent, slow, steady] = [
      open('Content-Length: 5'),
      open('Content-Length: 1000'),
      open('Content-Length: 40000\r\nConnection: close', SAML),
    ];
    slow.socket.write('abc');
    const pieces = setInterval(() => steady.socket.write('x'.repeat(5_000)), 20);
    const told = await Promise.all([silent.said, slow.said, steady.said]);
    clearInterval(pieces);
    expect(told.map((text) => text.split('\r\n')[0])).toEqual([
      'HTTP/1.1 408 Request Timeout',
      'HTTP/1.1 408 Request Timeout',
      'HTTP/1.1 200 OK',
    ]);
  });

  it('is refused while all bodies together exceed the limit, until one of them is answered', async () => {
    await serve({ total: 300_000 });
    const [first, second, third] = [
      open('Content-Length: 200000\r\nConnection: close', SAML),
      open('Content-Length: 200000', SAML),
      open('Content-Length: 90000\r\nConnection: close', SAML),
    ];
    first.socket.write('x'.repeat(199_999));
    await vi.waitFor(() => expect(received).toBe(199_999), PATIENT);
    second.socket.write('x'.repeat(199_999));
    expect(await second.said).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 5\r\n/);
    first.socket.write('x');
    expect(await first.said).toMatch(/^HTTP\/1\.1 200 /);
    third.socket.write('x'.repeat(90_000));
    expect(await third.said).toMatch(/read 90000$/);
  });
});

describe('what never gets to Next', () => {
  it.each([
    ['GET', '/t/1/landscape', null],
    ['HEAD', '/icon.svg', null],
    ['POST', '/trpc/1/components.create', null],
    ['POST', '/api/auth/sign-out', null],
    ['POST', '/api/cron/housekeeping', null],
    ['GET', '/t/%C3%A4', null],
    ['GET', '/t/%ff', 'invalid_input'],
    ['GET', '/t/%', 'invalid_input'],
    ['POST', '/icon.svg', 'method_not_allowed'],
    ['DELETE', '/_next/static/chunks/a.js', 'method_not_allowed'],
    ['PUT', '/schemas/manifest.v1.json', 'method_not_allowed'],
    ['PATCH', '/trpc/1/components.create', 'method_not_allowed'],
    ['PATCH', '/api/scim/v2/Users/1', null],
    ['DELETE', '/api/scim/v2/Groups/1', null],
    ['TRACE', '/api/scim/v2/Users', 'method_not_allowed'],
    ['PATCH', '/api/scim/v3/Users/1', 'method_not_allowed'],
    ['DELETE', '/api/auth/scim/v2/Users/1', 'method_not_allowed'],
    ['TRACE', '/', 'method_not_allowed'],
    ['POST', '/unsubscribe/abc/now', null],
    ['POST', '/unsubscribe/abc', 'method_not_allowed'],
  ])('%s %s: %s', (method, path, expected) => {
    expect(webRefusal(method, path)?.code ?? null).toBe(expected);
  });

  it('names the methods of an address in a refusal and in answer to OPTIONS', async () => {
    await serve();
    const refused = await fetch(`http://127.0.0.1:${port}/icon.svg`, { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow'), ((await refused.json()) as { code: string }).code]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      'method_not_allowed',
    ]);
    const offered = await fetch(`http://127.0.0.1:${port}/trpc/1/x`, { method: 'OPTIONS' });
    expect([offered.status, offered.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    const broken = await fetch(`http://127.0.0.1:${port}/t/%ff`);
    expect([broken.status, broken.headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8']);
  });
});

it.each([
  ['/trpc/1/manifest.preview', true],
  ['/trpc/1/tenant.get,manifest.apply', true],
  ['/trpc/1/manifestApplies.undo', false],
  ['/trpc/person/person.changeName', false],
  ['/api/auth/manifest.preview', false],
])('%s may receive a manifest: %s', (path, takesManifest) => {
  expect(largestBody(path) > MAXIMUM_MANIFEST_BYTES).toBe(takesManifest);
});
