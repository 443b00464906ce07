/** Backs up a small installation that an administrator has changed, tries the file, and restores it into the same one and into another. */
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { expect, inject } from 'vitest';
import { quoteName, readTables, sourceOf, tablesToBackUp } from '@/ops/backup/catalog';
import { restoreBackup, tryBackup } from '@/ops/backup/restoreBackup';
import { type BackupResult, writeBackup } from '@/ops/backup/writeBackup';
import { createPerson } from '@/server/auth/people';
import { createTenant } from '@/server/auth/tenants';
import { openDatabase } from '@/server/db/database';
import { tenantDb } from '@/server/db/tenantDb';
import { applyManifest } from '@/server/manifest/applyManifest';
import { connected } from './connected';
import { type CreatedDatabase, createTestDatabase } from './database';
import { integrator, yaml } from './manifestTenant';
import type { OperatorChange } from './operatorChanges';
import { createKey, SYSTEM } from './restTenants';

/** A tenant with an owner, a key and a landscape with an entity of each kind. The caller drops it. */
export async function smallInstallation(): Promise<CreatedDatabase> {
  const made = await createTestDatabase();
  const database = openDatabase(made.addresses, 2);
  try {
    const { tenantId } = await createTenant(database, { name: 'Small', plan: 'Enterprise' });
    await createPerson(database, SYSTEM, { email: 'a@example.org', password: 'a long password', name: 'A', tenantId, role: 'Owner' });
    await createKey(database, tenantId, ['read']);
    const text = readFileSync('src/test/landscapes/every-field.yaml', 'utf8');
    await applyManifest(tenantDb(database, tenantId), integrator, yaml(text));
  } finally {
    await database.close();
  }
  await connected(made.url, async (client) => {
    await client.query(`begin; alter table signal_counter no force row level security; insert into signal_counter values ('${randomUUID()}', 7);
      alter table signal_counter force row level security; commit`);
  });
  return made;
}

export async function change({ url }: CreatedDatabase, changes: readonly OperatorChange[]): Promise<void> {
  await connected(url, async (client) => {
    for (const { sql } of changes) await client.query(`begin; ${sql}; commit`);
  });
}

async function rowsOf(client: Client, selections: readonly (readonly [string, string])[]): Promise<Record<string, string[]>> {
  await client.query('begin read only; set local role faultline_backup');
  const found: Record<string, string[]> = {};
  for (const [name, selection] of selections) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from (${selection}) t order by 1`);
    found[name] = rows.map(({ row }) => row);
  }
  await client.query('rollback');
  return found;
}

/** The rows of this version's tables and columns, without the records of migrations. */
export function ourRows({ url }: CreatedDatabase): Promise<Record<string, string[]>> {
  return connected(url, async (client) => {
    const tables = tablesToBackUp(await readTables(client)).filter(({ name }) => name !== '_prisma_migrations');
    const selections = tables.map(
      (table) => [table.name, `select ${table.columns.map(quoteName).join(', ')} from ${sourceOf(table)}`] as const,
    );
    return rowsOf(client, selections);
  });
}

/** The rows of an administrator's tables. */
export function theirRows({ url }: CreatedDatabase, changes: readonly OperatorChange[]): Promise<Record<string, string[]>> {
  const tables = changes.flatMap((made) => made.tables ?? []);
  return connected(url, (client) =>
    rowsOf(
      client,
      tables.map((name) => [name, `select * from ${name}`]),
    ),
  );
}

const { isSingleLogin } = inject('template');

/** Returns what the backup said, and the lines of the restore into the same installation. */
export async function tryChanges(
  source: CreatedDatabase,
  other: CreatedDatabase,
  changes: readonly OperatorChange[],
): Promise<{ made: BackupResult; lines: string[] }> {
  const path = join(tmpdir(), `faultline-changes-${randomUUID()}.backup`);
  const lines: string[] = [];
  const restore = { isSingleLogin, path, mayReplace: true, secret: null, oldSecret: null };
  try {
    const [ours, theirs] = [await ourRows(source), await theirRows(source, changes)];
    const made = await writeBackup({ url: source.url, path, tenantId: null, secret: null, progress: () => undefined });
    expect([...made.leftOut].sort()).toEqual(changes.flatMap(({ leftOut }) => leftOut).sort());
    expect(await tryBackup(source.url, path)).toMatchObject({ notTried: null, rows: made.rows });
    await restoreBackup({ ...restore, url: source.url, progress: (line) => lines.push(line) });
    await restoreBackup({ ...restore, url: other.url, progress: () => undefined });
    expect(await ourRows(source)).toEqual(ours);
    expect(await ourRows(other)).toEqual(ours);
    expect(await theirRows(source, changes)).toEqual(theirs);
    return { made, lines };
  } finally {
    rmSync(path, { force: true });
  }
}
