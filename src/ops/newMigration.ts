/** Writes a new migration: the SQL between what the migrations so far make and schema.prisma. What Prisma has no words for is added to it by hand. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@/ops/migrate';
import { differenceToModel, projectSchema, type SchemaSource } from '@/ops/schemaEngine';
import { startTemporaryCluster } from '@/ops/temporaryDatabase';

const LOCK_FILE = '# Read by Prisma; do not edit.\nprovider = "postgresql"\n';

/** Null when the migrations already say what the schema says; `isEmptyAllowed` asks for a folder to write SQL in by hand all the same. */
export async function writeMigration(
  name: string,
  now: Date,
  isEmptyAllowed: boolean,
  source: SchemaSource = projectSchema(),
): Promise<string | null> {
  const cluster = await startTemporaryCluster();
  let sql: string;
  try {
    await migrate({ url: cluster.addresses.owner, isSingleLogin: false, log: () => undefined, source });
    sql = await differenceToModel(cluster.addresses.owner, source);
  } finally {
    await cluster.stop();
  }
  if (sql === '' && !isEmptyAllowed) return null;
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const directory = join(source.migrationsDirectory, `${stamp}_${name}`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(source.migrationsDirectory, 'migration_lock.toml'), LOCK_FILE);
  const file = join(directory, 'migration.sql');
  writeFileSync(file, `${sql}\n`);
  return file;
}
