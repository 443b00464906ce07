/**
 * What a Citus costs, compared with a plain PostgreSQL: the same tenants on both, the same questions one after another, while two replicas
 * look for work. TEST_CITUS_URL and TEST_PLAIN_URL name them, as superusers; without the former, only a plain one is measured. Processor
 * time is that of whole servers, so nothing else may use them.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Principal } from '@/domain/access';
import { copyTables, columnsOf, tablesInOrder } from '@/lab/citus/copyTables';
import {
  createPlainDatabase,
  createSpreadDatabase,
  createTemplate,
  dropAll,
  freshNames,
  nodesOf,
  readCluster,
  type SpreadDatabase,
} from '@/lab/citus/cluster';
import { cpuOf, serversAt } from '@/lab/citus/serverCpu';
import { Simulation } from '@/lab/replicas/simulation';
import { quoteName } from '@/ops/backup/catalog';
import { TENANT_TABLES } from '@/ops/distribution/tables';
import { migrate } from '@/ops/postgres/migrate';
import type { Cluster } from '@/ops/postgres/embeddedPostgres';
import { startTemporaryCluster } from '@/ops/postgres/temporaryDatabase';
import { openDatabase, type Database } from '@/server/db/database';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import { currentGraph } from '@/server/graphs/graphStore';
import { acceptSignal } from '@/server/health/acceptSignals';
import { lookForWork } from '@/server/health/claimWork';
import { answerBlastRadius } from '@/server/impact/blastRadius';
import { getEntity, updateEntity } from '@/server/landscape/entities';
import { applyManifest } from '@/server/manifest/applyManifest';
import { forgetProcessState, processState } from '@/server/processState';
import { lookForLanes } from '@/server/webhooks/claimLane';
import { connected } from '@/test/connected';
import type { BenchmarkInput } from './benchmarkInput';
import { createTenant } from '@/server/auth/tenants';
import { filledId, filledTenant } from './listsFill';
import { largeManifest } from './largeManifest';
import { percentile } from './measure';

const FULL = {
  tenants: 10_000,
  componentsEach: 20,
  large: 10_000,
  share: 2_500,
  rounds: 300,
  slowRounds: 3,
  settleMs: 15_000,
  idleMs: 10_000,
};
const TINY = { tenants: 4, componentsEach: 5, large: 40, share: 2, rounds: 2, slowRounds: 1, settleMs: 500, idleMs: 200 };
type Size = typeof FULL;
const REPLICAS = 2;

const PRINCIPAL: Principal = {
  type: 'key',
  id: 'bench',
  name: 'bench',
  scopes: ['read', 'write', 'health'],
  role: null,
  canSeeRevenue: true,
};

/** One database to be measured. */
interface Measured {
  name: string;
  database: SpreadDatabase;
  /** A superuser's URL for each of its servers. */
  servers: readonly string[];
}

interface Figures {
  p50: number;
  p99: number;
  /** Processor time of the servers for each, in milliseconds; null if it cannot be seen. */
  cpuMs: number | null;
}

/** Prints one line for each question, with the figures of each database. */
export async function run({ isTiny }: Pick<BenchmarkInput, 'isTiny'>): Promise<void> {
  const size = isTiny ? TINY : FULL;
  const { TEST_CITUS_URL: citusUrl = '', TEST_PLAIN_URL: plainUrl = '' } = process.env;
  const cluster = citusUrl === '' ? null : await readCluster(citusUrl, null);
  const own = plainUrl === '' ? await startTemporaryCluster() : null;
  const opened: SpreadDatabase[] = [];
  try {
    const plain = own === null ? await createPlainDatabase(plainUrl, cluster ?? freshNames()) : await onOwn(own);
    opened.push(plain);
    const all: Measured[] = [{ name: 'plain', database: plain, servers: [plain.administratorUrl] }];
    const filled = await fill(plain, size);
    if (cluster !== null) {
      await createTemplate(cluster);
      const spread = await createSpreadDatabase(cluster);
      opened.push(spread);
      await copyTables(plain.administratorUrl, spread.administratorUrl);
      all.push({ name: 'Citus', database: spread, servers: nodesOf(cluster) });
    }
    for (const { database } of all) await connected(database.administratorUrl, (client) => client.query('analyze'));
    print(
      `${size.tenants.toLocaleString('en')} tenants with ${size.componentsEach} components each, one with ${size.large.toLocaleString('en')}; ${REPLICAS} replicas look for work`,
    );
    const found = new Map<string, Figures[]>();
    for (const one of all)
      for (const [question, figures] of await measureAll(one, filled, size)) found.set(question, [...(found.get(question) ?? []), figures]);
    for (const [question, figures] of found) print(lineOf(question, figures, all));
  } finally {
    for (const database of opened) await database.drop();
    if (cluster !== null) await dropAll(cluster);
    await own?.stop();
  }
}

async function onOwn({ addresses, superuserUrl }: Cluster): Promise<SpreadDatabase> {
  await migrate({ url: addresses.owner, isSingleLogin: false, log: () => undefined });
  const administratorUrl = Object.assign(new URL(superuserUrl), { pathname: new URL(addresses.owner).pathname }).href;
  return { addresses: { ...addresses, isSingleLogin: false }, administratorUrl, secondEntry: null, drop: () => Promise.resolve() };
}

interface Filled {
  /** All of the same content. */
  tenants: readonly string[];
  /** The tenant from which they were copied, whose components have the same ids. */
  model: string;
  large: string;
}

/** One tenant is filled as the benchmarks of lists do, and its rows are copied to all others. */
async function fill({ addresses, administratorUrl }: SpreadDatabase, size: Size): Promise<Filled> {
  const database = openDatabase(addresses, 4, 'transaction');
  try {
    const large = await filledTenant(database, addresses, size.large);
    const model = await filledTenant(database, addresses, size.componentsEach);
    const tenants = Array.from({ length: size.tenants - 1 }, () => randomUUID());
    await connected(administratorUrl, async (client) => {
      // The rows are as good as those they are copied from.
      await client.query('set session_replication_role = replica');
      for (const table of await tablesInOrder(client)) await multiply(client, table, model.tenantId, tenants);
    });
    return { tenants: [model.tenantId, ...tenants], model: model.tenantId, large: large.tenantId };
  } finally {
    await database.close();
  }
}

async function multiply(client: Client, table: string, model: string, tenants: readonly string[]): Promise<void> {
  const key = TENANT_TABLES[table];
  if (key === undefined) return;
  const columns = (await columnsOf(client, table)).filter((column) => column !== key).map(quoteName);
  await client.query(
    `insert into ${quoteName(table)} (${[quoteName(key), ...columns].join(', ')})
     select n.id, ${columns.map((column) => `m.${column}`).join(', ')} from ${quoteName(table)} m cross join unnest($2::uuid[]) as n(id) where m.${quoteName(key)} = $1::uuid`,
    [model, tenants],
  );
}

/** In the order in which they are printed. */
async function measureAll({ database: { addresses }, servers }: Measured, filled: Filled, size: Size): Promise<Map<string, Figures>> {
  forgetEverything();
  const database = openDatabase(addresses, 8, 'transaction');
  processState('database', () => database);
  const simulation = new Simulation([addresses], filled.tenants);
  try {
    for (let number = 0; number < REPLICAS; number++) await simulation.start();
    await sleep(size.settleMs);
    const pids = await serversAt(servers);
    return await inTurn(new Meter(pids, await idleShare(pids, size.idleMs)), questions(database, filled, size));
  } finally {
    await simulation.end();
    await database.close();
    forgetEverything();
  }
}

function forgetEverything(): void {
  for (const name of ['database', 'graphs']) forgetProcessState(name);
}

/** What share of one core the servers use while nobody asks anything but the replicas look for work; null if it cannot be seen. */
async function idleShare(pids: readonly (number | null)[], forMs: number): Promise<number | null> {
  const [before, from] = [cpuOf(pids), performance.now()];
  await sleep(forMs);
  const after = cpuOf(pids);
  return before === null || after === null ? null : (after - before) / (performance.now() - from);
}

class Meter {
  constructor(
    private readonly pids: readonly (number | null)[],
    readonly idle: number | null,
  ) {}

  async measure(rounds: number, work: (round: number) => Promise<unknown>): Promise<Figures> {
    for (let round = 0; round < Math.min(rounds, 5); round++) await work(round);
    const times: number[] = [];
    const [before, from] = [cpuOf(this.pids), performance.now()];
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      await work(round);
      times.push(performance.now() - start);
    }
    const [after, elapsed] = [cpuOf(this.pids), performance.now() - from];
    times.sort((a, b) => a - b);
    const used = before === null || after === null || this.idle === null ? null : after - before - this.idle * elapsed;
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), cpuMs: used === null ? null : Math.max(0, used) / rounds };
  }
}

interface Question {
  what: string;
  rounds: number;
  work: (round: number) => Promise<unknown>;
}

async function inTurn(meter: Meter, all: readonly Question[]): Promise<Map<string, Figures>> {
  const found = new Map<string, Figures>();
  for (const { what, rounds, work } of all) found.set(what, await meter.measure(rounds, work));
  if (meter.idle !== null) found.set(IDLE, { p50: 0, p99: 0, cpuMs: meter.idle * 1_000 });
  return found;
}

const IDLE = `${REPLICAS} replicas looking for work, each second`;

function questions(
  database: Database,
  { tenants, model, large }: Filled,
  { rounds, slowRounds, share, large: components }: Size,
): Question[] {
  const at = (round: number): TenantDb => tenantDb(database, tenants[(round * 7) % tenants.length]!);
  const componentId = filledId({ tenantId: model }, 'component', 1);
  const whole = tenantDb(database, large);
  const manifest = JSON.stringify(largeManifest({ components, dependencies: 3 * components }));
  const few = tenants.slice(0, 20);
  const ask = (round: number): Promise<unknown> =>
    answerBlastRadius(tenantDb(database, few[round % few.length]!), 'Enterprise', PRINCIPAL, {
      entityType: 'component',
      entityId: componentId,
      direction: 'downstream',
      maxDepth: 2,
    });
  return [
    { what: 'small blast radius', rounds, work: ask },
    { what: 'component', rounds, work: (round) => getEntity(at(round), PRINCIPAL, 'component', 'component-1') },
    {
      what: 'change of a component',
      rounds,
      work: (round) =>
        updateEntity(at(round), PRINCIPAL, 'component', 'component-1', { description: `change ${round} at ${performance.now()}` }, null),
    },
    {
      what: 'signal accepted',
      rounds,
      work: (round) =>
        acceptSignal(at(round), 'Enterprise', { component: 'component-1', state: round % 2 === 0 ? 'Outage' : 'Healthy' }, new Date()),
    },
    { what: `look for work of ${share.toLocaleString('en')} tenants`, rounds, work: () => lookForWork(tenants.slice(0, share)) },
    { what: `look for webhooks of ${share.toLocaleString('en')} tenants`, rounds, work: () => lookForLanes(tenants.slice(0, share)) },
    {
      what: `graph of ${components.toLocaleString('en')} components`,
      rounds: slowRounds,
      work: () => {
        forgetProcessState('graphs');
        return currentGraph(whole, 60_000);
      },
    },
    {
      what: `manifest of ${components.toLocaleString('en')} components applied`,
      rounds: slowRounds,
      work: async () => {
        const { tenantId } = await createTenant(database, { name: 'Bench', plan: 'Enterprise' });
        const source = { text: manifest, contentType: 'application/json' };
        await applyManifest(tenantDb(database, tenantId), PRINCIPAL, { source, prune: false, impact: false });
      },
    },
  ];
}

function lineOf(question: string, figures: readonly Figures[], all: readonly Measured[]): string {
  const parts = figures.map(({ p50, p99, cpuMs }, index) => {
    const times = question === IDLE ? '' : `p50 ${p50.toFixed(1)} ms p99 ${p99.toFixed(1)} ms, `;
    return `${all[index]?.name}: ${times}database ${cpuMs === null ? 'unknown' : `${cpuMs.toFixed(1)} ms`}`;
  });
  const [plain, spread] = figures;
  const ratio = plain === undefined || spread === undefined || question === IDLE ? '' : `   ratio ${(spread.p50 / plain.p50).toFixed(2)}`;
  return `${question.padEnd(46)} ${parts.join('   ')}${ratio}`;
}

function print(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
