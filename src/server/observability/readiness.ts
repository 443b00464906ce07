/** Whether this process can work: the database answers both its logins and has the schema that this version needs. */
import { database } from '@/server/db/database';
import { noteRefusedWrite, noteWritable, READ_ONLY, whyWritesAreRefused } from '@/server/db/refusedWrites';
import { awaitAtMost } from '@/server/deadline';
import { processState } from '@/server/processState';
import { newerMigrations, RELEASE } from './release';

const PATIENCE_MS = 3_000;
const PATIENCE_FOR_NEWER_MS = 1_000;
const LATE = 'The database does not answer in time.';
const NO_SUCH_TABLE = '42P01';
const NOT_MIGRATED =
  'The database does not have the schema of this version. `npm start` migrates it; if you run only Next, run `npm run db:migrate` before each release.';

/** A migrated database stays migrated: once seen, that is not checked again. */
interface Seen {
  isMigrated: boolean;
}

export interface Readiness {
  /** Null when ready, otherwise a sentence without any detail of the installation. */
  why: string | null;
  /** Migrations of a newer version, which replicas that already run tolerate. */
  newer: string[];
  /** Why the database refuses to write, in a sentence; null if it writes. */
  whyNoWrites: string | null;
}

function notReady(why: string): Readiness {
  return { why, newer: [], whyNoWrites: null };
}

async function whyNotMigrated(seen: Seen): Promise<string | null> {
  const { rows } = await database().pool.query<{ isMigrated: boolean }>(
    `select exists (select 1 from _prisma_migrations where migration_name = $1 and finished_at is not null and rolled_back_at is null) as "isMigrated"`,
    [RELEASE.newestMigration],
  );
  seen.isMigrated = rows[0]?.isMigrated === true;
  return seen.isMigrated ? null : NOT_MIGRATED;
}

/** A read-only database says so; a full disk shows only when something is written. */
async function whyNoWrites(): Promise<string | null> {
  const { rows } = await database().pool.query<{ isReadOnly: boolean }>(
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  if (rows[0]?.isReadOnly === true) noteRefusedWrite(READ_ONLY);
  else noteWritable();
  return whyWritesAreRefused();
}

interface Newer {
  names: string[];
  asking: Promise<void> | null;
}

/**
 * Only one node of a distributed database has the list of migrations. Without it, tenants of the others are served all the same, so the
 * answer neither fails nor waits for long, and no more than one question is under way.
 */
async function newerAsFarAsKnown(): Promise<string[]> {
  const newer = processState<Newer>('newerMigrations', () => ({ names: [], asking: null }));
  newer.asking ??= newerMigrations(database().pool)
    .then(
      (names) => void (newer.names = names),
      () => undefined,
    )
    .finally(() => (newer.asking = null));
  await awaitAtMost(newer.asking, PATIENCE_FOR_NEWER_MS, LATE).catch(() => undefined);
  return newer.names;
}

async function ask(): Promise<Readiness> {
  const seen = processState<Seen>('readiness', () => ({ isMigrated: false }));
  try {
    await database().systemPool.query('select 1');
    const why = seen.isMigrated ? null : await whyNotMigrated(seen);
    return why === null ? { why, whyNoWrites: await whyNoWrites(), newer: await newerAsFarAsKnown() } : notReady(why);
  } catch (error) {
    return notReady((error as { code?: string }).code === NO_SUCH_TABLE ? NOT_MIGRATED : 'The database does not answer.');
  }
}

export function readiness(): Promise<Readiness> {
  return awaitAtMost(ask(), PATIENCE_MS, LATE).catch(() => notReady(LATE));
}
