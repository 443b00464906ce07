/** Row-level security also applies to the owner of the tables, who migrates: without leave, a migration changes no row and says nothing. */
import { describe, expect, it } from 'vitest';
import { type Migration, readMigrations } from './migrations';
import { readOwnSchema } from '@/ops/backup/ownSchema';

/** Each changed no row; `rows_behind_the_wall` did it later. */
const REPAIRED = ['20261127024332_situations', '20261127035616_incidents_outside_service', '20261127090617_alerts'];

const { tables } = readOwnSchema();
const isBehindWall = (table: string): boolean => table === 'tenant' || tables.get(table)?.has('tenantId') === true;

/** The tables behind the wall whose rows a migration reads or changes before it has let itself through, or without closing the wall again. */
function shutOut({ sql }: Pick<Migration, 'sql'>): string[] {
  const plain = sql.replaceAll(/--.*$/gm, '').replaceAll(/\$\$.*?\$\$/gs, '');
  const open = new Set<string>();
  const forced = new Set<string>();
  const found = new Set<string>();
  const created = new Set([...plain.matchAll(/CREATE TABLE "(\w+)"/gi)].map(([, table]) => table!));
  for (const statement of plain.split(';').map((text) => text.trim())) {
    const [, table, no] = /^ALTER TABLE "(\w+)"\s+(NO )?FORCE ROW LEVEL SECURITY/i.exec(statement) ?? [];
    if (table !== undefined && no !== undefined) open.add(table);
    else if (table !== undefined) {
      forced.add(table);
      open.delete(table);
    }
    if (!/^(UPDATE|DELETE|INSERT|WITH)\b/i.test(statement)) continue;
    for (const [, named] of statement.matchAll(/\b(?:UPDATE|FROM|INTO|JOIN) "(\w+)"/gi)) {
      const isOwn = created.has(named!) && !forced.has(named!);
      if (isBehindWall(named!) && !open.has(named!) && !isOwn) found.add(named!);
    }
  }
  return [...found, ...open].sort();
}

describe('migrations that change rows of tenants', () => {
  it.each(readMigrations().filter(({ name }) => !REPAIRED.includes(name)))(
    'let themselves through the wall, and close it: $name',
    (migration) => {
      expect(shutOut(migration)).toEqual([]);
    },
  );

  it.each(readMigrations().filter(({ name }) => REPAIRED.includes(name)))('would be found if they did not: $name', (migration) => {
    expect(shutOut(migration)).not.toEqual([]);
  });

  it('would be found if they left the wall open', () => {
    expect(shutOut({ sql: 'ALTER TABLE "incident" NO FORCE ROW LEVEL SECURITY; UPDATE "incident" SET "number" = 1;' })).toEqual([
      'incident',
    ]);
  });
});
