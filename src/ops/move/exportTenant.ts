/** `npm run admin -- tenant export`: the first half of a move. From here on the tenant is read-only, so the file stays complete. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppError } from '@/domain/errors';
import { type BackupRequest, type BackupResult, writeBackup } from '@/ops/backup/writeBackup';
import type { Database } from '@/server/db/database';
import type { Actor } from '@/server/landscape/changeLandscape';
import { setFrozen } from '@/server/landscape/freeze';
import { awaitQuiet } from './awaitQuiet';

export interface ExportRequest extends BackupRequest {
  database: Database;
  actor: Actor;
  tenantId: string;
}

/**
 * Freezes the tenant, waits until nothing in it changes any more, and writes it with its people into a file, as a backup does. If that
 * fails, the tenant is as it was before. Throws AppError if the file already exists, or the tenant does not.
 */
export async function exportTenant({ url, database, actor, tenantId, path, secret, progress }: ExportRequest): Promise<BackupResult> {
  if (existsSync(resolve(path)))
    throw new AppError('conflict', `${resolve(path)} exists already. Give another name, or move it away first.`);
  const { isChanged } = await setFrozen(database, actor, tenantId, true);
  try {
    await awaitQuiet({ url, tenantId, say: progress });
    return await writeBackup({ url, path, tenantId, secret, progress });
  } catch (error) {
    if (isChanged) await setFrozen(database, actor, tenantId, false);
    throw error;
  }
}
