/** Whether this process can work: the database answers both its logins and has the schema that this version needs. */
import { NEWEST_MIGRATION } from '@generated/newestMigration';
import { database } from '@/server/db/database';
import { processState } from '../processState';

const PATIENCE_MS = 3_000;
const NO_SUCH_TABLE = '42P01';
const NOT_MIGRATED =
  'The database does not have the schema of this version. `npm start` migrates it; if you run only Next, run `npm run db:migrate` before each release.';

/** A migrated database stays migrated, and is ahead while replicas of a newer version start: once seen, it is not checked again. */
interface Seen {
  isMigrated: boolean;
}

async function whyNotMigrated(seen: Seen): Promise<string | null> {
  const { rows } = await database().pool.query<{ isMigrated: boolean }>(
    `select exists (select from _prisma_migrations where migration_name = $1 and finished_at is not null and rolled_back_at is null) as "isMigrated"`,
    [NEWEST_MIGRATION],
  );
  seen.isMigrated = rows[0]?.isMigrated === true;
  return seen.isMigrated ? null : NOT_MIGRATED;
}

async function ask(): Promise<string | null> {
  const seen = processState<Seen>('readiness', () => ({ isMigrated: false }));
  try {
    await database().systemPool.query('select 1');
    if (!seen.isMigrated) return await whyNotMigrated(seen);
    await database().pool.query('select 1');
    return null;
  } catch (error) {
    return (error as { code?: string }).code === NO_SUCH_TABLE ? NOT_MIGRATED : 'The database does not answer.';
  }
}

/** Null when ready, otherwise a sentence without any detail of the installation. */
export async function whyNotReady(): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, 'The database does not answer in time.');
  });
  try {
    return await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
  }
}
