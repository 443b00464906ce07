/** Every kind of fault: what it does to the world, and how often it is chosen. A strike ends with the fault lifted; the trial measures recovery. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Clients } from './clients';
import { fakeTime, type Replica } from './replica';
import { takeAllConnections, type World } from './world';

export interface Fault {
  name: string;
  /** How often this fault is chosen, relative to the others. */
  weight: number;
  /** How many processes this fault kills. */
  kills: number;
  /** Whether this fault brings down the whole database, which is restarted no more than a few times a minute. */
  endsDatabase?: true;
  strike(around: Around): Promise<void>;
}

export interface Around {
  world: World;
  clients: Clients;
  random: () => number;
}

const pick = <Item>({ random }: Around, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
const between = ({ random }: Around, least: number, most: number): number => least + random() * (most - least);
const anyReplica = (around: Around): Replica => pick(around, around.world.replicas);

async function killAndStart({ clients }: Around, replica: Replica): Promise<void> {
  const down = { replica: replica.replica, from: performance.now(), to: Number.POSITIVE_INFINITY };
  clients.history.downtimes.push(down);
  await replica.kill();
  await replica.launch();
  down.to = performance.now();
}

function killProcess(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // The process has just exited.
  }
}

/** Process ids of the database connections that serve the replicas; empty while the database is down. */
async function backends({ cluster }: World): Promise<number[]> {
  const client = new pg.Client({ connectionString: cluster.superuserUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(`select pid from pg_stat_activity where application_name like 'faultline%'`);
    return rows.map(({ pid }) => pid);
  } catch {
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** One random replica, or all of them. */
const some = (around: Around): readonly Replica[] => (around.random() < 0.5 ? [anyReplica(around)] : around.world.replicas);

const KILLS: Fault[] = [
  { name: 'a replica is killed', weight: 10, kills: 1, strike: (around) => killAndStart(around, anyReplica(around)) },
  {
    name: 'two replicas are killed',
    weight: 3,
    kills: 2,
    strike: async (around) => {
      const spared = anyReplica(around);
      await Promise.all(around.world.replicas.filter((replica) => replica !== spared).map((replica) => killAndStart(around, replica)));
    },
  },
  {
    name: 'a connection of the database is killed',
    weight: 4,
    kills: 1,
    endsDatabase: true,
    strike: async (around) => killProcess(pick(around, await backends(around.world))),
  },
  {
    name: 'a process of the database is killed',
    weight: 2,
    kills: 1,
    endsDatabase: true,
    strike: (around) => Promise.resolve(killProcess(pick(around, around.world.databasePids().slice(1)))),
  },
  {
    name: 'the database is killed',
    weight: 3,
    kills: 1,
    endsDatabase: true,
    strike: (around) => Promise.resolve(killProcess(around.world.databasePids()[0])),
  },
  {
    name: 'everything is killed at once',
    weight: 1,
    kills: 4,
    endsDatabase: true,
    strike: async (around) => {
      killProcess(around.world.databasePids()[0]);
      await Promise.all(around.world.replicas.map((replica) => killAndStart(around, replica)));
    },
  },
];

const STOPS: Fault[] = [
  {
    name: 'a replica is told to stop',
    weight: 3,
    kills: 0,
    strike: async (around) => {
      const replica = anyReplica(around);
      const down = { replica: replica.replica, from: performance.now(), to: Number.POSITIVE_INFINITY, isStop: true as const };
      around.clients.history.downtimes.push(down);
      around.world.stops.push(await replica.stop());
      await replica.launch();
      down.to = performance.now();
    },
  },
];

const BROKEN_WAYS: Fault[] = [
  {
    name: 'connections are cut',
    weight: 4,
    kills: 0,
    strike: async (around) => {
      for (let cut = 0; cut < 5; cut++) {
        for (const { proxy } of some(around)) proxy.cutAfter(Math.floor(around.random() * 20));
        await delay(between(around, 20, 300));
      }
      for (const { proxy } of around.world.replicas) proxy.cutAfter(Number.POSITIVE_INFINITY);
    },
  },
  {
    name: 'the database is out of reach',
    weight: 2,
    kills: 0,
    strike: async (around) => {
      const struck = some(around);
      for (const { proxy } of struck) proxy.stayAway(true);
      await delay(between(around, 500, 4_000));
      for (const { proxy } of struck) proxy.stayAway(false);
    },
  },
  {
    name: 'connections stall',
    weight: 3,
    kills: 0,
    strike: async (around) => {
      const struck = some(around);
      for (const { proxy } of struck) proxy.stall(true);
      await delay(between(around, 500, 8_000));
      for (const { proxy } of struck) proxy.stall(false);
    },
  },
  {
    name: 'connections fall silent for good',
    weight: 2,
    kills: 0,
    strike: (around) => {
      for (const { proxy } of some(around)) proxy.silence();
      return Promise.resolve();
    },
  },
];

const SLOW_PARTS: Fault[] = [
  {
    name: 'the disk is slow',
    weight: 2,
    kills: 0,
    strike: async (around) => {
      const delayMs = between(around, 20, 150);
      for (const { proxy } of around.world.replicas) proxy.delayAnswers(delayMs);
      await delay(3_000);
      for (const { proxy } of around.world.replicas) proxy.delayAnswers(0);
    },
  },
  {
    name: 'the disk hangs',
    weight: 2,
    kills: 0,
    strike: async (around) => {
      const pids = around.world.databasePids();
      for (const pid of pids) signal(pid, 'SIGSTOP');
      await delay(between(around, 500, 5_000));
      for (const pid of pids) signal(pid, 'SIGCONT');
    },
  },
  {
    name: 'a replica freezes',
    weight: 3,
    kills: 0,
    strike: async (around) => {
      const replica = anyReplica(around);
      replica.freeze(true);
      await delay(between(around, 1_000, 8_000));
      replica.freeze(false);
    },
  },
  {
    name: 'a replica freezes in the middle of its work, for longer than its claims last',
    weight: 3,
    kills: 0,
    strike: async (around) => {
      const replica = (await workingReplica(around)) ?? anyReplica(around);
      replica.freeze(true);
      // A claim lasts four seconds, or ten where a transaction holds locks. What the replica writes after that must not count.
      await delay(between(around, 6_000, 14_000));
      replica.freeze(false);
    },
  },
];

/** A replica that has a claim on a tenant's signals right now; null if 500 looks find none. */
async function workingReplica({ world: { cluster, replicas } }: Around): Promise<Replica | null> {
  const client = new pg.Client({ connectionString: cluster.superuserUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let look = 0; look < 500; look++) {
      const { rows } = await client.query<{ owner: string }>(
        `select "leaseOwner" as "owner" from "health_work" where "leaseToken" is not null and "leaseOwner" is not null`,
      );
      const pids = rows.map(({ owner }) => (JSON.parse(owner) as { pid: number }).pid);
      const found = replicas.find(({ pid }) => pid !== null && pids.includes(pid));
      if (found !== undefined) return found;
    }
    return null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has exited.
  }
}

const CRON_ROUTES = ['health-signals', 'webhooks', 'housekeeping'];

const CROWDS: Fault[] = [
  {
    name: 'somebody takes all connections of the database',
    weight: 2,
    kills: 0,
    strike: async (around) => {
      // A replica whose connections were cut has to open new ones, and none are free.
      const filling = takeAllConnections(around.world.cluster.addresses.owner);
      for (const { proxy } of some(around)) proxy.cutAfter(0);
      const taken = await filling;
      await delay(between(around, 500, 3_000));
      await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
    },
  },
  {
    name: 'a hundred requests at once at one replica',
    weight: 2,
    kills: 0,
    strike: async (around) => {
      const replica = anyReplica(around);
      replica.proxy.stall(true);
      const asked = Array.from({ length: 100 }, (_, index) =>
        around.clients.ask(replica, { method: 'GET', path: index % 2 === 0 ? '/components?limit=5' : '/impact/snapshot' }),
      );
      await delay(500);
      replica.proxy.stall(false);
      await Promise.all(asked);
    },
  },
  {
    name: 'twenty calls of cron routes at once',
    weight: 3,
    kills: 0,
    strike: async (around) => {
      const calls = Array.from({ length: 20 }, (_, index) =>
        callCron(around, pick(around, around.world.replicas), CRON_ROUTES[index % 3]!),
      );
      await Promise.all(calls);
    },
  },
];

async function callCron({ clients, world }: Around, replica: Replica, route: string): Promise<void> {
  const port = replica.port();
  if (port === null) return;
  const askedAt = performance.now();
  const { status } = await fetch(`http://127.0.0.1:${port}/api/cron/${route}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.cronSecret}` },
  });
  if (status !== 200 && status !== 503)
    clients.history.odd.push({
      replica: replica.replica,
      askedAt,
      answeredAt: performance.now(),
      what: `/api/cron/${route} answered ${status}`,
    });
}

/** In seconds: small and larger corrections of a clock, a wrong time zone, and a clock that is a day off. */
const JUMPS = [2, 60, 3_600, 26 * 3_600];

const CLOCKS: Fault[] = [
  {
    name: 'the clock of a replica jumps',
    weight: 3,
    kills: 0,
    strike: async (around) => {
      const replica = anyReplica(around);
      replica.setClock(pick(around, JUMPS) * (around.random() < 0.5 ? -1 : 1));
      await delay(between(around, 2_000, 6_000));
      replica.setClock(0);
      // libfaketime reads the file once a second.
      await delay(1_100);
    },
  },
];

/** The faults that are possible on this machine: clocks jump only where libfaketime is installed. */
export function faultKinds(): Fault[] {
  return [...KILLS, ...STOPS, ...BROKEN_WAYS, ...SLOW_PARTS, ...CROWDS, ...(fakeTime() === null ? [] : CLOCKS)];
}
