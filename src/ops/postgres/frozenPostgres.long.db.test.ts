/**
 * Every process of the database is stopped, as on a host that ran out of memory or a disk that hangs: the real server answers 503 within
 * seconds, pages too, and by itself serves again once they go on.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type StartedServer } from '@/test/startedServer';

const directory = mkdtempSync(join(tmpdir(), 'faultline-frozen-'));
chmodSync(directory, 0o711);
let server: StartedServer;
let tenantId: string;
let key: string;

beforeAll(async () => {
  server = await startServer(directory, { FAULTLINE_PROCESSES: '1' });
  ({ tenantId, key } = JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8')) as { tenantId: string; key: string });
}, 600_000);

afterAll(async () => {
  signalDatabase('SIGCONT');
  await server.stop();
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** To the postmaster and each of its processes. */
function signalDatabase(name: NodeJS.Signals): void {
  const postmaster = Number(readFileSync(join(directory, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ').map(Number);
  for (const pid of [postmaster, ...children]) process.kill(pid, name);
}

interface Told {
  path: string;
  status: number;
  code: unknown;
  hasRetryAfter: boolean;
}

async function ask(path: string, body?: object): Promise<Told> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  // Sooner than any statement's own limit.
  const answer = await fetch(`${server.address}/api/${tenantId}${path}`, { ...init, signal: AbortSignal.timeout(9_000) });
  const code = ((await answer.json().catch(() => ({}))) as { code?: unknown }).code;
  return { path, status: answer.status, code, hasRetryAfter: answer.headers.has('retry-after') };
}

const ROUTES: readonly [string, object?][] = [
  ['/applications'],
  ['/components?limit=5'],
  ['/blast-radius?entityType=component&direction=downstream&entityId=kafka'],
  ['/weak-points?entityType=capability&entityId=place-order'],
  ['/impact/snapshot'],
  ['/incidents'],
  ['/events'],
  ['/manifest'],
  ['/technologies', { name: 'New', technicalName: 'new' }],
  ['/health-signals', { signals: [{ component: 'kafka', state: 'Degraded' }] }],
  ['/scenarios/evaluate', { failures: [{ entityType: 'component', entity: 'kafka' }] }],
];
const askAll = (): Promise<Told[]> => Promise.all(ROUTES.map(([path, body]) => ask(path, body)));

it('says so at every route, and serves again when they go on', { timeout: 120_000 }, async () => {
  expect((await askAll()).filter(({ status }) => status >= 500)).toEqual([]);
  signalDatabase('SIGSTOP');
  try {
    for (let round = 0; round < 3; round++) {
      const told = await askAll();
      expect(told.filter(({ status, code, hasRetryAfter }) => status !== 503 || code !== 'unavailable' || !hasRetryAfter)).toEqual([]);
    }
  } finally {
    signalDatabase('SIGCONT');
  }
  await expect.poll(async () => (await askAll()).filter(({ status }) => status >= 500), { timeout: 60_000 }).toEqual([]);
});
