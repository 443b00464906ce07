/** Has the database look anew at tables that were just filled, since by itself it would look only minutes later and, when busy, never. */
import type { ManifestKind } from '@/domain/manifest/manifestFields';
import { MANIFEST_KINDS } from '@/domain/manifest/manifestFields';
import type { TenantDb } from '@/server/tenantDb';
import { ENTITY_TABLES } from './entityTables';
import { tableOf } from './landscapeRows';

/** Fewer rows change no plan. */
const MANY_RECORDS = 2_000;

/** The tables that so many changes filled: none where they are few. */
export function tablesFilled(changes: readonly { kind: string }[]): string[] {
  if (changes.length < MANY_RECORDS) return [];
  const kinds = new Set<string>(changes.map(({ kind }) => kind));
  const filled = MANIFEST_KINDS.filter((kind) => kinds.has(kind)).flatMap((kind) => [tableOf(kind), ...linkTablesOf(kind)]);
  return [...filled, 'change', 'manifest_ownership'];
}

function linkTablesOf(kind: ManifestKind): string[] {
  return kind === 'dependency' ? [] : ENTITY_TABLES[kind].links.map(({ table }) => table);
}

/**
 * Returns at once. What is being looked at by another process is left to it, and a database user who does not own the tables is told so by the database
 * and changes nothing: no answer depends on it.
 */
export function refreshStatistics({ database }: Pick<TenantDb, 'database'>, tables: readonly string[]): void {
  if (tables.length === 0) return;
  const names = tables.map((table) => `"${table}"`).join(', ');
  void database.pool.query(`analyze (skip_locked) ${names}`).catch(() => undefined);
}
