/**
 * The first half of an import. Reads the file into a separate schema, as it was written, and brings it to the present version with the same
 * migrations as everything else. Tenants in use are not touched.
 */
import type { Client } from 'pg';
import { AppError } from '@/domain/errors';
import type { BackupFooter, BackupHeader } from '@/ops/backup/backupFile';
import { quoteName, readTables, type Table } from '@/ops/backup/catalog';
import { openBackup, restoreAside, type RestoreRequest, verifyBackup } from '@/ops/backup/restoreBackup';
import { resealAll } from '@/ops/backup/sealedSecrets';
import { fingerprintOf } from '@/server/secrets';

/** Where the rows of an import wait. Whoever holds the import lock may drop it. */
export const STAGE = 'faultline_import';

export interface StageRequest extends Pick<RestoreRequest, 'path' | 'secret' | 'oldSecret' | 'progress'> {
  /** Accepts a tenant that was not frozen when the file was written. */
  mayBeServed: boolean;
}

export interface StagedTenant {
  header: BackupHeader;
  footer: BackupFooter;
  tenantId: string;
  tenantName: string;
  people: { id: string; email: string }[];
}

/**
 * Reads the file into the schema STAGE, in the transaction of `client`, the owner's connection. Throws AppError for a file that is damaged,
 * contains a whole installation, comes from a newer version, contains rows of another tenant or a tenant that may still be in use, or has
 * secrets that cannot be opened.
 */
export async function stageTenant(client: Client, request: StageRequest): Promise<StagedTenant> {
  // Reads it to the end first, so that nothing damaged reaches the database.
  await verifyBackup(request.path);
  const { header, parts } = await openBackup(request.path);
  const { tenantId } = header;
  if (tenantId === null)
    throw new AppError(
      'invalid_input',
      'This is a backup of a whole installation. Import takes the file of one tenant: npm run admin -- tenant export.',
    );
  const footer = await restoreAside(client, { name: STAGE, header, parts });
  const tables = await readTables(client);
  // From here on, the schema is a workspace that nobody is served from.
  for (const { name } of tables) await client.query(`alter table ${quoteName(name)} no force row level security`);
  await assertOneTenant(client, tables, tenantId);
  const { rows } = await client.query<{ name: string; frozenAt: Date | null }>('select name, "frozenAt" from tenant');
  const [tenant] = rows;
  if (tenant === undefined) throw new AppError('invalid_input', 'The file holds no tenant.');
  if (tenant.frozenAt === null && !request.mayBeServed)
    throw new AppError(
      'conflict',
      `The tenant "${tenant.name}" was not read-only when this file was written, so it may still be served and changed elsewhere, and both would send its webhooks. ` +
        'Export it there (`tenant export` makes it read-only), or repeat with --from-backup if nobody serves it any more.',
    );
  await openSecrets(client, header, request);
  await freeOfClaims(client);
  const people = await client.query<{ id: string; email: string }>('select id, email from "user" order by id');
  return { header, footer, tenantId, tenantName: tenant.name, people: people.rows };
}

async function assertOneTenant(client: Client, tables: readonly Table[], tenantId: string): Promise<void> {
  const conditions = [
    ['tenant', `id <> '${tenantId}'`],
    ['user', `not exists (select 1 from membership m where m."userId" = t.id)`],
    ...tables.filter(({ columns }) => columns.includes('tenantId')).map(({ name }) => [name, `"tenantId" <> '${tenantId}'`]),
  ] as [string, string][];
  for (const [name, condition] of conditions) {
    const { rowCount } = await client.query(`select from ${quoteName(name)} t where ${condition} limit 1`);
    if (rowCount !== 0)
      throw new AppError(
        'invalid_input',
        `The file is of the tenant ${tenantId}, but its table ${name} holds something else. Nothing was imported.`,
      );
  }
}

/** Seals with the secret of this installation what is sealed with that of the other. */
async function openSecrets(client: Client, header: BackupHeader, { secret, oldSecret }: StageRequest): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    'select (select count(*) from webhook_endpoint)::int + (select count(*) from idempotency_record where "isSealed")::int as count',
  );
  if (rows[0]?.count === 0) return;
  if (secret === null)
    throw new AppError('invalid_input', 'The tenant has sealed secrets. Set FAULTLINE_SECRET to the one of this installation, and repeat.');
  if (header.secretCheck === fingerprintOf(secret)) return;
  const { lost } = await resealAll(client, secret, oldSecret === null ? [] : [oldSecret]);
  if (lost > 0)
    throw new AppError(
      'invalid_input',
      oldSecret === null
        ? 'The secrets of its webhooks are sealed with another FAULTLINE_SECRET. Give a file with that one: --old-secret-file FILE.'
        : 'The secrets of its webhooks do not open with the secret in --old-secret-file. It must be the FAULTLINE_SECRET of the installation that the tenant comes from.',
    );
}

/** Whoever had claimed its work belongs to the other installation. */
async function freeOfClaims(client: Client): Promise<void> {
  await client.query('update health_work set "leaseToken" = null, "leaseOwner" = null, "leaseUntil" = null');
  await client.query('update webhook_lane set "leaseToken" = null, "leaseUntil" = null');
}
