/**
 * `npm run test:faults -- [--kills N] [--seed S] [--only WORDS] [--verbose]`: kills, cuts and stalls three replicas and their database until N processes were killed, and checks
 * that every promise was kept. With `--starts N` it starts a server with its own database N times instead, and kills both at random moments. Prints its figures; exits with 1 if
 * a promise was broken or a start failed.
 */
import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureWebBuild } from '@/ops/build/buildWeb';
import { FaultFigures, medianAndMaximum } from '@/lab/faults/faultFigures';
import { fakeTime } from '@/lab/faults/replica';
import { type FaultRun, runFaults } from '@/lab/faults/runFaults';
import { runStarts } from '@/lab/faults/runStarts';
import { PROMISES, type Violation } from '@/lab/faults/violation';
import { makeWorld, type World } from '@/lab/faults/world';

const MOST_KILLS = 100_000;
/** At most this many violations of each promise are printed. */
const MOST_PRINTED = 10;

function wholeNumber(text: string, most: number): number | null {
  return /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= most ? Number(text) : null;
}

function print(violations: readonly Violation[]): void {
  for (const [name, promise] of Object.entries(PROMISES)) {
    const broken = violations.filter((violation) => violation.promise === name);
    console.log(`${broken.length === 0 ? 'kept  ' : 'BROKEN'}  ${promise}`);
    for (const { detail } of broken.slice(0, MOST_PRINTED)) console.log(`          ${detail}`);
    if (broken.length > MOST_PRINTED) console.log(`          and ${broken.length - MOST_PRINTED} more`);
  }
}

/** Runs `work` in a temporary directory that the PostgreSQL user can enter too. */
async function inDirectory(work: (directory: string) => Promise<boolean>): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'faultline-faults-'));
  chmodSync(directory, 0o711);
  try {
    await ensureWebBuild();
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function start(directory: string, starts: number, seed: number): Promise<boolean> {
  const { lines, failed } = await runStarts({ directory, starts, seed, say: (line) => console.log(line) });
  for (const line of [...lines, ...failed.map((what) => `FAILED  ${what}`)]) console.log(line);
  return failed.length === 0;
}

async function run(directory: string, { kills, seed, only, isVerbose }: Omit<FaultRun, 'world' | 'say'>): Promise<boolean> {
  let world: World | null = null;
  const figures = new FaultFigures();
  try {
    world = await makeWorld(directory);
    const violations = await runFaults({ world, kills, seed, only, isVerbose, say: (line) => console.log(line) }, figures);
    const { stops } = world;
    await world.end();
    world = null;
    for (const line of figures.lines()) console.log(line);
    console.log(`${String(stops.length).padStart(8)}  graceful stops, in seconds, median / maximum: ${medianAndMaximum(stops)}\n`);
    print(violations);
    return violations.length === 0;
  } finally {
    await world?.end().catch(() => undefined);
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((word) => word !== '--'),
    options: {
      kills: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(randomInt(1, 0x7fffffff)) },
      only: { type: 'string' },
      starts: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const [kills, seed] = [wholeNumber(values.kills, MOST_KILLS), wholeNumber(values.seed, 0x7fffffff)];
  const starts = values.starts === undefined ? 0 : wholeNumber(values.starts, MOST_KILLS);
  if (kills === null || seed === null || starts === null) {
    console.error(
      `Usage: npm run test:faults -- [--kills N | --starts N] [--seed S] [--only WORDS] [--verbose]     (N from 1 to ${MOST_KILLS})`,
    );
    return 1;
  }
  if (starts > 0) {
    console.log(`One server with its own database, both killed at random moments of ${starts} starts: --seed ${seed}`);
    return (await inDirectory((directory) => start(directory, starts, seed))) ? 0 : 1;
  }
  console.log(`Three replicas and one database, until ${kills} processes were killed: --seed ${seed}`);
  if (fakeTime() === null) console.log('Clocks do not jump: there is no libfaketime here.');
  const options = { kills, seed, only: values.only ?? null, isVerbose: values.verbose };
  return (await inDirectory((directory) => run(directory, options))) ? 0 : 1;
}

process.exit(await main());
