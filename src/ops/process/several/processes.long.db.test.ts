/** Several processes of one installation keep the promises of a single process, also while one of them is dying. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { endLeftoverIn } from '@/ops/postgres/embeddedPostgres';
import { stateAddresses } from '@/ops/postgres/installationAddresses';
import { identifyProcess } from '@/server/processIdentity';
import { createTestDatabase } from '@/test/database';
import { type FeedReader, openFeedAt } from '@/test/feedReader';
import { PATIENT } from '@/test/patience';
import { spawnServer, startServer, type StartedServer } from '@/test/startedServer';

const directories: string[] = [];

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'faultline-processes-'));
  chmodSync(directory, 0o711);
  directories.push(directory);
  return directory;
}

afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

interface Answer {
  status: number;
  text: string;
  json: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests compare it with exact values
}

interface Caller {
  address: string;
  tenantId: string;
  key: string;
}

/** On a connection of its own, which the next process in turn gets. Rejects if the connection breaks. */
function ask({ address, key }: Caller, method: string, path: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const sent = request(`${address}${path}`, { method, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, json: text.startsWith('{') ? JSON.parse(text) : null }));
    });
    sent.on('error', reject);
    sent.setTimeout(30_000, () => sent.destroy(new Error('No answer came.')));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const send = (caller: Caller, state: string): Promise<Answer> =>
  ask(caller, 'POST', `/api/${caller.tenantId}/components/astronomy-db/health`, { state });

/** Of one metric, by process. */
async function byProcess(caller: Caller, name: string, labels = ''): Promise<Record<string, number>> {
  const { text } = await ask(caller, 'GET', '/api/metrics');
  const found: Record<string, number> = {};
  for (const line of text.split('\n')) {
    const process = /process="([^"]+)"/.exec(line)?.[1];
    if (process === undefined || !line.startsWith(`${name}{`) || !line.includes(labels)) continue;
    found[process] = (found[process] ?? 0) + Number(line.slice(line.lastIndexOf(' ')));
  }
  return found;
}

function demoOf(directory: string, { address }: StartedServer): Caller {
  const { tenantId, key } = JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8')) as Omit<Caller, 'address'>;
  return { address, tenantId, key };
}

/** How many signals wait, and the state that the impact was calculated with. */
async function shownImpact(caller: Caller): Promise<[waiting: number, state: string]> {
  const { json } = await ask(caller, 'GET', `/api/${caller.tenantId}/impact/snapshot`);
  const unhealthy = (json.unhealthy as { state: string }[]).find((item) => Object.values(item).includes('astronomy-db'));
  return [json.pendingSignals, unhealthy?.state ?? 'Healthy'];
}

describe('two web processes and one worker', () => {
  const directory = newDirectory();
  const environment = { FAULTLINE_PROCESSES: '2' };
  let server: StartedServer;
  let caller: Caller;

  beforeAll(async () => {
    server = await startServer(directory, environment);
    caller = demoOf(directory, server);
  });
  afterAll(() => server.stop());

  const pidOf = (name: string): number | undefined => server.children().find((child) => child.name === name)?.pid;

  it('both answer, and both show what a signal to either of them changed', async () => {
    expect(server.children().map(({ name }) => name)).toEqual(['worker', 'web-1', 'web-2']);
    for (const state of ['Outage', 'Healthy', 'Degraded', 'Healthy']) {
      expect((await send(caller, state)).status).toBe(202);
      await vi.waitFor(async () => {
        for (const shown of await Promise.all([shownImpact(caller), shownImpact(caller)])) expect(shown).toEqual([0, state]);
      }, PATIENT);
    }
    const answered = await byProcess(caller, 'faultline_http_requests_total', 'door="rest"');
    expect(Object.keys(answered).sort()).toEqual(['web-1', 'web-2']);
    expect(Math.min(...Object.values(answered))).toBeGreaterThan(4);
  });

  it('pages come from both', async () => {
    const pages = await Promise.all(Array.from({ length: 6 }, () => ask(caller, 'GET', '/sign-in')));
    for (const { status, text } of pages) expect([status, text.includes('<form')]).toEqual([200, true]);
  });

  it('metrics include each process once', async () => {
    const { text } = await ask(caller, 'GET', '/api/metrics');
    expect(text.match(/^# TYPE process_resident_memory_bytes gauge$/gm)).toHaveLength(1);
    expect(Object.keys(await byProcess(caller, 'process_resident_memory_bytes')).sort()).toEqual([
      'supervisor',
      'web-1',
      'web-2',
      'worker',
    ]);
  });

  describe('live feeds', () => {
    const open: FeedReader[] = [];
    const follow = async (): Promise<FeedReader> => {
      const feed = await openFeedAt(server.port, `/api/${caller.tenantId}/events`, { authorization: `Bearer ${caller.key}` });
      open.push(feed);
      return feed;
    };
    afterEach(async () => {
      for (const feed of open.splice(0)) await feed.close();
      await vi.waitFor(async () => expect(await byProcess(caller, 'faultline_feeds')).toEqual({ 'web-1': 0, 'web-2': 0 }), PATIENT);
    });

    it('of both processes show what the worker does', async () => {
      const feeds = [await follow(), await follow()];
      expect(await byProcess(caller, 'faultline_feeds')).toEqual({ 'web-1': 1, 'web-2': 1 });
      expect((await send(caller, 'Degraded')).status).toBe(202);
      for (const feed of feeds) {
        let block = await feed.next();
        while (block !== null && block.event !== 'health.changed') block = await feed.next();
        expect(block?.data).toMatchObject({ data: { component: 'astronomy-db', state: 'Degraded' } });
      }
    });

    it('are counted together until they end', async () => {
      for (let count = 0; count < 20; count++) {
        expect((await follow()).status).toBe(200);
        const open = async () => Object.values(await byProcess(caller, 'faultline_feeds')).reduce((sum, of) => sum + of, 0);
        await vi.waitFor(async () => expect(await open()).toBe(count + 1), PATIENT);
      }
      const refused = await Promise.all([
        ask(caller, 'GET', `/api/${caller.tenantId}/events`),
        ask(caller, 'GET', `/api/${caller.tenantId}/events`),
      ]);
      expect(refused.map(({ status, json }) => [status, json.code])).toEqual([429, 429].map((status) => [status, 'rate_limited']));
      await open.pop()?.close();
      await vi.waitFor(async () => expect((await follow()).status).toBe(200), PATIENT);
    });
  });

  it('a killed web process fails only the requests it was answering, and comes back', async () => {
    const killed = pidOf('web-1') ?? 0;
    process.kill(killed, 'SIGKILL');
    const notice = 'A process for requests ended with SIGKILL; starting another …';
    await vi.waitFor(() => expect(server.said()).toContain(notice), { timeout: 5_000, interval: 1 });
    const meanwhile = await Promise.all(Array.from({ length: 10 }, () => ask(caller, 'GET', `/api/${caller.tenantId}/components`)));
    expect(meanwhile.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    await vi.waitFor(async () => {
      expect(Object.keys(await byProcess(caller, 'process_resident_memory_bytes'))).toContain('web-1');
    }, PATIENT);
    expect(pidOf('web-1')).not.toBe(killed);
    expect(await byProcess(caller, 'faultline_process_restarts_total')).toEqual({ supervisor: 1 });
    for (let count = 0; count < 4; count++) expect((await ask(caller, 'GET', `/api/${caller.tenantId}/components`)).status).toBe(200);
  });

  it('a killed worker loses no signal', async () => {
    expect((await send(caller, 'Healthy')).status).toBe(202);
    await vi.waitFor(async () => expect(await shownImpact(caller)).toEqual([0, 'Healthy']), PATIENT);
    process.kill(pidOf('worker') ?? 0, 'SIGKILL');
    expect((await send(caller, 'Outage')).status).toBe(202);
    await vi.waitFor(async () => expect(await shownImpact(caller)).toEqual([0, 'Outage']), PATIENT);
    expect(await byProcess(caller, 'faultline_process_restarts_total', 'role="worker"')).toEqual({ supervisor: 1 });
  });

  it('a web process killed under load leaves nobody waiting for an answer', async () => {
    for (let round = 0; round < 3; round++) {
      const pid = pidOf('web-1') ?? 0;
      let isOver = false;
      const ends = new Set<string>();
      const load = async (): Promise<void> => {
        while (!isOver)
          await ask(caller, 'GET', `/api/${caller.tenantId}/components?limit=50`).then(
            ({ status }) => ends.add(String(status)),
            (error: NodeJS.ErrnoException) => ends.add(error.code ?? error.message),
          );
      };
      const loads = Array.from({ length: 16 }, load);
      await vi.waitFor(() => expect(ends).toContain('200'), PATIENT);
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(() => expect([undefined, pid]).not.toContain(pidOf('web-1')), PATIENT);
      isOver = true;
      await Promise.all(loads);
      ends.delete('ECONNRESET');
      expect([...ends]).toEqual(['200']);
      await vi.waitFor(async () => {
        expect(Object.keys(await byProcess(caller, 'process_resident_memory_bytes'))).toContain('web-1');
      }, PATIENT);
    }
  });

  it('a web process that is told to stop finishes its answers, and is replaced', async () => {
    const pid = pidOf('web-2') ?? 0;
    const answers = Promise.all(Array.from({ length: 20 }, () => ask(caller, 'GET', `/api/${caller.tenantId}/components?limit=50`)));
    process.kill(pid, 'SIGTERM');
    for (const { status } of await answers) expect(status).toBe(200);
    await vi.waitFor(() => expect(pidOf('web-2') ?? pid).not.toBe(pid), PATIENT);
  });

  it('a second start in the same directory is refused, and names the running one', async () => {
    const second = spawnServer(directory, environment);
    expect(await second.ended).toBe(1);
    expect(second.said()).toContain(`Faultline is already running here (process ${server.pid}).`);
  });

  it('SIGTERM under load cuts off no answer, and ends everything within little more than ten seconds', async () => {
    let [answered, refused, isOver] = [0, 0, false];
    const cut: unknown[] = [];
    const load = async (): Promise<void> => {
      while (!isOver)
        try {
          const { status } = await ask(caller, 'GET', `/api/${caller.tenantId}/components?limit=50`);
          expect(status).toBe(200);
          answered += 1;
        } catch (error) {
          const { code, message } = error as NodeJS.ErrnoException;
          // `aborted`: an answer had begun, and then the connection broke.
          if (code === 'ECONNREFUSED' || (code === 'ECONNRESET' && message !== 'aborted')) refused += 1;
          else cut.push(error);
          await delay(5);
        }
    };
    const loads = Array.from({ length: 8 }, load);
    await vi.waitFor(() => expect(answered).toBeGreaterThan(100), PATIENT);
    const pids = server.children().map(({ pid }) => pid);
    const begun = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(15_000);
    await vi.waitFor(() => expect(refused).toBeGreaterThan(0), PATIENT);
    isOver = true;
    await Promise.all(loads);
    expect(cut).toEqual([]);
    expect(pids.map(identifyProcess)).toEqual(pids.map(() => null));
  });
});

describe('an unplanned end', () => {
  const gone = (pids: readonly number[]) => vi.waitFor(() => expect(pids.map(identifyProcess)).toEqual(pids.map(() => null)), PATIENT);

  it('a killed supervisor leaves no running process, and the next start succeeds', async () => {
    const directory = newDirectory();
    const environment = { FAULTLINE_PROCESSES: '2' };
    const killed = await startServer(directory, environment);
    const pids = killed.children().map(({ pid }) => pid);
    killed.signal('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    await gone(pids);
    const next = await startServer(directory, environment);
    const caller = demoOf(directory, next);
    expect((await ask(caller, 'GET', `/api/${caller.tenantId}/components`)).status).toBe(200);
    // As Ctrl-C does: the signal goes to every process in the terminal.
    next.signal('SIGINT', true);
    expect(await next.ended).toBe(0);
  });

  it('a second Ctrl-C ends everything at once', async () => {
    const directory = newDirectory();
    const server = await startServer(directory, { FAULTLINE_PROCESSES: '2' });
    const pids = server.children().map(({ pid }) => pid);
    server.signal('SIGINT', true);
    server.signal('SIGINT', true);
    const code = await server.ended;
    // Both may arrive as one.
    if (code !== 0) {
      expect([code, server.said()]).toEqual([1, expect.stringContaining('stopping at once')]);
      await endLeftoverIn(join(directory, 'postgres'));
    }
    await gone(pids);
  });

  it('an installation whose processes keep dying at once stops, and says why', async () => {
    const server = await startServer(newDirectory(), { FAULTLINE_PROCESSES: '2' });
    let isOver = false;
    const killing = (async () => {
      while (!isOver) {
        for (const { name, pid } of server.children()) if (name === 'web-1' && identifyProcess(pid) !== null) process.kill(pid, 'SIGKILL');
        await delay(20);
      }
    })();
    expect(await server.ended).toBe(1);
    isOver = true;
    await killing;
    expect(server.said()).toContain(
      'A process for requests ended 5 times in a row within 30 seconds of its start, the last time with SIGKILL. What it said is above.',
    );
  });
});

describe('one role alone', () => {
  it.each(['web', 'worker'])('%s is refused without DATABASE_URL', async (role) => {
    const { ended, said } = spawnServer(newDirectory(), { FAULTLINE_ROLES: role });
    expect(await ended).toBe(1);
    expect(said()).toContain('FAULTLINE_ROLES: one role alone requires DATABASE_URL');
  });

  it('serves or works, and both together do everything', async () => {
    const { addresses, drop } = await createTestDatabase();
    const environment: NodeJS.ProcessEnv = { NODE_ENV: 'production' };
    stateAddresses(addresses, environment);
    const shared = { ...(environment as Record<string, string>), FAULTLINE_SECRET: randomBytes(32).toString('base64') };
    const directory = newDirectory();
    const web = await startServer(directory, { ...shared, FAULTLINE_ROLES: 'web', FAULTLINE_PROCESSES: '1', DEMO: '1' });
    // It says so after it has announced its address.
    await vi.waitFor(() => expect(web.said()).toMatch(/API key +\S+/), PATIENT);
    const [tenantId = '', key = ''] = [/Tenant +(\S+)/, /API key +(\S+)/].map((pattern) => pattern.exec(web.said())?.[1] ?? '');
    const caller = { address: web.address, tenantId, key };
    const pending = async (): Promise<unknown> => (await ask(caller, 'GET', `/api/${tenantId}/impact/snapshot`)).json.pendingSignals;
    expect((await send(caller, 'Outage')).status).toBe(202);
    expect(await pending()).toBe(1);
    expect(web.children()).toEqual([]);

    const worker = await startServer(newDirectory(), { ...shared, FAULTLINE_ROLES: 'worker', FAULTLINE_PROCESSES: '4' });
    await vi.waitFor(async () => expect(await pending()).toBe(0), PATIENT);
    expect(worker.children()).toEqual([]);
    // By a nudge: sooner than the next check of its tenants would be, which nobody has to wait for here.
    expect((await send(caller, 'Healthy')).status).toBe(202);
    await vi.waitFor(async () => expect(await pending()).toBe(0), PATIENT);

    const atWorker = { ...caller, address: worker.address };
    for (const path of ['/api/health', '/api/ready', '/api/metrics']) expect((await ask(atWorker, 'GET', path)).status).toBe(200);
    for (const path of ['/', '/sign-in', `/api/${tenantId}/components`, '/api/openapi.json', '/trpc/x'])
      expect([path, await ask(atWorker, 'GET', path)]).toMatchObject([path, { status: 404, json: { code: 'not_found' } }]);
    expect(await send(atWorker, 'Outage')).toMatchObject({ status: 404, json: { code: 'not_found' } });
    expect([await worker.stop(), await web.stop()]).toEqual([0, 0]);
    await drop();
  });
});
