/** Which version of Faultline this is, and which migrations of a newer one its database has. */
import { KNOWN_MIGRATIONS, NEWEST_MIGRATION, VERSION } from '@generated/thisVersion';

/** The same in probes, metrics, the log and `GET /tenant`. */
export const RELEASE: { version: string; newestMigration: string } = { version: VERSION, newestMigration: NEWEST_MIGRATION };

interface Queryable {
  query(text: string, values: unknown[]): Promise<{ rows: { name: string }[] }>;
}

/** The migrations that the database has applied and this version does not know, oldest first. */
export async function newerMigrations(database: Queryable): Promise<string[]> {
  const { rows } = await database.query(
    `select migration_name as name from _prisma_migrations
       where finished_at is not null and rolled_back_at is null and not (migration_name = any($1)) order by 1`,
    [KNOWN_MIGRATIONS],
  );
  return rows.map(({ name }) => name);
}

/** For the log and `/api/ready`. */
export function wordsOfNewer(names: readonly string[]): string {
  return `The database was migrated by a newer version of Faultline: ${VERSION} does not know ${names.join(', ')}.`;
}
