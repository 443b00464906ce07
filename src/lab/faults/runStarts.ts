/** Repeatedly starts one server with its own database on the same data, and kills both at random moments. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { randomFrom } from '@/lab/randomFrom';
import { endLeftoverIn } from '@/ops/postgres/embeddedPostgres';
import { spawnServer } from '@/test/startedServer';
import { medianAndMaximum } from './faultFigures';
import { announcedPort, isReady } from './replica';

/** Generous, for machines that are busy with other things. */
const READY_MS = 120_000;
/** After this many starts the data is removed, so that first starts, which create the database and the demo, are killed too. */
const FRESH_EVERY = 20;
/** The latest moment of a kill before the server is ready, as a share of the time that a start takes. */
const LATEST = 1.1;
const STOP_MS = 20_000;

export interface StartsRun {
  /** Where the server keeps its files; the caller removes the directory. */
  directory: string;
  starts: number;
  seed: number;
  say: (line: string) => void;
}

export interface Started {
  lines: string[];
  /** Starts that exited by themselves, were not ready in time, or had lost stored data. */
  failed: string[];
}

interface Server {
  child: ChildProcess;
  output: () => string;
}

/** How many milliseconds the most recent first start and the most recent later start took until the server was ready. */
interface Times {
  first: number;
  later: number;
}

/** Half of the starts are killed before the server is ready, the others afterwards. */
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
    `${String(ready.length).padStart(8)}  starts left alone until ready, in seconds, median / maximum: ${medianAndMaximum(ready)}`,
    `${String(failed.length + last.length).padStart(8)}  failed`,
  ];
  return { lines, failed: [...failed, ...last] };
}

function launch(data: string): Server {
  rmSync(join(data, 'server.json'), { force: true });
  const { child, said } = spawnServer(data, { LOG_LEVEL: 'error' });
  return { child, output: said };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Throws if the server exits within this time. */
async function surviveFor({ child, output }: Server, ms: number): Promise<void> {
  await delay(ms);
  if (hasEnded(child)) throw new Error(`The server exited with ${child.exitCode ?? child.signalCode}. Its output:\n${output()}`);
}

async function awaitReady(server: Server, data: string): Promise<void> {
  const end = performance.now() + READY_MS;
  for (;;) {
    await surviveFor(server, 50);
    const port = announcedPort(data, server.child);
    if (port !== null && (await isReady(port))) return;
    if (performance.now() > end) throw new Error(`The server was not ready after ${READY_MS / 1_000} s. Its output:\n${server.output()}`);
  }
}

/** Inserts a row and counts all rows. Throws if one of the `written` earlier rows is gone; returns the new number of rows. */
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

/** Kills the server and its database in random order, one immediately after the other. */
async function killBoth({ child }: Server, data: string, random: () => number): Promise<void> {
  const ended = hasEnded(child) ? Promise.resolve() : once(child, 'exit');
  const database = databasePid(data);
  const pids = [child.pid ?? 0, database].filter((pid) => pid > 0);
  for (const pid of random() < 0.5 ? pids : pids.reverse())
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has just exited.
    }
  await ended;
}

/** The process id of the database; 0 if none runs, or its pid file is incomplete or left over from an earlier start. */
function databasePid(data: string): number {
  const directory = join(data, 'postgres', 'data');
  try {
    const pid = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory) ? pid : 0;
  } catch {
    return 0;
  }
}

/** Starts the server once more and stops it gracefully. Returns what went wrong, if anything. */
async function endWell(data: string): Promise<string[]> {
  const server = launch(data);
  await awaitReady(server, data);
  const ended = once(server.child, 'exit') as Promise<[number | null]>;
  server.child.kill('SIGTERM');
  const timer = setTimeout(() => server.child.kill('SIGKILL'), STOP_MS);
  const [code] = await ended;
  clearTimeout(timer);
  return code === 0 ? [] : [`a graceful stop ended with exit code ${code}. Output:\n${server.output()}`];
}
