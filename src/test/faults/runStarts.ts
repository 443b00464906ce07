/** Starts one server with its own database again and again on the same data, and kills both at random moments. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { randomFrom } from '@/bench/randomFrom';
import { endLeftoverIn } from '@/ops/embeddedPostgres';
import { spawnServer } from '@/test/startedServer';
import { medianAndMost } from './faultFigures';
import { announcedPort, isReady } from './replica';

/** A bound for machines that are busy with other things. */
const READY_MS = 120_000;
/** How often the data are removed, so that the first start, which makes the database and the demo, is killed too. */
const FRESH_EVERY = 20;
/** The latest moment of a kill as a share of what a start takes. */
const LATEST = 1.1;
const STOP_MS = 20_000;

export interface StartsRun {
  /** For the server's files; the caller removes it. */
  directory: string;
  starts: number;
  seed: number;
  say: (line: string) => void;
}

export interface Started {
  lines: string[];
  /** Starts that ended by themselves, were not ready in time, or had lost what was written. */
  failed: string[];
}

interface Server {
  child: ChildProcess;
  said: () => string;
}

/** The milliseconds that a first start and a later one took last, until they were ready. */
interface Times {
  first: number;
  later: number;
}

/** Half of the starts are killed before they are ready, the others afterwards. */
export async function runStarts({ directory, starts, seed, say }: StartsRun): Promise<Started> {
  const random = randomFrom(seed);
  const data = join(directory, 'data');
  const failed: string[] = [];
  const ready: number[] = [];
  const times: Times = { first: 10_000, later: 5_000 };
  let written = 0;
  for (let number = 1; number <= starts; number++) {
    const isFresh = number % FRESH_EVERY === 1;
    if (isFresh) {
      if (existsSync(join(data, 'postgres', 'data'))) await endLeftoverIn(join(data, 'postgres'));
      rmSync(data, { recursive: true, force: true });
      written = 0;
    }
    const begun = performance.now();
    const server = launch(data);
    try {
      if (random() < 0.5) await surviveFor(server, random() * LATEST * times[isFresh ? 'first' : 'later']);
      else {
        await awaitReady(server, data);
        const took = performance.now() - begun;
        ready.push(took);
        times[isFresh ? 'first' : 'later'] = took;
        written = await writeOneMore(data, written);
      }
    } catch (error) {
      failed.push(`start ${number}: ${(error as Error).message}`);
    }
    await killBoth(server, data, random);
    if (number % FRESH_EVERY === 0) say(`${number} of ${starts} starts, ${failed.length} failed`);
  }
  const last = await endWell(data).catch((error: unknown) => [`the start after all others: ${(error as Error).message}`]);
  const lines = [
    `${String(starts).padStart(8)}  starts, ${2 * starts} processes killed`,
    `${String(ready.length).padStart(8)}  of them were let become ready, after seconds, median and most: ${medianAndMost(ready)}`,
    `${String(failed.length + last.length).padStart(8)}  failed`,
  ];
  return { lines, failed: [...failed, ...last] };
}

function launch(data: string): Server {
  rmSync(join(data, 'server.json'), { force: true });
  return spawnServer(data, { LOG_LEVEL: 'error' });
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Throws if it ends within this time. */
async function surviveFor({ child, said }: Server, ms: number): Promise<void> {
  await delay(ms);
  if (hasEnded(child)) throw new Error(`It ended with ${child.exitCode ?? child.signalCode}, and said:\n${said()}`);
}

async function awaitReady(server: Server, data: string): Promise<void> {
  const end = performance.now() + READY_MS;
  for (;;) {
    await surviveFor(server, 50);
    const port = announcedPort(data, server.child);
    if (port !== null && (await isReady(port))) return;
    if (performance.now() > end) throw new Error(`It was not ready after ${READY_MS / 1_000} s, and said:\n${server.said()}`);
  }
}

/** Writes a row and counts them all. Throws if one of the `written` rows is gone; returns how many there are now. */
async function writeOneMore(data: string, written: number): Promise<number> {
  const { url } = JSON.parse(readFileSync(join(data, 'postgres.json'), 'utf8')) as { url: string };
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('create table if not exists "kept_over_starts" ("n" int)');
    await client.query('insert into "kept_over_starts" values ($1)', [written]);
    const { rows } = await client.query<{ rows: number }>('select count(*)::int as "rows" from "kept_over_starts"');
    if (rows[0]?.rows !== written + 1) throw new Error(`There are ${rows[0]?.rows} rows instead of ${written + 1}.`);
    return written + 1;
  } finally {
    await client.end();
  }
}

/** In either order, and at once. */
async function killBoth({ child }: Server, data: string, random: () => number): Promise<void> {
  const ended = hasEnded(child) ? Promise.resolve() : once(child, 'exit');
  const database = databasePid(data);
  const pids = [child.pid ?? 0, database].filter((pid) => pid > 0);
  for (const pid of random() < 0.5 ? pids : pids.reverse()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
  await ended;
}

/** 0 if there is none, its file is just being written, or is older than this start. */
function databasePid(data: string): number {
  const directory = join(data, 'postgres', 'data');
  try {
    const pid = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory) ? pid : 0;
  } catch {
    return 0;
  }
}

/** One more start, which is told to stop. Returns what is wrong with that. */
async function endWell(data: string): Promise<string[]> {
  const server = launch(data);
  await awaitReady(server, data);
  const ended = once(server.child, 'exit') as Promise<[number | null]>;
  server.child.kill('SIGTERM');
  const timer = setTimeout(() => server.child.kill('SIGKILL'), STOP_MS);
  const [code] = await ended;
  clearTimeout(timer);
  return code === 0 ? [] : [`a stop in good order ended with ${code}, and it said:\n${server.said()}`];
}
