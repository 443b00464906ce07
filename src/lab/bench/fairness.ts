/**
 * How long one tenant waits while another keeps the server busy: times a small question of the quiet tenant alone, and during each kind of
 * load from the noisy one. Also times the probes, and tells how long the event loop was blocked, and how long by garbage collection.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { closeServer, createFrontServer, listen } from '@/doors/http/httpServer';
import { originReader } from '@/doors/http/trustedProxy';
import { handleApi } from '@/doors/apiHandler';
import { createApiKey } from '@/server/auth/apiKeys';
import { createTenant } from '@/server/auth/tenants';
import type { Database } from '@/server/db/database';
import { currentGraph } from '@/server/graphs/graphStore';
import { startConsumer } from '@/server/health/consume';
import { listEntities } from '@/server/landscape/entities';
import { applyManifest } from '@/server/manifest/applyManifest';
import { tenantDb } from '@/server/db/tenantDb';
import { withProcessDatabase } from './benchDatabase';
import type { BenchmarkInput } from './benchmarkInput';
import { watchCollections } from './collections';
import { largeManifest } from './largeManifest';
import { getRequest, postRequest, type LoadOrder, type LoadResult } from '@/lab/load/protocol';
import { startSender, type Sender } from '@/lab/load/startSender';
import { measureWebhooks } from './webhookFairness';

const SYSTEM = { type: 'system', id: 'bench', name: 'bench' } as const;
const PRINCIPAL = { ...SYSTEM, type: 'key', scopes: ['read', 'write'], role: null, canSeeRevenue: true } as const;

const FULL = { components: 10_000, measuredMs: 3_000, warmUpMs: 1_000, hostileKeys: 400_000, silentEndpoints: 100, deliveries: 20 };
const TINY = { components: 40, measuredMs: 100, warmUpMs: 50, hostileKeys: 100, silentEndpoints: 3, deliveries: 1 };
type Size = typeof FULL;

/**
 * The quiet tenant's p95 may be this many times its value without load, or this many milliseconds, whichever is more. The last one limits
 * its p99 and the probes.
 */
const TIMES_ALONE = 2;
const P95_MS = 25;
const P99_MS = 100;
const PROBE_MS = 50;

interface Tenant {
  tenantId: string;
  authorization: string;
  /** Ids of some components, and of the hosting areas. */
  components: readonly string[];
  areas: readonly string[];
}

interface World {
  size: Size;
  port: number;
  noisy: Tenant;
  quiet: Tenant;
}

interface Noise {
  name: string;
  order: (world: World) => Pick<LoadOrder, 'connections' | 'perSecond'>;
}

const NOISES: readonly Noise[] = [
  { name: 'hub questions, 8 callers', order: ({ noisy }) => ({ connections: times(8, hubs(noisy)) }) },
  { name: 'hosting areas, 32 callers', order: ({ noisy }) => ({ connections: times(32, areas(noisy)) }) },
  { name: 'previews and applies', order: ({ noisy, size }) => ({ connections: [changes(noisy, size)] }) },
  { name: 'signals, 500 a second', order: ({ noisy }) => ({ connections: times(16, signals(noisy)), perSecond: 500 }) },
  { name: 'unknown keys, 16 callers', order: ({ noisy }) => ({ connections: times(16, [unknownKey(noisy)]) }) },
  { name: 'hostile manifests, 6 at once', order: ({ noisy, size }) => ({ connections: times(6, [hostile(noisy, size)]) }) },
];

/** Prints everything to standard output. A part is one kind of load, named by its first word, or `webhooks`. */
export async function run({ part, isTiny, addresses }: BenchmarkInput): Promise<void> {
  const size = isTiny ? TINY : FULL;
  process.env.WEBHOOK_ALLOW_LOOPBACK = '1';
  await withProcessDatabase(addresses, async (database) => {
    const senders = { noise: await startSender(), asker: await startSender(), prober: await startSender() };
    const server = createFrontServer({ rest: handleApi, web: () => Promise.resolve(), upgrade: null }, originReader(''));
    if (part === null || part === 'webhooks') await measureWebhooks(database, size);
    const consumer = startConsumer({ onError: (error) => console.error(error) });
    try {
      const port = await listen(server, 0, '127.0.0.1');
      const noisy = await founded(database, 'Noisy', size.components);
      const quiet = await founded(database, 'Quiet', size.components);
      await measureAll({ size, port, noisy, quiet }, senders, part);
    } finally {
      for (const sender of Object.values(senders)) sender.stop();
      await consumer.stop();
      await closeServer(server, 0);
    }
  });
}

async function founded(database: Database, name: string, components: number): Promise<Tenant> {
  const { tenantId } = await createTenant(database, { name, plan: 'Enterprise' });
  const tenant = tenantDb(database, tenantId);
  const text = JSON.stringify(largeManifest({ components, dependencies: 3 * components }));
  await applyManifest(tenant, PRINCIPAL, { source: { text, contentType: 'application/json' }, prune: false, impact: false });
  const { key } = await createApiKey(tenant, SYSTEM, { name: 'bench', scopes: ['read', 'write', 'health'], canSeeRevenue: true });
  // Loads the landscape first, because that is not what is measured.
  await currentGraph(tenant);
  const ids = async (kind: 'component' | 'hosting-area'): Promise<string[]> =>
    (await listEntities(tenant, PRINCIPAL, kind, { limit: 200, sort: 'technicalName' })).items.map(({ id }) => id);
  return { tenantId, authorization: `Bearer ${key}`, components: await ids('component'), areas: await ids('hosting-area') };
}

type Senders = Record<'noise' | 'asker' | 'prober', Sender>;

async function measureAll(world: World, senders: Senders, part: string | null): Promise<void> {
  process.stdout.write(
    `${world.size.components.toLocaleString('en')} components each; target: p95 at most ${TIMES_ALONE} × alone or ${P95_MS} ms, p99 ${P99_MS} ms, probes ${PROBE_MS} ms\n`,
  );
  if (part === 'webhooks') return;
  const alone = await measured(world, senders, null);
  told('alone', alone, null);
  for (const noise of NOISES)
    if (part === null || noise.name.startsWith(part)) told(noise.name, await measured(world, senders, noise), alone);
}

interface Measured {
  asked: LoadResult;
  probed: LoadResult;
  noise: LoadResult | null;
  longestBlockMs: number;
  longestCollectionMs: number;
}

async function measured({ size, ...world }: World, { noise: noiseSender, asker, prober }: Senders, noise: Noise | null): Promise<Measured> {
  const { measuredMs, warmUpMs } = size;
  const { port, quiet } = world;
  const timing = { port, measuredMs, warmUpMs };
  const probes = ['health', 'ready', 'metrics'].map((name) => getRequest(`/api/${name}`));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const longestCollection = watchCollections();
  const [asked, probed, noiseMade] = await Promise.all([
    asker.send({ ...timing, connections: [smallQuestions(quiet)] }),
    // As often as an orchestrator and a dashboard together, so that the probes are not a load themselves.
    prober.send({ ...timing, connections: [probes], perSecond: 30 }),
    noise === null ? null : noiseSender.send({ ...timing, ...noise.order({ size, ...world }) }),
  ]);
  delay.disable();
  return { asked, probed, noise: noiseMade, longestBlockMs: delay.max / 1e6, longestCollectionMs: await longestCollection() };
}

function told(name: string, { asked, probed, noise, longestBlockMs, longestCollectionMs }: Measured, alone: Measured | null): void {
  const isMet =
    asked.p95Ms <= Math.max(P95_MS, TIMES_ALONE * (alone ?? { asked }).asked.p95Ms) && asked.p99Ms <= P99_MS && probed.p99Ms <= PROBE_MS;
  const beside = noise === null ? '' : `; beside ${noise.perSecond.toFixed(1)}/s ${JSON.stringify(noise.statuses)}`;
  process.stdout.write(
    `  ${name.padEnd(28)} p50 ${ms(asked.p50Ms)} p95 ${ms(asked.p95Ms)} p99 ${ms(asked.p99Ms)}   probes p99 ${ms(probed.p99Ms)}   longest block ${ms(longestBlockMs)}, collection ${ms(longestCollectionMs)}   ${isMet ? 'met' : 'NOT MET'}${beside}\n`,
  );
  const failed = Object.keys({ ...asked.statuses, ...probed.statuses }).filter((status) => status !== '200');
  if (failed.length > 0) process.stdout.write(`    answers other than 200: ${JSON.stringify([asked.statuses, probed.statuses])}\n`);
}

/** If nothing was answered in time, there is nothing to measure. */
function ms(milliseconds: number): string {
  return !Number.isFinite(milliseconds) ? 'none' : `${milliseconds.toFixed(1)} ms`;
}

function times<Value>(count: number, value: Value): Value[] {
  return Array.from({ length: count }, () => value);
}

function blast({ tenantId, authorization }: Tenant, query: string): string {
  return getRequest(`/api/${tenantId}/blast-radius?direction=downstream&${query}`, { authorization });
}

function smallQuestions(tenant: Tenant): string[] {
  return tenant.components.map((id) => blast(tenant, `entityType=component&entityId=${id}&maxDepth=2`));
}

/** In a random landscape, nearly every component takes most of the others down. */
function hubs(tenant: Tenant): string[] {
  return tenant.components.map((id) => blast(tenant, `entityType=component&entityId=${id}`));
}

function areas(tenant: Tenant): string[] {
  return tenant.areas.map((id) => blast(tenant, `entityType=hosting-area&entityId=${id}&componentLimit=100`));
}

/** A preview and an apply of 500 changes, and the same in reverse. */
function changes({ tenantId, authorization }: Tenant, { components }: Size): string[] {
  const manifest = largeManifest({ components, dependencies: 3 * components });
  const headers = { authorization, 'content-type': 'application/json' };
  return ['one', 'another'].flatMap((word) => {
    const applications = manifest.applications?.map((application, index) =>
      index < 500 ? { ...application, ownerTeam: word } : application,
    );
    const body = JSON.stringify({ ...manifest, applications });
    return ['preview', 'apply'].map((deed) => postRequest(`/api/${tenantId}/manifest/${deed}`, headers, body));
  });
}

function signals({ tenantId, authorization, components }: Tenant): string[] {
  const headers = { authorization, 'content-type': 'application/json' };
  return components.flatMap((id, number) =>
    ['Outage', 'Healthy'].map((state) =>
      postRequest(`/api/${tenantId}/components/${id}/health`, headers, JSON.stringify({ state, message: `${number}` })),
    ),
  );
}

function unknownKey({ tenantId }: Tenant): string {
  return getRequest(`/api/${tenantId}/components?limit=1`, { authorization: `Bearer flt_${'a'.repeat(43)}` });
}

function hostile({ tenantId, authorization }: Tenant, { hostileKeys }: Size): string {
  const keys = Array.from({ length: hostileKeys }, (_, index) => `k${index}: 1`).join('\n');
  const headers = { authorization, 'content-type': 'application/yaml' };
  return postRequest(`/api/${tenantId}/manifest/preview`, headers, `version: 1\nname: hostile\n${keys}\n`);
}
