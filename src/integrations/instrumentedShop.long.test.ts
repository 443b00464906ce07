/**
 * Really instrumented services are proposed as they are, with their modes, their retries and what nobody waits for, by whoever follows the guide
 * word by word: its commands and its settings are taken from its text.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Manifest } from '@/contract/manifest/schema';

const folder = mkdtempSync(join(tmpdir(), 'faultline-shop-'));
const clone = join(folder, 'clone');
const shopFolder = join(folder, 'shop');
const OF_A_CLONE = ['package.json', 'tsconfig.json', 'next.config.js', 'node_modules', 'prisma', 'public', 'src', 'dist'];
const GUIDE = readFileSync(join('src', 'guides', 'connect-what-you-run.md'), 'utf8');
/** Beside the guide: only what makes the test quick, and no request of npm's own. */
const QUICK = { OTEL_BSP_SCHEDULE_DELAY: '200', OTEL_NODE_RESOURCE_DETECTORS: 'env,host', npm_config_update_notifier: 'false' };
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

/** The block that the guide marks with this word. */
function blockOf(word: string): string {
  const found = [...GUIDE.matchAll(/^```console (\S+)\n([\s\S]*?)^```$/gm)].filter(([, mark]) => mark === word);
  expect(found, `blocks of the guide marked ${word}`).toHaveLength(1);
  return found[0]![2]!;
}

interface Started {
  child: ChildProcess;
  /** Grows with all that it prints. */
  printed: () => string;
}

/** Runs a script as in a terminal of its own. */
function inTerminal(script: string, cwd: string, env: Record<string, string> = {}): Started {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    detached: true,
  });
  started.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return { child, printed: () => printed };
}

/** Once it has printed the word. */
async function until({ child, printed }: Started, word: string): Promise<void> {
  await new Promise<void>((done, fail) => {
    const look = (): void => {
      if (printed().includes(word)) done();
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', look);
    child.once('close', (code) => fail(new Error(`it ended with ${code}: ${printed()}`)));
    look();
  });
}

/** What Ctrl-C and closing a terminal do: the signal goes to all that runs there. */
const signal = ({ child }: Started, name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void => {
  process.kill(-child.pid!, name);
};

beforeAll(async () => {
  mkdirSync(clone);
  for (const name of OF_A_CLONE) symlinkSync(join(process.cwd(), name), join(clone, name));
  cpSync(join('src', 'integrations', 'instrumentedShop'), shopFolder, { recursive: true });
  // What the guide says to install, in the versions of the lock file.
  const { dependencies } = JSON.parse(readFileSync(join(shopFolder, 'package.json'), 'utf8')) as { dependencies: object };
  expect(blockOf('install')).toBe(`npm install ${Object.keys(dependencies).join(' ')}\n`);
  const install = inTerminal('npm ci --prefer-offline --no-progress', shopFolder);
  expect(await ended(install.child), install.printed()).toBe(0);
}, 300_000);

afterAll(() => {
  for (const child of started)
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It has ended.
    }
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

it('what is planted in the shop is what is proposed to whoever follows the guide', async () => {
  const observer = inTerminal(blockOf('observe'), clone);
  await until(observer, 'OTEL_EXPORTER_OTLP_ENDPOINT=http');
  const start = blockOf('start');
  // The address in the guide is the one that the command prints.
  expect(start).toContain(/OTEL_EXPORTER_OTLP_ENDPOINT=\S+/.exec(observer.printed())![0]);
  const names = ['shop', ...OTHERS];
  const ports = await freePorts(names.length);
  const SHOP_PORTS = names.map((name, at) => `${name}=${ports[at]}`).join(' ');
  const services = names.map((name) =>
    inTerminal(start.replace('OTEL_SERVICE_NAME=bookshop', `OTEL_SERVICE_NAME=${name}`), shopFolder, { ...QUICK, SHOP_PORTS }),
  );
  await Promise.all(services.map((service) => until(service, 'ready')));
  const statuses: number[] = [];
  for (let number = 0; number < REQUESTS; number++) statuses.push((await fetch(`http://localhost:${ports[0]}/buy?n=${number}`)).status);
  expect(statuses.filter((status) => status === 500)).toHaveLength(REQUESTS / 10);
  // The last mail, and the last batch of spans.
  await delay(1_000);
  const allEnded = Promise.all(services.map(({ child }) => ended(child)));
  for (const service of services) signal(service, 'SIGTERM');
  await allEnded;
  const end = ended(observer.child);
  signal(observer, 'SIGINT');
  await end;
  expect(observer.printed()).toContain('wrote observed.yaml');
  const [validate = ''] = /^npx --no-install faultline validate .*$/m.exec(GUIDE) ?? [];
  const validation = inTerminal(validate, clone);
  expect(await ended(validation.child), validation.printed()).toBe(0);

  const text = readFileSync(join(clone, 'observed.yaml'), 'utf8');
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
