/**
 * `npm run test:faults -- [--kills N] [--seed S] [--only WORDS] [--verbose]`: kills, cuts and stalls three replicas and their database until N processes were killed, and checks
 * that every promise was kept. Prints its figures; exits with 1 if a promise was broken.
 */
import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureWebBuild } from '@/ops/buildWeb';
import { FaultFigures, medianAndMost } from '@/test/faults/faultFigures';
import { fakeTime } from '@/test/faults/replica';
import { type FaultRun, runFaults } from '@/test/faults/runFaults';
import { PROMISES, type Violation } from '@/test/faults/violation';
import { makeWorld, type World } from '@/test/faults/world';

const MOST_KILLS = 100_000;
/** As many of each promise are told. */
const MOST_TOLD = 10;

function wholeNumber(text: string, most: number): number | null {
  return /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= most ? Number(text) : null;
}

function tell(violations: readonly Violation[]): void {
  for (const [name, promise] of Object.entries(PROMISES)) {
    const broken = violations.filter((violation) => violation.promise === name);
    console.log(`${broken.length === 0 ? 'kept  ' : 'BROKEN'}  ${promise}`);
    for (const { detail } of broken.slice(0, MOST_TOLD)) console.log(`          ${detail}`);
    if (broken.length > MOST_TOLD) console.log(`          and ${broken.length - MOST_TOLD} more`);
  }
}

async function run({ kills, seed, only, isTelling }: Omit<FaultRun, 'world' | 'say'>): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'faultline-faults-'));
  chmodSync(directory, 0o711);
  let world: World | null = null;
  const figures = new FaultFigures();
  try {
    await ensureWebBuild();
    world = await makeWorld(directory);
    const violations = await runFaults({ world, kills, seed, only, isTelling, say: (line) => console.log(line) }, figures);
    const { stops } = world;
    await world.end();
    world = null;
    for (const line of figures.lines()) console.log(line);
    console.log(`${String(stops.length).padStart(8)}  stops in good order, in seconds, median and most: ${medianAndMost(stops)}\n`);
    tell(violations);
    return violations.length === 0;
  } finally {
    await world?.end().catch(() => undefined);
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((word) => word !== '--'),
    options: {
      kills: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(randomInt(1, 0x7fffffff)) },
      only: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const [kills, seed] = [wholeNumber(values.kills, MOST_KILLS), wholeNumber(values.seed, 0x7fffffff)];
  if (kills === null || seed === null) {
    console.error(`Usage: npm run test:faults -- [--kills N] [--seed S] [--only WORDS] [--verbose]     (N from 1 to ${MOST_KILLS})`);
    return 1;
  }
  console.log(`Three replicas and one database, until ${kills} processes were killed: --seed ${seed}`);
  if (fakeTime() === null) console.log('Clocks do not jump: there is no libfaketime here.');
  return (await run({ kills, seed, only: values.only ?? null, isTelling: values.verbose })) ? 0 : 1;
}

process.exit(await main());
