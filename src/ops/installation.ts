/** The ground that a server stands on: the database (named or embedded), migrated, and the secrets, all stated in the environment before anything reads it. */
import { randomBytes } from 'node:crypto';
import { keptSecret } from '@/ops/dataDirectory';
import type { Lifetime } from '@/ops/lifetime';
import { takeInstallation } from '@/ops/localDatabase';
import { migrate } from '@/ops/migrate';
import { readEnv } from '@/server/env';

export interface Installation {
  hasEmbeddedDatabase: boolean;
}

async function startEmbeddedDatabase(lifetime: Lifetime, say: (line: string) => void): Promise<string> {
  const taken = await takeInstallation();
  await lifetime.onStop('the installation lock', () => taken.release());
  say('starting the database …');
  const cluster = await taken.startDatabase(say);
  await lifetime.onStop('the embedded database', () => cluster.stop());
  void cluster.exited.then(() => {
    if (lifetime.isEnding) return;
    say('The embedded database cannot be kept running; its log is in .data/postgres/server.log.');
    void lifetime.end(1);
  });
  return cluster.url;
}

/** Throws AlreadyRunning, DatabaseNotReady, or an Error that says what is wrong with the environment. */
export async function prepareInstallation(lifetime: Lifetime, say: (line: string) => void): Promise<Installation> {
  const named = readEnv(process.env).DATABASE_URL;
  if (named === undefined) {
    process.env.DATABASE_URL = await startEmbeddedDatabase(lifetime, say);
    process.env.DATABASE_POOLING ??= 'session';
    process.env.FAULTLINE_SECRET ||= keptSecret('secret');
  }
  // Only the scheduler of this process calls the cron routes then.
  process.env.CRON_SECRET ||= randomBytes(24).toString('hex');
  await migrate({ url: process.env.DATABASE_URL ?? '', log: say });
  return { hasEmbeddedDatabase: named === undefined };
}
