/** `npm start` and `npm run dev`: runs until Ctrl-C, in one process or as the supervisor of several. Those run this command too. */
import cluster from 'node:cluster';
import { wordsOfUnwritable } from '@/ops/boot/prepare.mjs';
import { StepFailed } from '@/ops/boot/progress.mjs';
import { createLifetime, Ending, endOnSignals, endWithParent, endWithReaders } from '@/ops/process/lifetime';
import { AlreadyRunning } from '@/ops/postgres/localDatabase';
import { DatabaseNotReady } from '@/ops/postgres/databaseRoles';
import { endWithSupervisor, startChild } from '@/ops/process/several/startChild';
import { start } from '@/ops/process/start';
import { logLevel, voiceOf } from '@/ops/process/several/productionOutput';

const isDevelopment = process.argv.includes('--dev');
const { say, complain, greet } = voiceOf(process.env, isDevelopment);
process.env.LOG_LEVEL = logLevel(process.env, isDevelopment);
const lifetime = createLifetime((code) => process.exit(code), say);

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const unwritable = wordsOfUnwritable(error as NodeJS.ErrnoException);
  if (unwritable !== null) return unwritable;
  const isPlain =
    error instanceof AlreadyRunning || error instanceof DatabaseNotReady || error instanceof StepFailed || error.constructor === Error;
  return isPlain && process.env.LOG_LEVEL !== 'debug' ? error.message : (error.stack ?? error.message);
}

function fail(error: unknown): void {
  // Failures during shutdown are caused by the shutdown.
  if (error instanceof Ending || lifetime.isEnding) return;
  complain(explain(error));
  void lifetime.end(1);
}

process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
if (cluster.isPrimary) {
  endOnSignals(lifetime, say);
  endWithParent(lifetime, say);
  endWithReaders(lifetime);
  start({ isDevelopment, lifetime, say }).then(greet, fail);
} else {
  endWithSupervisor(lifetime);
  startChild(lifetime).catch(fail);
}
