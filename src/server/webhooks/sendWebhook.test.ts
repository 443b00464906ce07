/** Which servers get a connection and how much of an answer is read, with real servers on this machine. */
import { getEventListeners } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ResolveHost } from './resolveHost';
import { sendWebhook, type SendOptions, type Sent } from './sendWebhook';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The server's port, and the requests that it got. */
async function serve(answer: RequestListener): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, asked };
}

const send = (url: string, options: Partial<SendOptions> = {}): Promise<Sent> =>
  sendWebhook({ url, headers: { 'content-type': 'application/json' }, body: '{"a":"ü"}' }, { isLoopbackAllowed: true, ...options });

const resolvingTo =
  (...addresses: string[]): ResolveHost =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? (6 as const) : (4 as const) })));

const CLOSED = 'The host does not resolve to a public address.';

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '192.168.0.1',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1',
  ])('that a name resolves to gets no connection if it is %s', async (address) => {
    const { port, asked } = await serve((_request, response) => response.end());
    const sent = await send(`http://example.com:${port}/`, { isLoopbackAllowed: false, resolve: resolvingTo(address) });
    expect([sent.statusCode, sent.error, asked]).toEqual([null, CLOSED, []]);
  });

  it('that is closed rules out the public ones of the same name', async () => {
    expect((await send('http://example.com:1/', { isLoopbackAllowed: false, resolve: resolvingTo('8.8.8.8', '10.0.0.1') })).error).toBe(
      CLOSED,
    );
  });

  it.each(['http://127.0.0.1', 'http://[::1]', 'http://0x7f000001', 'http://[::ffff:127.0.0.1]', 'https://127.0.0.1'])(
    'written as %s gets no connection',
    async (origin) => {
      const { port, asked } = await serve((_request, response) => response.end());
      const sent = await send(`${origin}:${port}/`, { isLoopbackAllowed: false });
      expect([sent.statusCode, sent.error, asked]).toEqual([null, CLOSED, []]);
    },
  );

  it('is looked up once, so that a name cannot change its mind between check and connection', async () => {
    const { port, asked } = await serve((_request, response) => response.end());
    let looked = 0;
    const rebinding: ResolveHost = (host) => resolvingTo((looked += 1) === 1 ? '127.0.0.1' : '10.0.0.1')(host);
    expect((await send(`http://rebinding.example.com:${port}/`, { resolve: rebinding })).statusCode).toBe(200);
    expect([looked, asked]).toEqual([1, ['POST /']]);
    expect((await send(`http://rebinding.example.com:${port}/`, { resolve: rebinding })).error).toBe(CLOSED);
    expect(asked).toHaveLength(1);
  });

  it('inside the network is not revealed, nor how it was refused', async () => {
    const sent = await send('http://secret.internal:81/', { isLoopbackAllowed: false, resolve: resolvingTo('10.1.2.3') });
    expect(JSON.stringify(sent)).not.toContain('10.1.2.3');
  });
});

describe('an answer', () => {
  it('is recorded with its status and the beginning of its body, and the request arrives whole', async () => {
    let body = '';
    const { port } = await serve((request, response) => {
      request
        .setEncoding('utf8')
        .on('data', (text: string) => (body += text))
        .on('end', () => response.writeHead(202, { 'retry-after': '7' }).end('thanks'));
    });
    const sent = await send(`http://127.0.0.1:${port}/a?b=c`);
    expect(sent).toEqual({
      statusCode: 202,
      error: null,
      retryAfterSeconds: 7,
      responseExcerpt: 'thanks',
      durationMilliseconds: sent.durationMilliseconds,
    });
    expect(body).toBe('{"a":"ü"}');
  });

  it('is read no further than 1,024 bytes, also when it never ends', async () => {
    const { port } = await serve((_request, response) => {
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(4_096)));
      };
      response.on('drain', pour);
      pour();
    });
    const { statusCode, responseExcerpt } = await send(`http://127.0.0.1:${port}/`);
    expect([statusCode, responseExcerpt]).toEqual([200, 'x'.repeat(1_024)]);
  });

  it('that arrives over IPv6 leaves nothing on the console', async () => {
    const said = vi.spyOn(console, 'warn');
    const { port } = await serve((_request, response) => response.end('thanks'));
    // Whoever listens there, the address is checked first.
    await send(`http://[::1]:${port}/`);
    expect((await send(`http://six.example.com:${port}/`, { resolve: resolvingTo('::1') })).error).not.toBe(CLOSED);
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });

  it('can be stored whatever bytes it contains', async () => {
    const { port } = await serve((_request, response) => response.end(Buffer.from([0x61, 0x00, 0xff, 0x62])));
    expect((await send(`http://127.0.0.1:${port}/`)).responseExcerpt).toBe('a\uFFFD\uFFFDb');
  });

  it.each([301, 302, 303, 307, 308])('of %i is not followed', async (status) => {
    const target = await serve((_request, response) => response.end());
    const { port } = await serve((_request, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${target.port}/` }).end(),
    );
    expect([(await send(`http://127.0.0.1:${port}/`)).statusCode, target.asked]).toEqual([status, []]);
  });
});

describe('no answer', () => {
  it('in time ends the attempt', async () => {
    const { port } = await serve(() => undefined);
    expect(await send(`http://127.0.0.1:${port}/`, { timeoutMs: 50 })).toMatchObject({
      statusCode: null,
      error: 'No answer arrived in time.',
    });
  });

  it('from a closed port says so', async () => {
    const { port } = await serve(() => undefined);
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: null, error: 'The connection was refused.' });
  });

  it('from a server that hangs up says so', async () => {
    const { port } = await serve((request) => request.socket.destroy());
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: null, error: 'The connection was reset.' });
  });

  it('because a name leads nowhere says so', async () => {
    const nowhere: ResolveHost = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
    expect(await send('https://nowhere.example.com/', { resolve: nowhere })).toMatchObject({
      statusCode: null,
      error: "The host's name could not be found.",
    });
  });

  it('by TLS from a server without it says so', async () => {
    const { port } = await serve((_request, response) => response.end());
    expect((await send(`https://127.0.0.1:${port}/`)).error).toMatch(/^The TLS connection failed: /);
  });

  it('because we stop rejects, since the outcome is unknown', async () => {
    const stop = new AbortController();
    const { port } = await serve(() => stop.abort(new Error('stopping')));
    await expect(send(`http://127.0.0.1:${port}/`, { signal: stop.signal })).rejects.toThrow('stopping');
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('because we had stopped before rejects at once', async () => {
    const { port } = await serve((_request, response) => response.end());
    await expect(send(`http://127.0.0.1:${port}/`, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  });
});
