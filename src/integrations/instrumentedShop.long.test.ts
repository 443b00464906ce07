/** Really instrumented services, started as the guide says, are proposed as they are: with their modes, their retries and what nobody waits for. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Manifest } from '@/contract/manifest/schema';

const folder = mkdtempSync(join(tmpdir(), 'faultline-shop-'));
const OTHERS = ['fraud', 'ads', 'stock', 'prices', 'mail'];
const REQUESTS = 100;
const started: ChildProcess[] = [];

const ended = (child: ChildProcess): Promise<number | null> => new Promise((done) => child.once('close', done));

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** Starts a process and resolves once it has printed `word`; `printed` grows with all that it prints. */
async function startedAs(
  command: string,
  words: readonly string[],
  env: Record<string, string>,
  word: string,
): Promise<{ child: ChildProcess; printed: () => string }> {
  const child = spawn(command, words, { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', ...env } });
  started.push(child);
  let printed = '';
  await new Promise<void>((done, fail) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.includes(word)) done();
      });
    child.once('close', (code) => fail(new Error(`${command} ${words.join(' ')} ended with ${code}: ${printed}`)));
  });
  return { child, printed: () => printed };
}

beforeAll(async () => {
  cpSync(join('src', 'integrations', 'instrumentedShop'), folder, { recursive: true });
  const install = spawn('npm', ['ci', '--prefer-offline', '--no-progress'], { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' } });
  expect(await ended(install)).toBe(0);
}, 300_000);

afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

it('what is planted in the shop is what is proposed', async () => {
  const [listen = 0, shop = 0, ...ports] = await freePorts(2 + OTHERS.length);
  const observe = [
    join(process.cwd(), 'src', 'cli', 'run.mjs'),
    'observe',
    'otlp',
    '--listen',
    `127.0.0.1:${listen}`,
    '-o',
    'observed.yaml',
  ];
  const observer = await startedAs(process.execPath, observe, {}, 'OTEL_EXPORTER_OTLP_ENDPOINT=http');
  // The line that the command prints, which the guide names too.
  const [, endpoint = ''] = /OTEL_EXPORTER_OTLP_ENDPOINT=(\S+)/.exec(observer.printed()) ?? [];
  const serve = async (name: string, port: number, more: string[]): Promise<ChildProcess> => {
    const env = {
      ...{ OTEL_SERVICE_NAME: name, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' },
      ...{
        OTEL_METRICS_EXPORTER: 'none',
        OTEL_LOGS_EXPORTER: 'none',
        OTEL_BSP_SCHEDULE_DELAY: '200',
        OTEL_NODE_RESOURCE_DETECTORS: 'env,host',
      },
    };
    const words = ['--require', '@opentelemetry/auto-instrumentations-node/register', 'service.cjs', name, `${port}`, ...more];
    return (await startedAs(process.execPath, words, env, 'ready')).child;
  };
  const services = await Promise.all(OTHERS.map((name, at) => serve(name, ports[at]!, [])));
  services.push(
    await serve(
      'shop',
      shop,
      OTHERS.map((name, at) => `${name}=${ports[at]}`),
    ),
  );
  const statuses: number[] = [];
  for (let number = 0; number < REQUESTS; number++) statuses.push((await fetch(`http://localhost:${shop}/buy?n=${number}`)).status);
  expect(statuses.filter((status) => status === 500)).toHaveLength(REQUESTS / 10);
  // The last mail, and the last batch of spans.
  await delay(1_000);
  for (const service of services) service.kill('SIGTERM');
  await Promise.all(services.map(ended));
  observer.child.kill('SIGINT');
  expect([await ended(observer.child), observer.printed()]).toEqual([0, expect.stringContaining('wrote observed.yaml')]);

  const text = readFileSync(join(folder, 'observed.yaml'), 'utf8');
  const manifest = parse(text) as Manifest;
  expect(manifest.dependencies?.map(({ source, target, dependencyType, mode = 'Hard' }) => [source, target, dependencyType, mode])).toEqual(
    [
      ['shop', 'ads', 'Calls', 'Soft'],
      ['shop', 'fraud', 'Calls', 'Hard'],
      ['shop', 'mail', 'Calls', 'Hard'],
      ['shop', 'prices', 'Calls', 'Soft'],
      ['shop', 'stock', 'Calls', 'Hard'],
    ],
  );
  expect(text).toMatch(/measured: 10 of 10 failures reached the caller.*\n {2}- source: shop\n {4}target: fraud\n/);
  expect(text).toMatch(/assumed: no failure of it alone was seen; 10 were saved by a retry.*\n {2}- source: shop\n {4}target: stock\n/);
  expect(observer.printed()).toContain('decided: shop → mail: 90 of 90 calls ended after the work that made them');
  expect(observer.printed()).toContain('Called from outside: shop.');
});
