/** The front server on a real socket: which door gets a request, and what happens to malformed ones. */
import { once } from 'node:events';
import { Agent, request as httpRequest, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NEWEST_MIGRATION, VERSION } from '@generated/thisVersion';
import { AppError } from '@/domain/errors';
import { createLog } from '@/server/observability/log';
import { forgetProcessState, processState } from '@/server/processState';
import { PATIENT } from '@/test/patience';
import type { ApiRequest, ApiResponse } from './apiRequest';
import { closeServer, createFrontServer, isRestPath, listen } from './httpServer';
import { keyHint, loggedPath, OWN_REQUEST } from './accessLine';
import { originReader } from './trustedProxy';

process.env.LOG_LEVEL = 'silent';

it.each([
  ['/s/AbC-_1', '/s/…'],
  ['/badge/AbC-_1.svg', '/badge/…'],
  ['/invitations/AbC-_1', '/invitations/…'],
  ['/unsubscribe/AbC-_1/now', '/unsubscribe/…'],
  ['/sign-in', '/sign-in'],
  ['/api/1/s/x', '/api/1/s/x'],
])('the log names %s as %s', (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});

it.each([
  ['Bearer flt_AbCd0123456789012345678901234567890123', 'flt_AbCd…'],
  ['bearer  flt_AbCd01234567', 'flt_AbCd…'],
  ['Bearer flt_AbCd', null],
  ['Bearer eyJhbGciOi', null],
  [undefined, null],
])('the log shows of %s only %s', (authorization, hint) => {
  expect(keyHint(authorization)).toBe(hint);
});

const LIMIT = 1_000;
let server: Server;
let port: number;
let seen: ApiRequest[];
let handle: (request: ApiRequest) => Promise<ApiResponse>;

async function readAndAnswer(request: ApiRequest): Promise<ApiResponse> {
  try {
    const body = await request.readBody(LIMIT);
    return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: `read ${body.byteLength}` };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { status: error.code === 'payload_too_large' ? 413 : 400, headers: {}, body: error.code };
  }
}

beforeEach(async () => {
  seen = [];
  handle = readAndAnswer;
  const rest = (request: ApiRequest): Promise<ApiResponse> => {
    seen.push(request);
    return handle(request);
  };
  const web = (request: { url?: string | undefined; headers: object }, response: { end(text: string): void }): Promise<void> => {
    response.end(JSON.stringify({ web: request.url, headers: request.headers }));
    return Promise.resolve();
  };
  server = createFrontServer({ rest, web, upgrade: null }, originReader(''));
  port = await listen(server, 0, '127.0.0.1');
});
afterEach(() => closeServer(server, 0));

const at = (path: string): string => `http://127.0.0.1:${port}${path}`;

it.each(['/sign-in', '/trpc/7/home', '/api/ready', '/api/7/components'])(
  '%s tells browsers to use HTTPS alone, if it was asked for by it',
  async (path) => {
    const behindProxy = createFrontServer(
      {
        rest: (request) => Promise.resolve({ status: 200, headers: {}, body: request.host }),
        web: (_request, response) => Promise.resolve(void response.writeHead(200, { 'content-type': 'text/html' }).end()),
        upgrade: null,
      },
      originReader('127.0.0.1'),
    );
    const behind = await listen(behindProxy, 0, '127.0.0.1');
    const told = async (protocol: string, host: string): Promise<string | null> => {
      const headers = { 'x-forwarded-proto': protocol, 'x-forwarded-host': host };
      return (await fetch(`http://127.0.0.1:${behind}${path}`, { headers })).headers.get('strict-transport-security');
    };
    expect(await told('https', 'faultline.example.com')).toBe('max-age=31536000');
    expect(await told('http', 'faultline.example.com')).toBeNull();
    expect(await told('https', 'localhost:8443')).toBeNull();
    await closeServer(behindProxy, 0);
  },
);

it('each answer to others has one line in the log, and a refusal says whose key was refused, and why', async () => {
  const lines: Record<string, unknown>[] = [];
  forgetProcessState('accessLog');
  processState('accessLog', () => createLog('info', (line) => lines.push(JSON.parse(line) as Record<string, unknown>)));
  handle = () => Promise.resolve({ status: 401, headers: { 'X-Request-Id': 'r-1' }, body: 'no', code: 'unauthenticated' });
  const key = 'flt_AbCd0123456789012345678901234567890123';
  await fetch(at('/api/7/components?secret=1'), { headers: { authorization: `Bearer ${key}` } });
  handle = () => Promise.resolve({ status: 200, headers: { 'X-Request-Id': 'r-2' }, body: 'yes' });
  await fetch(at('/api/7/components'), { method: 'POST' });
  await fetch(at('/_next/static/a.js'));
  await fetch(at('/trpc/7/home'), { headers: OWN_REQUEST });
  await fetch(at('/sign-in'), { headers: { 'faultline-own-request': 'what a stranger guesses' } });
  await expect.poll(() => lines.length, PATIENT).toBe(3);
  forgetProcessState('accessLog');
  expect(lines.map(({ time: _, ms, ...facts }) => ({ ...facts, isTimed: typeof ms === 'number' }))).toEqual([
    {
      ...{ level: 'warn', requestId: 'r-1', method: 'GET', route: '/api/7/components', status: 401, keyHint: 'flt_AbCd…' },
      ...{ code: 'unauthenticated', address: '127.0.0.1', msg: 'request refused', isTimed: true },
    },
    { level: 'info', requestId: 'r-2', method: 'POST', route: '/api/7/components', status: 200, msg: 'request answered', isTimed: true },
    { level: 'info', method: 'GET', route: '/sign-in', status: 200, msg: 'request answered', isTimed: true },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/secret|AbCd0/);
});

/** Sends text unchanged and returns everything that comes back until the server closes the connection. */
async function sendRaw(text: string): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(text);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('utf8');
}

describe('which door a path comes to', () => {
  it.each([
    ['/api/0b6c7d6e-0000-4000-8000-000000000000/applications', true],
    ['/api/0b6c7d6e-0000-4000-8000-000000000000', true],
    ['/api/not-a-tenant/applications', true],
    ['/api/auth/sign-in/email', false],
    ['/api/scim/v2/Users', false],
    ['/api/cron/health-signals', false],
    ['/api/trpc/x', false],
    ['/api/openapi.json', false],
    ['/api/health', false],
    ['/api/ready', false],
    ['/api/metrics', false],
    ['/api/', false],
    ['/api', false],
    ['/apis/x', false],
    ['/', false],
  ])('%s is REST: %s', (path, expected) => {
    expect(isRestPath(path)).toBe(expected);
  });

  it('a page is handed to Next with the verified origin instead of the claimed one', async () => {
    const answer = await fetch(at('/landscape?x=1'), {
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    });
    const { web, headers } = (await answer.json()) as { web: string; headers: Record<string, string> };
    expect(web).toBe('/landscape?x=1');
    expect(headers).toMatchObject({ 'x-forwarded-proto': 'http', 'x-forwarded-host': `127.0.0.1:${port}`, 'x-forwarded-for': '127.0.0.1' });
    expect(headers.forwarded).toBeUndefined();
  });

  it('health is answered here', async () => {
    const answer = await fetch(at('/api/health'));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ok', version: VERSION, newestMigration: NEWEST_MIGRATION });
  });
});

describe('a REST request', () => {
  it('arrives with its path and query undecoded', async () => {
    await fetch(at('/api/t/components/a%2Fb?search=%20x&search=y'));
    expect(seen[0]).toMatchObject({
      method: 'GET',
      path: '/api/t/components/a%2Fb',
      query: 'search=%20x&search=y',
      isSecure: false,
      remoteAddress: '127.0.0.1',
    });
    expect(seen[0]?.header('host')).toBe(`127.0.0.1:${port}`);
    expect(seen[0]?.header('if-match')).toBeNull();
  });

  it('arrives whole when it names the host in its target', async () => {
    await sendRaw(`GET http://127.0.0.1:${port}/api/t/x?y HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    expect(seen[0]).toMatchObject({ path: '/api/t/x', query: 'y' });
  });

  it('with a body as large as allowed is read', async () => {
    const answer = await fetch(at('/api/t/x'), { method: 'POST', body: 'x'.repeat(LIMIT) });
    expect([answer.status, await answer.text()]).toEqual([200, 'read 1000']);
  });

  it('that announces a larger body is refused and its connection closed, and the client still reads the answer', async () => {
    const answer = await fetch(at('/api/t/x'), { method: 'POST', body: 'x'.repeat(20 * LIMIT) });
    expect([answer.status, await answer.text(), answer.headers.get('connection')]).toEqual([413, 'payload_too_large', 'close']);
  });

  it('with a body that grows beyond the limit without declaring it is refused too', async () => {
    const chunk = 'x'.repeat(600);
    const chunked = `258\r\n${chunk}\r\n258\r\n${chunk}\r\n0\r\n\r\n`;
    const said = await sendRaw(`POST /api/t/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`);
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
    expect(said).toMatch(/payload_too_large$/);
  });

  it('that waits for 100 Continue is refused before it sends a body that is too large', async () => {
    const said = await sendRaw(`POST /api/t/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n`);
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
    expect(said).not.toContain('100 Continue');
  });

  it('that waits for 100 Continue is told to go on when its body will be read', async () => {
    const client = httpRequest(at('/api/t/x'), { method: 'POST', headers: { expect: '100-continue', 'content-length': 3 } });
    client.flushHeaders();
    await once(client, 'continue');
    client.end('abc');
    const [response] = (await once(client, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
    expect(response.statusCode).toBe(200);
    response.resume();
  });

  it('that breaks off leaves the server answering others', async () => {
    const broken = new Promise<void>((resolve) => {
      handle = async (request) => {
        const answer = await readAndAnswer(request);
        expect(answer.body).toBe('invalid_input');
        resolve();
        return answer;
      };
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /api/t/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\nabc');
    await once(socket, 'connect');
    socket.end();
    socket.resume();
    await broken;
    socket.destroy();
    handle = readAndAnswer;
    expect((await fetch(at('/api/t/x'))).status).toBe(200);
  });

  it('with HEAD gets the headers and no body', async () => {
    handle = () => Promise.resolve({ status: 200, headers: { ETag: '"1"' }, body: null });
    const said = await sendRaw('HEAD /api/t/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\nETag: "1"\r\n/);
    expect(said).not.toMatch(/content-length/i);
    expect(said).toMatch(/\r\n\r\n$/);
  });

  it('with a failing handler gets a 500 without details', async () => {
    handle = () => Promise.reject(new Error('secret detail'));
    const answer = await fetch(at('/api/t/x'));
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500, code: 'internal' });
  });

  it('and the next one share a connection', async () => {
    const said = await sendRaw(
      'GET /api/t/1 HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/t/2 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(said.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(seen.map(({ path }) => path)).toEqual(['/api/t/1', '/api/t/2']);
  });
});

describe('what is not HTTP', () => {
  it.each([
    ['a broken request line', 'NONSENSE\r\n\r\n', 400],
    ['headers of more than 16 KiB', `GET /api/t/x HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    [
      'a body with two lengths',
      'POST /api/t/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
  ])('%s gets a problem body, and the connection is closed', async (_, text, status) => {
    const said = await sendRaw(text);
    expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(said).toContain('application/problem+json');
    expect(seen).toEqual([]);
  });
});

describe('a server that closes', () => {
  it('finishes running requests, closes their connections, and accepts no new ones', async () => {
    const waiting: (() => void)[] = [];
    handle = async (request) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return readAndAnswer(request);
    };
    const agent = new Agent({ keepAlive: true });
    const ask = () =>
      new Promise<[number, string | undefined]>((resolve, reject) => {
        const request = httpRequest(at('/api/t/x'), { agent }, (response) => {
          response.resume();
          response.on('end', () => resolve([response.statusCode ?? 0, response.headers.connection]));
        });
        request.on('error', reject);
        request.end();
      });
    const running = Array.from({ length: 20 }, ask);
    await vi.waitFor(() => expect(waiting).toHaveLength(20), PATIENT);
    const closed = closeServer(server, 60_000);
    await expect(fetch(at('/api/t/x'))).rejects.toThrow();
    for (const go of waiting) go();
    expect(await Promise.all(running)).toEqual(Array.from({ length: 20 }, () => [200, 'close']));
    await closed;
    agent.destroy();
  });
});

describe('listening', () => {
  it('on a port in use fails with a sentence', async () => {
    const second = createFrontServer({ rest: handle, web: () => Promise.resolve(), upgrade: null }, originReader(''));
    await expect(listen(second, port, '127.0.0.1')).rejects.toThrow(`Port ${port} is already in use.`);
  });
});

describe('a connection that was idle for as long as it may be', () => {
  const REQUEST = `GET /api/${'0b6c7d6e-0000-4000-8000-000000000000'}/applications HTTP/1.1\r\nhost: here\r\n\r\n`;

  /** Keeps this process from doing anything else, as a stopped process or a paused machine would. */
  function freeze(milliseconds: number): void {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  }

  async function idleConnection(): Promise<Socket> {
    server.keepAliveTimeout = 50;
    const socket = connect(port, '127.0.0.1');
    socket.write(REQUEST);
    await once(socket, 'data');
    return socket;
  }

  it('is closed', async () => {
    const socket = await idleConnection();
    socket.resume();
    await once(socket, 'close');
    expect(seen).toHaveLength(1);
  });

  it('gets its answer if a request arrived while the process was frozen', { tags: ['long'] }, async () => {
    const socket = await idleConnection();
    socket.write(REQUEST);
    // Longer than the limit, whatever Node adds to it.
    freeze(1_500);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    await once(socket, 'close');
    expect(seen).toHaveLength(2);
  });
});
