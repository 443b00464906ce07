/**
 * Health signals under load: how many are accepted per second, compared with one INSERT for each behind node:http in the same run; how fast
 * a queue empties; and how long a signal takes to show while many others arrive.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { closeServer, createFrontServer, listen } from '@/doors/http/httpServer';
import { originReader } from '@/doors/http/trustedProxy';
import { handleApi } from '@/doors/apiHandler';
import { createTenant, setLimits } from '@/server/auth/tenants';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';
import type { Database } from '@/server/db/database';
import { acceptSignals } from '@/server/health/acceptSignals';
import { consumeHealth, startConsumer } from '@/server/health/consume';
import { readSnapshot } from '@/server/health/readImpact';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import { withProcessDatabase } from './benchDatabase';
import type { BenchmarkInput } from './benchmarkInput';
import { type BenchTenant, prepareTenant } from './benchTenant';
import { type LoadResult, postRequest } from '@/lab/load/protocol';
import { type Sender, startSender } from '@/lab/load/startSender';
import { percentile } from './measure';

const SYSTEM = { type: 'system', id: 'bench', name: 'bench' } as const;
const PRINCIPAL = { ...SYSTEM, type: 'key', scopes: ['read'], role: null, canSeeRevenue: false } as const;

const FULL = { components: 10_000, connections: 64, measuredMs: 4_000, warmUpMs: 1_500, queued: 60_000, perSecond: 10_000, probes: 60 };
const TINY = { components: 40, connections: 2, measuredMs: 50, warmUpMs: 0, queued: 40, perSecond: 100, probes: 1 };
type Size = typeof FULL;

const INSERT_RATIO = 1.5;
const DRAINED_PER_SECOND = 20_000;
const VISIBLE_MS = 1_000;
/** Of the route that takes several. */
const AT_ONCE = 100;

interface World extends BenchTenant {
  size: Size;
  database: Database;
  addresses: DatabaseAddresses;
  tenant: TenantDb;
  sender: Sender;
  port: number;
}

/** Prints everything to standard output. Its parts are `accept`, `drain` and `busy`. */
export async function run({ part, isTiny, addresses: given }: BenchmarkInput): Promise<void> {
  const size = isTiny ? TINY : FULL;
  const parts = { accept, drain, busy };
  await withProcessDatabase(given, async (database, addresses) => {
    const sender = await startSender();
    const server = createFrontServer({ rest: handleApi, web: () => Promise.resolve(), upgrade: null }, originReader(''));
    try {
      const port = await listen(server, 0, '127.0.0.1');
      const prepared = await prepareTenant(database, size);
      const { tenantId } = prepared;
      await setLimits(database, SYSTEM, tenantId, { signalsPerMinute: 10_000_000, requestsPerMinute: 10_000_000 });
      // The bodies of many unknown keys at once would be refused, as those of strangers are.
      for (const key of prepared.keys)
        await fetch(`http://127.0.0.1:${port}/api/${tenantId}/tenant`, { headers: { authorization: `Bearer ${key}` } });
      const world = { size, database, addresses, tenant: tenantDb(database, tenantId), sender, port, ...prepared };
      for (const [name, measure] of Object.entries(parts)) if (part === null || part === name) await measure(world);
    } finally {
      sender.stop();
      await closeServer(server, 0);
    }
  });
}

async function accept(world: World): Promise<void> {
  const { size, sender, keys, port } = world;
  const { components, measuredMs, warmUpMs } = size;
  const body = JSON.stringify({ state: 'Healthy', source: 'bench' });
  const json = { 'content-type': 'application/json' };
  const reference = await insertServer(world);
  let asked: LoadResult;
  try {
    const connections = keys.map(() => [postRequest('/', json, body)]);
    asked = await sender.send({ port: reference.port, connections, measuredMs, warmUpMs });
  } finally {
    await reference.close();
  }
  const consumer = startConsumer({ onError: (error) => console.error(error) });
  const connections = keys.map((key, caller) =>
    Array.from({ length: 50 }, (_, number) => {
      const component = (caller * 50 + number) % components;
      return postRequest(
        `/api/${world.tenantId}/components/component-${component}/health`,
        { ...json, authorization: `Bearer ${key}` },
        body,
      );
    }),
  );
  const ours = await sender.send({ port, connections, measuredMs, warmUpMs });
  await consumer.stop();
  await consumeHealth(60_000, world.tenantId);
  const ratio = ours.perSecond / asked.perSecond;
  print(
    `accepted, ${size.connections} callers, all healthy  ${figures(ours)}   reference (one INSERT each) ${figures(asked)}   ratio ${ratio.toFixed(2)}, target ${INSERT_RATIO}: ${ratio >= INSERT_RATIO ? 'met' : 'NOT MET'}`,
  );
  if (Object.keys(ours.statuses).some((status) => status !== '202')) print(`answers other than 202: ${JSON.stringify(ours.statuses)}`);
}

async function drain({ size, tenant, tenantId }: World): Promise<void> {
  await queue(tenant, size);
  const from = performance.now();
  const { signals } = await consumeHealth(120_000, tenantId);
  const perSecond = (signals * 1_000) / (performance.now() - from);
  if (signals !== size.queued) throw new Error(`${size.queued} signals were queued and ${signals} taken in.`);
  print(
    `a queue of ${signals.toLocaleString('en')} signals, taken in  ${perSecond.toFixed(0)}/s, target ${DRAINED_PER_SECOND.toLocaleString('en')}: ${perSecond >= DRAINED_PER_SECOND ? 'met' : 'NOT MET'}`,
  );
}

/** Fills the queue, with nobody working on it. */
async function queue(tenant: TenantDb, { queued, components }: Size): Promise<void> {
  for (let from = 0; from < queued; from += 1_000) {
    const inputs = Array.from({ length: Math.min(1_000, queued - from) }, (_, number) => ({
      component: `component-${(from + number) % components}`,
      state: 'Healthy' as const,
    }));
    await acceptSignals(tenant, 'Enterprise', inputs, new Date(), { signalsPerMinute: 10_000_000, requestsPerMinute: null });
  }
}

/** Sends healthy signals at half the rate that must be taken in, and meanwhile one failure after another. */
async function busy({ size, tenant, tenantId, sender, port, keys }: World): Promise<void> {
  const { components, perSecond, probes, measuredMs, warmUpMs } = size;
  const consumer = startConsumer({ onError: (error) => console.error(error) });
  const many = (key: string, at: number): string => {
    const signals = Array.from({ length: AT_ONCE }, (_, number) => ({
      component: `component-${1 + ((at * AT_ONCE + number) % (components - 1))}`,
      state: 'Healthy',
    }));
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    return postRequest(`/api/${tenantId}/health-signals`, headers, JSON.stringify({ signals }));
  };
  const connections = keys.slice(0, 8).map((key, caller) => [0, 1, 2, 3].map((turn) => many(key, caller * 4 + turn)));
  const load = sender.send({ port, connections, perSecond: perSecond / AT_ONCE, warmUpMs, measuredMs: measuredMs * 3 });
  const times: number[] = [];
  let isOver = false;
  void load.finally(() => (isOver = true)).catch(() => undefined);
  for (let probe = 0; probe < probes && !isOver; probe += 1) {
    const from = performance.now();
    const state = probe % 2 === 0 ? 'Outage' : 'Healthy';
    await acceptSignals(tenant, 'Enterprise', [{ component: 'component-0', state }], new Date());
    while ((await readSnapshot(tenant, PRINCIPAL)).unhealthy.length !== (state === 'Outage' ? 1 : 0)) await new Promise(setImmediate);
    times.push(performance.now() - from);
  }
  const { perSecond: requests, statuses } = await load;
  await consumer.stop();
  times.sort((a, b) => a - b);
  const p99 = percentile(times, 0.99);
  print(
    `accepted to visible, beside ${(requests * AT_ONCE).toFixed(0)} signals a second  ${times.length} times, p50 ${percentile(times, 0.5).toFixed(0)} ms p99 ${p99.toFixed(0)} ms, target ${VISIBLE_MS} ms: ${p99 <= VISIBLE_MS ? 'met' : 'NOT MET'}; beside ${JSON.stringify(statuses)}`,
  );
}

/** As little code as possible: reads the body, writes one row, answers when it is committed. */
async function insertServer({ database, addresses }: World): Promise<{ port: number; close: () => Promise<void> }> {
  // A tenant of its own, for which nobody works: the rows stay where they are.
  const { tenantId } = await createTenant(database, { name: 'Reference', plan: 'Enterprise' });
  const settings = { ...(addresses.isSingleLogin ? { role: 'faultline_app' } : {}), 'app.tenant': tenantId };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const pool = new pg.Pool({ connectionString: addresses.app, max: 10, options: options.join(' ') });
  // Dropping the database can break connections that an ended pool has not closed yet.
  pool.on('error', () => undefined);
  let position = 0;
  const text = `insert into "health_signal" ("tenantId", "position", "signalId", "componentId", "state", "observedAt", "acceptedAt", "source")
    values ($1::uuid, $2, $3::uuid, $3::uuid, $4::"health_state", now(), now(), $5)`;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { state, source } = JSON.parse(Buffer.concat(chunks).toString()) as { state: string; source: string };
      position += 1;
      pool.query({ name: 'insert', text, values: [tenantId, position, randomUUID(), state, source] }).then(
        () => response.writeHead(202, { 'content-type': 'application/json', 'content-length': 2 }).end('{}'),
        (error: unknown) => response.writeHead(500, { 'content-length': 0 }).end(void console.error(error)),
      );
    });
  });
  return {
    port: await listen(server, 0, '127.0.0.1'),
    close: async () => {
      await closeServer(server, 0);
      await pool.end();
    },
  };
}

function figures({ perSecond, p50Ms, p99Ms }: LoadResult): string {
  return `${perSecond.toFixed(0)}/s p50 ${p50Ms.toFixed(1)} ms p99 ${p99Ms.toFixed(1)} ms`;
}

function print(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
