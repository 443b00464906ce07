/** One replica of the simulation, as a separate process: the product's workers with a short turn, and signals that it accepts at a given rate. */
import { randomBytes } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { stateAddresses } from '@/ops/postgres/installationAddresses';
import { startWorkers } from '@/ops/process/workers';
import { database } from '@/server/db/database';
import { claimWork, keepClaim } from '@/server/health/claimWork';
import type { NextDue } from '@/server/health/consume';
import { nudgeConsumer } from '@/server/wake/nudges';
import { randomFrom } from '@/lab/randomFrom';
import type { Pace, ReplicaOrder, ReplicaReport } from './protocol';
import { acceptOne, finishTurn } from './simulatedTurn';

/** The shortest duration of a turn, so that two overlapping turns would be noticed. */
const WORK_MS = 2;
const ACCEPT_EVERY_MS = 20;
/** Late signals wait here rather than for a connection, because turns need connections too. */
const MOST_ACCEPTING = 16;

async function run({ addresses, logFile, owner, tenants, seed }: ReplicaOrder): Promise<void> {
  stateAddresses({ ...addresses, owner: null }, process.env);
  Object.assign(process.env, { DATABASE_POOLING: 'session', DATABASE_POOL_SIZE: '32', LOG_LEVEL: 'error' });
  process.env.FAULTLINE_SECRET ??= randomBytes(32).toString('base64');
  const file = openSync(logFile, 'a');
  const random = randomFrom(seed);
  let waits: number[] = [];
  let signalsPerSecond = 0;

  // Microseconds of a clock that all processes of the machine share.
  const note = (what: 'begin' | 'end', tenantId: string): void =>
    void writeSync(file, `${what} ${tenantId} ${process.hrtime.bigint() / 1_000n}\n`);
  const work = async (tenantId: string): Promise<NextDue> => {
    const claim = await claimWork(tenantId);
    if (claim === null) return 'unknown';
    const release = keepClaim(claim);
    try {
      note('begin', tenantId);
      await sleep(WORK_MS);
      // Before the claim is released, because the next turn may start before this process hears of the release.
      note('end', tenantId);
      for (const wait of await finishTurn(database(), claim)) waits.push(wait);
    } finally {
      release();
    }
    return null;
  };
  const workers = startWorkers(database(), { owner, work });

  let [owed, accepting, accepted] = [0, 0, 0];
  let paid = performance.now();
  const accept = async (tenantId: string): Promise<void> => {
    accepting += 1;
    try {
      await acceptOne(database(), tenantId);
      accepted += 1;
      nudgeConsumer(tenantId);
    } catch (error) {
      console.error(error);
    }
    accepting -= 1;
  };
  const sendDue = (): void => {
    const now = performance.now();
    // Signals that cannot be accepted in time are not sent; the report says how many were.
    owed = Math.min(signalsPerSecond, owed + ((now - paid) / 1_000) * signalsPerSecond);
    paid = now;
    for (; owed >= 1 && accepting < MOST_ACCEPTING; owed -= 1) void accept(tenants[Math.floor(random() * tenants.length)] ?? '');
  };
  let sending: NodeJS.Timeout | null = null;

  let [cpu, since] = [process.cpuUsage(), performance.now()];
  process.on('message', (message: Pace | 'report') => {
    if (message !== 'report') {
      ({ signalsPerSecond } = message);
      paid = performance.now();
      // Without signals, only the workers may run here.
      if (sending !== null) clearInterval(sending);
      sending = signalsPerSecond > 0 ? setInterval(sendDue, ACCEPT_EVERY_MS) : null;
      return;
    }
    const [used, now] = [process.cpuUsage(cpu), performance.now()];
    const report: ReplicaReport = {
      waits,
      accepted,
      cpuMs: (used.user + used.system) / 1_000,
      elapsedMs: now - since,
      share: workers.share(),
    };
    [waits, accepted, cpu, since] = [[], 0, process.cpuUsage(), now];
    process.send?.(report);
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

process.once('message', (order: ReplicaOrder) => void run(order));
