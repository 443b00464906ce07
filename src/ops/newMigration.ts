/** Writes a new migration: the SQL that leads from the present migrations to schema.prisma. Add by hand whatever Prisma cannot express. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@/ops/migrate';
import { differenceToModel, projectSchema, type SchemaSource } from '@/ops/schemaEngine';
import { startTemporaryCluster } from '@/ops/temporaryDatabase';

const LOCK_FILE = '# Read by Prisma; do not edit.\nprovider = "postgresql"\n';

/** Null if the migrations already match the schema. With `isEmptyAllowed`, creates a folder anyway, for SQL written by hand. */
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
