/** Writes a new migration: the SQL that leads from the present migrations to schema.prisma. Add by hand whatever Prisma cannot express. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsDirectory, schemaPath } from './migrations';
import { sqlBetween } from './schemaEngine';
import { startTemporaryCluster } from './temporaryDatabase';

/**
 * schema.prisma as the newest migration made it: its text in the commit that last touched the migrations, because a test holds that both
 * agree in every commit. Throws an Error if there are migrations that are not committed yet. `root` is the folder of the repository.
 */
export function modelOfMigrations(root: string): string {
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  const [uncommitted] = git('status', '--porcelain', '--untracked-files=all', 'prisma/migrations').split('\n');
  if (uncommitted !== undefined && uncommitted !== '')
    throw new Error(`Commit the last migration first, or delete it and write one for both changes: ${uncommitted.slice(3)}`);
  const commit = git('log', '-1', '--format=%H', '--', 'prisma/migrations').trim();
  return git('show', `${commit}:./prisma/schema.prisma`);
}

/**
 * Null if the migrations already match the schema. With `isEmptyAllowed`, creates a folder anyway, for SQL written by hand. Throws an Error
 * if there are migrations that are not committed yet.
 */
export async function writeMigration(name: string, now: Date, isEmptyAllowed: boolean): Promise<string | null> {
  const from = modelOfMigrations(process.cwd());
  const cluster = await startTemporaryCluster();
  let sql: string;
  try {
    sql = await sqlBetween(cluster.addresses.owner, from, readFileSync(schemaPath(), 'utf8'));
  } finally {
    await cluster.stop();
  }
  if (sql === '' && !isEmptyAllowed) return null;
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const directory = join(migrationsDirectory(), `${stamp}_${name}`);
  mkdirSync(directory);
  const file = join(directory, 'migration.sql');
  writeFileSync(file, `${sql}\n`);
  return file;
}
