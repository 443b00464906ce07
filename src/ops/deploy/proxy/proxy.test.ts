/** The files for nginx and Caddy, each tried with the program itself where this machine has it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, createServer as createTcp, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEBIBYTE } from '@/plain/sizes';
import { PATIENT } from '@/test/patience';
import { originReader } from '@/doors/http/trustedProxy';
import { LARGEST_CALL_BYTES } from '@/doors/http/webGate';
import { hasProxy, PROXIES, untriedProxies, type ProxyName } from './programs';

const folder = mkdtempSync(join(tmpdir(), 'faultline-proxy-'));
const NAME = 'faultline.example.com';
const read = (file: string): string => readFileSync(join('src', 'ops', 'deploy', 'proxy', file), 'utf8');

/** Says where a request comes from, as Faultline with TRUST_PROXY sees it; `/events` sends one event, and the next when told. */
let upstream: Server;
const feeds: ServerResponse[] = [];
const certificate = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };

beforeAll(async () => {
  const pair = await generate([{ name: 'commonName', value: NAME }], { algorithm: 'sha256' });
  writeFileSync(certificate.cert, pair.cert);
  writeFileSync(certificate.key, pair.private);
  const originOf = originReader('127.0.0.1');
  upstream = createServer((request, response) => {
    if (request.url !== undefined && /\/events(?:\?|$)/.test(request.url)) {
      feeds.push(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      response.write('data: first\n\n');
      return;
    }
    const origin = originOf({ peer: request.socket.remoteAddress, isEncrypted: false, headers: request.headers });
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => response.end(JSON.stringify({ ...origin, bytes, connection: request.headers.connection })));
  });
  await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
});

afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The file as shipped, with the ports and the certificate of this run, and the command that runs it. */
const STARTS: Readonly<Record<ProxyName, (port: number, plainPort: number, to: string) => string[]>> = {
  nginx: (port, plainPort, to) => {
    const home = join(folder, 'nginx');
    mkdirSync(home);
    const shipped = read('nginx.conf')
      .replace('127.0.0.1:3000', to)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate.cert};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${certificate.key};`);
    writeFileSync(join(home, 'faultline.conf'), shipped);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`);
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    writeFileSync(
      join(home, 'main.conf'),
      `${user} daemon off; pid ${home}/pid; error_log ${home}/error.log;\nevents {}\nhttp { access_log off; ${places.join(' ')} include ${home}/faultline.conf; }\n`,
    );
    return ['-p', home, '-e', `${home}/error.log`, '-c', join(home, 'main.conf')];
  },
  caddy: (port, plainPort, to) => {
    const file = join(folder, 'Caddyfile');
    const shipped = read('Caddyfile')
      .replace('127.0.0.1:3000', to)
      .replace(`${NAME} {`, `${NAME} {\n\tbind 127.0.0.1\n\ttls ${certificate.cert} ${certificate.key}`);
    writeFileSync(
      file,
      `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tstorage file_system ${join(folder, 'caddy')}\n}\n${shipped}`,
    );
    return ['run', '--config', file, '--adapter', 'caddyfile'];
  },
};

async function freePort(): Promise<number> {
  const server = createTcp();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
    socket.unref();
    setTimeout(() => socket.destroy(), 200).unref();
  });
}

interface Answer {
  status: number | undefined;
  text: string;
}

/** A body that is a number is only announced. `onText` hears each piece of the answer as it arrives. */
function ask(port: number, path: string, body?: Buffer | number, onText: (text: string) => void = () => undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      servername: NAME,
      rejectUnauthorized: false,
      method: body === undefined ? 'GET' : 'POST',
    };
    const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http', forwarded: 'for=203.0.113.9' };
    const request = httpsRequest({ ...options, headers: { host: NAME, ...forged } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        onText(piece);
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
      response.on('error', reject);
    });
    request.on('error', reject);
    if (typeof body === 'number') request.setHeader('content-length', body).flushHeaders();
    else request.end(body);
  });
}

describe.each(Object.keys(PROXIES) as ProxyName[])('%s', (name) => {
  let child: ChildProcess | undefined;
  let port: number;
  let said = '';

  beforeAll(async () => {
    if (!hasProxy(name)) return;
    port = await freePort();
    const to = `127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    child = spawn(name, STARTS[name](port, await freePort(), to), { env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder } });
    for (const output of [child.stdout, child.stderr]) output?.setEncoding('utf8').on('data', (text: string) => (said += text));
    const started = child;
    while (!(await isListening(port))) {
      if (started.exitCode !== null) throw new Error(`${name} ended: ${said}`);
      await delay(20);
    }
  });
  afterAll(() => void child?.kill());

  it.runIf(hasProxy(name))(
    'says who asks, over what and for which host, whatever the caller claims, and keeps the connection',
    async () => {
      const { status, text } = await ask(port, '/api/ready');
      expect([status, JSON.parse(text)]).toEqual([
        200,
        {
          address: '127.0.0.1',
          isSecure: true,
          isLoopbackHost: false,
          isLocal: false,
          host: NAME,
          bytes: 0,
        },
      ]);
    },
  );

  it.runIf(hasProxy(name))('lets the largest manifest through as a browser sends it', async () => {
    const largest = await ask(port, '/trpc/x/manifest.preview', Buffer.alloc(LARGEST_CALL_BYTES));
    expect([largest.status, JSON.parse(largest.text)]).toEqual([200, expect.objectContaining({ bytes: LARGEST_CALL_BYTES })]);
  });

  it.runIf(name === 'nginx' && hasProxy(name))('refuses what is far larger with 413, before it is sent', async () => {
    expect((await ask(port, '/trpc/x/manifest.preview', LARGEST_CALL_BYTES + 2 * MEBIBYTE)).status).toBe(413);
  });

  it.runIf(hasProxy(name)).each(['/api/x/events', '/trpc/x/events?input=1'])('passes each event of %s on at once', async (feed) => {
    const heard: string[] = [];
    const ended = ask(port, feed, undefined, (text) => heard.push(text));
    await expect.poll(() => heard, PATIENT).toEqual(['data: first\n\n']);
    feeds.at(-1)?.write('data: second\n\n');
    await expect.poll(() => heard, PATIENT).toEqual(['data: first\n\n', 'data: second\n\n']);
    feeds.at(-1)?.end();
    expect((await ended).status).toBe(200);
  });

  it.runIf(hasProxy(name))('keeps metrics to itself', async () => {
    expect((await ask(port, '/api/metrics')).status).toBe(404);
  });
});

it('says in the summary of a test run which proxies could not be tried', () => {
  expect(untriedProxies(() => true)).toBeNull();
  expect(untriedProxies((name) => name === 'caddy')).toBe(
    'SKIPPED the files for nginx (src/ops/deploy/proxy/proxy.test.ts), counted as nothing: this machine has no nginx.',
  );
  expect(untriedProxies(() => false)).toContain('nginx and caddy');
});
