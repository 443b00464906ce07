/** A whole fault run: one trial after another, each with many faults, until enough processes have been killed; collects the figures. */
import { setTimeout as delay } from 'node:timers/promises';
import { randomFrom } from '@/lab/randomFrom';
import { type Fault, faultKinds } from './faultKinds';
import type { FaultFigures } from './faultFigures';
import { Trial } from './trial';
import type { Violation } from './violation';
import type { World } from './world';

/** Each trial has its own tenant, so a new trial now and then keeps the recorded history small. */
const KILLS_A_TRIAL = 25;
/** How long the clients work undisturbed after each recovery, in milliseconds. */
const WORK_MS = 800;
/** Generous, for machines that are busy with other things. */
const RECOVERY_MS = 120_000;
const PACE = { writers: 3, readers: 3, pushers: 2, pauseMs: 120 };
const WATCHED = 120;
const REFUSED = 0.05;
/** The keeper of the database gives up after more than five restarts within a minute. */
const DATABASE_ENDS_A_MINUTE = 4;

export interface FaultRun {
  world: World;
  kills: number;
  seed: number;
  /** Only faults whose name contains this text are chosen; null for all. */
  only: string | null;
  say: (line: string) => void;
  /** Prints how long the recovery from each fault took. */
  isVerbose: boolean;
}

/** All violations; none means that every promise was kept. Stops after the first trial that has any. */
export async function runFaults(run: FaultRun, figures: FaultFigures): Promise<Violation[]> {
  const random = randomFrom(run.seed);
  const chooser = new Chooser(
    random,
    faultKinds().filter(({ name }) => run.only === null || name.includes(run.only)),
  );
  for (let number = 1; figures.kills < run.kills; number++) {
    const violations = await runTrial(run, number, chooser, figures, random);
    if (violations.length > 0) return violations;
  }
  return [];
}

async function runTrial(
  run: FaultRun,
  number: number,
  chooser: Chooser,
  figures: FaultFigures,
  random: () => number,
): Promise<Violation[]> {
  const { world, say } = run;
  const trial = await Trial.begin({
    database: world.database,
    targets: world.replicas,
    random,
    pace: PACE,
    watched: WATCHED,
    refused: REFUSED,
  });
  const most = Math.min(run.kills, figures.kills + KILLS_A_TRIAL);
  // If no fault kills, a trial ends after 100 faults.
  for (let faults = 0; figures.kills < most && faults < 4 * KILLS_A_TRIAL; faults++) {
    await delay(WORK_MS);
    const fault = chooser.next();
    await fault.strike({ world, clients: trial.clients, random });
    const recovery = await trial.awaitRecovery(RECOVERY_MS);
    if (run.isVerbose) say(`${fault.name}: ${JSON.stringify(recovery)}`);
    figures.count(fault, typeof recovery === 'string' ? null : recovery);
    if (typeof recovery === 'string') {
      const { violations } = await trial.judge(world.endedByThemselves);
      const outputs = world.replicas.map(({ replica, lastOutput }) => `\nlast output of replica ${replica}:\n${lastOutput}`).join('');
      const detail = `${RECOVERY_MS / 1_000} s after the end of the fault "${fault.name}", ${recovery}${outputs}`;
      return [{ promise: 'recovery', detail }, ...violations];
    }
  }
  const { violations, counts } = await trial.judge(world.endedByThemselves);
  figures.add(counts);
  say(
    `trial ${number}: ${figures.kills} of ${run.kills} processes killed, ${violations.length === 0 ? 'every promise kept' : 'PROMISES BROKEN'}`,
  );
  return violations;
}

class Chooser {
  private readonly databaseEnds: number[] = [];

  constructor(
    private readonly random: () => number,
    private readonly faults: readonly Fault[],
  ) {
    if (faults.length === 0) throw new Error('There is no such fault.');
  }

  next(): Fault {
    const now = performance.now();
    const recent = this.databaseEnds.filter((at) => now - at < 70_000).length;
    const allowed = this.faults.filter(({ endsDatabase }) => endsDatabase !== true || recent < DATABASE_ENDS_A_MINUTE);
    const usable = allowed.length === 0 ? this.faults : allowed;
    let left = this.random() * usable.reduce((sum, { weight }) => sum + weight, 0);
    const chosen = usable.find(({ weight }) => (left -= weight) < 0) ?? usable[0]!;
    if (chosen.endsDatabase === true) this.databaseEnds.push(now);
    return chosen;
  }
}
