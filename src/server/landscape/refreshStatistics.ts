/** Makes the database analyse tables that were just filled. By itself it would do so only minutes later and, when busy, never. */
import { MANIFEST_KINDS } from '@/domain/manifest/manifestFields';
import type { TenantDb } from '@/server/db/tenantDb';
import { linksOf, tableOf } from './landscapeRows';

/** Fewer rows change no query plan. */
const MANY_RECORDS = 2_000;

/**
 * The tables that these changes filled; none if there are few changes. A table that was emptied is left to the database, which first takes its
 * pages back: with many pages and hardly a row, any index looks as good as the right one to the next who fills it.
 */
export function tablesFilled(changes: readonly { kind: string; op: string }[]): string[] {
  const kept = changes.filter(({ op }) => op !== 'delete');
  if (kept.length < MANY_RECORDS) return [];
  const kinds = new Set<string>(kept.map(({ kind }) => kind));
  const filled = MANIFEST_KINDS.filter((kind) => kinds.has(kind)).flatMap((kind) => [
    tableOf(kind),
    ...linksOf(kind).map(({ table }) => table),
  ]);
  return [...filled, 'change', 'manifest_ownership'];
}

/**
 * Returns at once. Tables that another process is analysing are left to it. A failure has no effect, because no answer depends on
 * statistics.
 */
export function refreshStatistics({ database }: Pick<TenantDb, 'database'>, tables: readonly string[]): void {
  void refreshEach(database, tables).catch(() => undefined);
}

/**
 * Each in its own transaction, so that no table is locked longer than its analysis takes. The database function runs with the owner's
 * rights.
 */
async function refreshEach(database: TenantDb['database'], tables: readonly string[]): Promise<void> {
  for (const table of tables) await database.pool.query(`select refresh_statistics($1)`, [table]);
}
