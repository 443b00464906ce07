/** Processor time of a database's connections, read from the system. Works only if the server runs on this machine and may be inspected. */
import { readFileSync } from 'node:fs';
import type { Database } from '@/server/db/database';

/** Milliseconds by process; null if they cannot be read. */
export type DatabaseCpu = ReadonlyMap<number, number> | null;

export async function databaseCpu(database: Database): Promise<DatabaseCpu> {
  const { rows } = await database.systemPool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  try {
    return new Map(rows.map(({ pid }) => [pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6]));
  } catch {
    return null;
  }
}

/** Milliseconds between two readings, without connections that have ended since the first. */
export function cpuBetween(before: DatabaseCpu, after: DatabaseCpu): number | null {
  if (before === null || after === null) return null;
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}
