/**
 * Replicas that share many tenants, simulated with one process each and a real database: what looking for work costs when there is none, how long a signal
 * waits until its tenant is claimed, what happens to the tenants of a killed replica, and whether two replicas ever work on the same tenant at once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@/server/db/database';
import { withProcessDatabase } from './benchDatabase';
import type { BenchmarkInput } from './benchmarkInput';
import { cpuBetween, databaseCpu } from '@/lab/replicas/databaseCpu';
import type { ReplicaReport } from '@/lab/replicas/protocol';
import { addTenant } from '@/lab/replicas/simulatedTurn';
import { Simulation } from '@/lab/replicas/simulation';
import { turnCost } from '@/lab/replicas/turnCost';

interface Size {
  /** Components of the one real landscape whose turns are measured, and how many turns. */
  components: number;
  turns: number;
  tenants: number;
  replicas: number;
  signalsPerSecond: number;
  /** A tenth of the rate first, to see the wait without load. */
  slowly: number;
  settleMs: number;
  idleMs: number;
  loadMs: number;
  /** Replicas killed one after another without a replacement, each as if on a separate machine. */
  silences: number;
  silenceMs: number;
  /** Replicas killed and started again at once; ten times as many if only that is asked for, since each takes seconds. */
  kills: number;
  killEveryMs: number;
}

/** What each part of the benchmark works on. */
interface Running {
  simulation: Simulation;
  database: Database;
  size: Size;
}

const FULL: Size = {
  components: 100,
  turns: 300,
  tenants: 10_000,
  replicas: 4,
  signalsPerSecond: 1_000,
  slowly: 100,
  settleMs: 12_000,
  idleMs: 10_000,
  loadMs: 10_000,
  silences: 1,
  silenceMs: 14_000,
  kills: 10,
  killEveryMs: 500,
};
const TINY: Size = {
  components: 20,
  turns: 4,
  tenants: 20,
  replicas: 2,
  signalsPerSecond: 100,
  slowly: 50,
  settleMs: 500,
  idleMs: 300,
  loadMs: 500,
  silences: 0,
  silenceMs: 0,
  kills: 1,
  killEveryMs: 300,
};

const MOST_SCAN_MS = 5;
const MOST_WAIT_MS = 1_000;
const MOST_TAKEOVER_MS = 10_000;

/** Prints everything to standard output, with targets and whether they were met. Its parts are `turn`, `looking`, `silence` and `kills`. */
export async function run({ part, isTiny, addresses: given }: BenchmarkInput): Promise<void> {
  const size = isTiny ? TINY : FULL;
  const has = (name: string): boolean => part === null || part === name;
  await withProcessDatabase(given, async (database, addresses) => {
    if (has('turn')) await turnCost(database, size.components, size.turns);
    if (part === 'turn') return;
    const tenants = Array.from({ length: size.tenants }, () => randomUUID());
    for (let from = 0; from < tenants.length; from += 8)
      await Promise.all(tenants.slice(from, from + 8).map((tenantId) => addTenant(database, tenantId)));
    const simulation = new Simulation([addresses], tenants);
    const running: Running = { simulation, database, size };
    try {
      await Promise.all(Array.from({ length: size.replicas }, () => simulation.start()));
      print(
        `${size.tenants.toLocaleString('en')} tenants, ${size.replicas} replicas, ${size.signalsPerSecond.toLocaleString('en')} signals a second`,
      );
      await sleep(size.settleMs);
      if (has('looking')) await idle(running);
      if (has('looking')) for (const pace of [size.slowly, size.signalsPerSecond]) await load(running, pace);
      if (has('silence') && size.silences > 0) await silence(running);
      if (has('kills'))
        await simulation.killOften(part === 'kills' ? 10 * size.kills : size.kills, {
          everyMs: size.killEveryMs,
          signalsPerSecond: size.signalsPerSecond,
        });
      await drain(running);
    } finally {
      await simulation.end();
    }
  });
}

/** Nothing is due, so everything that the replicas and their connections do is looking for work. */
async function idle({ database, simulation: { replicas }, size }: Running): Promise<void> {
  const before = await databaseCpu(database);
  await Promise.all(replicas.map((replica) => replica.report()));
  await sleep(size.idleMs);
  const reports = await Promise.all(replicas.map((replica) => replica.report()));
  const after = await databaseCpu(database);
  const seconds = (reports[0]?.elapsedMs ?? 1) / 1_000;
  const own = Math.max(...reports.map(({ cpuMs, elapsedMs }) => (cpuMs * 1_000) / elapsedMs));
  const spent = cpuBetween(before, after);
  const perReplica = spent === null ? null : spent / seconds / replicas.length;
  const of = reports.map(({ share }) => share.tenants.toLocaleString('en')).join(', ');
  print(`tenants that each replica looks after: ${of}; replicas that each knows: ${reports.map(({ share }) => share.replicas).join(', ')}`);
  told('looking for work, processor time a second and replica, in the database', perReplica, 'ms', MOST_SCAN_MS);
  told('the whole idle process, processor time a second, the busiest replica', own, 'ms', null);
}

async function load({ simulation, database, size }: Running, pace: number): Promise<void> {
  await simulation.reports();
  simulation.setPace(pace);
  const before = await databaseCpu(database);
  await sleep(size.loadMs);
  const spent = cpuBetween(before, await databaseCpu(database));
  const reports = await simulation.reports();
  const waits = waitsIn(reports);
  const perSecond = reports.reduce((sum, { accepted, elapsedMs }) => sum + (accepted * 1_000) / elapsedMs, 0);
  const inDatabase = spent === null ? 'unknown' : `${((spent * 100) / size.loadMs).toFixed(0)}%`;
  print(
    `${pace.toLocaleString('en')} signals a second: ${perSecond.toFixed(0)} accepted, ${((waits.length * 1_000) / size.loadMs).toFixed(0)} taken`,
  );
  print(`  processor time, of one core: replicas ${cpuShares(reports)}, database ${inDatabase}`);
  toldTimes('from accepted to claimed', waits, MOST_WAIT_MS);
}

async function silence({ simulation, size }: Running): Promise<void> {
  const waits: number[] = [];
  for (let round = 0; round < size.silences; round++) {
    simulation.setPace(size.signalsPerSecond);
    await simulation.killOne();
    simulation.setPace(size.signalsPerSecond);
    await sleep(size.silenceMs);
    for (const wait of waitsIn(await simulation.reports())) waits.push(wait);
    await simulation.start();
    simulation.setPace(size.signalsPerSecond);
    await sleep(size.silenceMs);
  }
  toldTimes(`${size.silences} replicas silent, one after another: from accepted to claimed`, waits, MOST_TAKEOVER_MS);
}

async function drain({ simulation, database }: Running): Promise<void> {
  const { accepted, taken, waiting } = await simulation.drain(database);
  print(`${simulation.killed} replicas killed by SIGKILL under this load`);
  told('tenants worked on twice at once', simulation.overlaps(), 'times', 0);
  told(
    `signals accepted (${accepted.toLocaleString('en')}) and not taken in exactly once`,
    Math.abs(accepted - taken) + waiting,
    'signals',
    0,
  );
}

function waitsIn(reports: readonly ReplicaReport[]): number[] {
  return reports.flatMap(({ waits }) => waits);
}

function cpuShares(reports: readonly ReplicaReport[]): string {
  return reports.map(({ cpuMs, elapsedMs }) => `${((cpuMs * 100) / elapsedMs).toFixed(0)}%`).join(', ');
}

function toldTimes(what: string, times: readonly number[], most: number): void {
  const sorted = [...times].sort((left, right) => left - right);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  told(`${what}: median ${at(0.5).toFixed(0)}, 99% ${at(0.99).toFixed(0)}, the longest`, at(1), 'ms', most);
}

function told(what: string, value: number | null, unit: string, target: number | null): void {
  const shown = value === null ? 'cannot be seen from here' : `${value.toFixed(unit === 'ms' && value < 100 ? 1 : 0)} ${unit}`;
  const verdict =
    target === null
      ? ''
      : `; target ${target.toLocaleString('en')} ${unit}: ${value === null ? 'unknown' : value <= target ? 'met' : 'NOT MET'}`;
  print(`${what} ${shown}${verdict}`);
}

function print(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
