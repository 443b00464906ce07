/** The first question after a start, when no graph is in memory: large landscapes, and many small tenants one after another. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Principal } from '@/domain/access';
import { MEBIBYTE } from '@/plain/sizes';
import type { Database } from '@/server/db/database';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';
import { currentGraph } from '@/server/graphs/graphStore';
import { answerBlastRadius } from '@/server/impact/blastRadius';
import { COPIED } from '@/server/graphs/copyFacts';
import { eachCopiedRow } from '@/server/landscape/copyRows';
import { processState } from '@/server/processState';
import type { TenantDb } from '@/server/db/tenantDb';
import { withProcessDatabase } from './benchDatabase';
import type { BenchmarkInput } from './benchmarkInput';
import { analyzeFilled, filledId, filledTenant } from './listsFill';
import { read } from '@/server/db/read';

const PRINCIPAL: Principal = { type: 'key', id: 'bench', name: 'bench', scopes: ['read'], role: null, canSeeRevenue: true };
const ROUNDS = 3;
/** No caller of the product waits as long, but the largest landscape should be measured to its end. */
const LONGEST_MS = 110_000;
/** In milliseconds, for 100,000 components. */
const TARGET_MS = 1_500;
const TARGET_SIZE = 100_000;

const FULL = { landscapes: [10_000, 100_000], tenants: 1_000, componentsEach: 20 };
const LARGE = { landscapes: [1_000_000], tenants: 0, componentsEach: 0 };
const TINY = { landscapes: [60], tenants: 3, componentsEach: 5 };

/** As in a process that has just started. */
function forgetGraphs(): void {
  processState('graphs', () => new Map<string, unknown>()).clear();
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

async function ask(tenant: TenantDb, entityId: string): Promise<void> {
  // A caller gives up earlier than this; the graph of a million components is waited for.
  await currentGraph(tenant, LONGEST_MS);
  await answerBlastRadius(tenant, 'Enterprise', PRINCIPAL, { entityType: 'component', entityId, direction: 'downstream' });
}

/** How long the database and the connection take by themselves: the same rows, read and thrown away. */
async function readAlone(tenant: TenantDb): Promise<number> {
  const start = performance.now();
  await read.onConnection(tenant, async (client) => {
    for (const table of COPIED) await eachCopiedRow(client, tenant.tenantId, table, () => undefined);
  });
  return performance.now() - start;
}

async function measureLandscape(database: Database, addresses: DatabaseAddresses, components: number): Promise<void> {
  const tenant = await filledTenant(database, addresses, components);
  await analyzeFilled(database);
  const entityId = filledId(tenant, 'component', Math.floor(components / 2));
  const elapsed: number[] = [];
  const processor: number[] = [];
  const reading: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    reading.push(await readAlone(tenant));
    forgetGraphs();
    const used = process.cpuUsage();
    const start = performance.now();
    await ask(tenant, entityId);
    elapsed.push(performance.now() - start);
    const { user, system } = process.cpuUsage(used);
    processor.push((user + system) / 1_000);
  }
  const { graph } = await currentGraph(tenant, LONGEST_MS);
  const [p50, cpu, rows] = [elapsed, processor, reading].map((values) => median(values).toFixed(0)) as [string, string, string];
  const target = components === TARGET_SIZE ? `   target ${TARGET_MS} ms: ${median(elapsed) <= TARGET_MS ? 'met' : 'NOT MET'}` : '';
  process.stdout.write(
    `  ${`first question, ${components.toLocaleString('en')} components`.padEnd(44)} p50 ${p50} ms   processor ${cpu} ms   ` +
      `the rows alone ${rows} ms   first ${elapsed[0]?.toFixed(0)} ms   graph ${(graph.approximateBytes / MEBIBYTE).toFixed(1)} MiB${target}\n`,
  );
}

/** Memory in bytes that is in use after garbage collection. */
function inUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function measureTenants(database: Database, addresses: DatabaseAddresses, count: number, components: number): Promise<void> {
  const tenants: TenantDb[] = [];
  for (let index = 0; index < count; index += 1) tenants.push(await filledTenant(database, addresses, components));
  await analyzeFilled(database);
  forgetGraphs();
  const before = inUse();
  const times: number[] = [];
  for (const tenant of tenants) {
    const start = performance.now();
    await ask(tenant, filledId(tenant, 'component', 0));
    times.push(performance.now() - start);
  }
  const sorted = times.sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((share) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1));
  const bytes = inUse() - before;
  process.stdout.write(
    `  ${`first questions of ${count} tenants, ${components} components each`.padEnd(44)} p50 ${p50} ms   p99 ${p99} ms   ` +
      `${(bytes / MEBIBYTE).toFixed(1)} MiB for all, ${(bytes / 1_024 / count).toFixed(0)} KiB each\n`,
  );
}

/** Prints everything to standard output. The parts are landscapes and tenants. */
export async function run({ part, isTiny, isLarge, addresses }: BenchmarkInput): Promise<void> {
  const { landscapes, tenants, componentsEach } = isTiny ? TINY : isLarge ? LARGE : FULL;
  await withProcessDatabase(addresses, async (database, opened) => {
    if (part !== 'tenants') for (const components of landscapes) await measureLandscape(database, opened, components);
    if (part !== 'landscapes' && tenants > 0) await measureTenants(database, opened, tenants, componentsEach);
  });
}
