/** Whether memory stays flat: runs a server with a separate database under mixed load, and samples its heap after garbage collection. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { closeServer, createFrontServer, listen } from '@/doors/http/httpServer';
import { originReader } from '@/doors/http/trustedProxy';
import { handleApi } from '@/doors/apiHandler';
import { MEBIBYTE } from '@/plain/sizes';
import { startWorkers } from '@/ops/process/workers';
import { createApiKey } from '@/server/auth/apiKeys';
import { createTenant } from '@/server/auth/tenants';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';
import type { Database } from '@/server/db/database';
import { closeFeeds } from '@/server/feed/eventFeed';
import { listEntities } from '@/server/landscape/entities';
import { applyManifest } from '@/server/manifest/applyManifest';
import { tenantDb } from '@/server/db/tenantDb';
import { createWebhook } from '@/server/webhooks/endpoints';
import { withProcessDatabase } from '@/lab/bench/benchDatabase';
import { largeManifest } from '@/lab/bench/largeManifest';
import { startSender } from '@/lab/load/startSender';
import { heapTrend, type HeapSample, type HeapTrend } from './heapTrend';
import { feedsThatComeAndGo, mixedRequests, type SoakTenant, webhookReceiver } from './soakLoad';

const SYSTEM = { type: 'system', id: 'soak', name: 'soak' } as const;
const PRINCIPAL = { ...SYSTEM, type: 'key', scopes: ['read', 'write'], role: null, canSeeRevenue: true } as const;

const MOMENTS = 4;
const BETWEEN_MOMENTS_MS = 100;

export interface SoakSize {
  durationMs: number;
  components: number;
  perSecond: number;
  feeds: number;
  samples: number;
}

/** Prints the samples and the verdict, and returns it. `addresses` as for benchmarks. */
export async function soak(size: SoakSize, addresses: DatabaseAddresses | null): Promise<HeapTrend> {
  process.env.WEBHOOK_ALLOW_LOOPBACK = '1';
  let trend: HeapTrend | null = null;
  await withProcessDatabase(addresses, async (database) => {
    const [sender, receiver] = [await startSender(), await webhookReceiver()];
    const server = createFrontServer({ rest: handleApi, web: () => Promise.resolve(), upgrade: null }, originReader(''));
    const workers = startWorkers(database);
    try {
      const tenant = await founded(database, await listen(server, 0, '127.0.0.1'), size, receiver.url);
      const feeds = feedsThatComeAndGo(tenant, size.feeds);
      const { port } = tenant;
      const load = sender.send({
        port,
        connections: mixedRequests(tenant),
        perSecond: size.perSecond,
        warmUpMs: 0,
        measuredMs: size.durationMs,
      });
      trend = heapTrend(await samplesOf(size));
      const { answers, statuses, p99Ms } = await load;
      feeds.stop();
      say(
        `${answers} answers ${JSON.stringify(statuses)}, p99 ${p99Ms.toFixed(0)} ms; ${receiver.received()} webhooks, ${feeds.received()} bytes of feeds`,
      );
    } finally {
      sender.stop();
      closeFeeds();
      await workers.stop();
      await closeServer(server, 0);
      receiver.server.closeAllConnections();
      receiver.server.close();
    }
  });
  if (trend === null) throw new Error('The load ended without a sample.');
  told(trend);
  return trend;
}

function told({ bytesPerHour, uncertainty, verdict }: HeapTrend): void {
  const sign = bytesPerHour < 0 ? '−' : '+';
  const words = {
    grows: 'IT GROWS',
    flat: 'flat',
    unclear: `no growth seen, but one of less than ${inMebibytes(bytesPerHour + uncertainty)} MiB an hour would not show in so short a run`,
  };
  say(
    `heap after garbage collection: ${sign}${inMebibytes(Math.abs(bytesPerHour))} MiB an hour, give or take ${inMebibytes(uncertainty)}: ${words[verdict]}`,
  );
}

async function founded(database: Database, port: number, { components }: SoakSize, webhookUrl: string): Promise<SoakTenant> {
  const { tenantId } = await createTenant(database, { name: 'Soak', plan: 'Enterprise', openAfterSeconds: 0 });
  const tenant = tenantDb(database, tenantId);
  const text = JSON.stringify(largeManifest({ components, dependencies: 3 * components }));
  await applyManifest(tenant, PRINCIPAL, { source: { text, contentType: 'application/json' }, prune: false, impact: false });
  const { id, key } = await createApiKey(tenant, SYSTEM, { name: 'soak', scopes: ['read', 'write', 'health'] });
  await createWebhook(tenant, { actor: { ...PRINCIPAL, id }, plan: 'Enterprise', now: new Date() }, { url: webhookUrl });
  const { items } = await listEntities(tenant, PRINCIPAL, 'component', { limit: 100, sort: 'technicalName' });
  return { port, tenantId, authorization: `Bearer ${key}`, components: items.map(({ id }) => id) };
}

async function samplesOf({ durationMs, samples }: SoakSize): Promise<HeapSample[]> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const taken: HeapSample[] = [];
  const startedAt = performance.now();
  for (let index = 1; index <= samples; index += 1) {
    await sleep(Math.max(0, startedAt + (durationMs * index) / samples - performance.now()));
    const { heapUsed, external, rss } = await leastMemory(collect);
    const seconds = (performance.now() - startedAt) / 1_000;
    taken.push({ seconds, bytes: heapUsed + external });
    say(
      `${seconds.toFixed(0).padStart(6)} s   heap ${inMebibytes(heapUsed)} MiB   outside it ${inMebibytes(external)} MiB   resident ${inMebibytes(rss)} MiB`,
    );
  }
  return taken;
}

/** The smallest of a few samples, because running requests come and go. */
async function leastMemory(collect: () => void): Promise<NodeJS.MemoryUsage> {
  let least: NodeJS.MemoryUsage | null = null;
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    collect();
    const now = process.memoryUsage();
    if (least === null || now.heapUsed + now.external < least.heapUsed + least.external) least = now;
    await sleep(BETWEEN_MOMENTS_MS);
  }
  return least ?? process.memoryUsage();
}

function inMebibytes(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
