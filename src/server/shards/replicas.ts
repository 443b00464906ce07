/** Which replicas are alive. Each has a row, and updates it every two seconds by the database's clock. */
import type { Database } from '@/server/db/database';
import { isCertainlyGone } from '@/server/processIdentity';
import { asSystem } from '@/server/db/asSystem';

export const BEAT_MS = 2_000;
/**
 * A replica that was silent for this long counts as dead, in milliseconds. Together with one heartbeat and the check of its tenants, this
 * stays below ten seconds.
 */
export const LIVES_MS = 6_000;

export interface Replica {
  id: string;
  /** The process, as `ownName` in processIdentity.ts returns it. */
  owner: string;
}

/** Records that `self` is alive, and returns the ids of all living replicas, including its own. */
export async function beat(database: Database, self: Replica): Promise<string[]> {
  await asSystem(
    database,
    `insert into "replica" ("id", "owner", "heardAt") values ($1::uuid, $2, statement_timestamp())
     on conflict ("id") do update set "heardAt" = excluded."heardAt"`,
    [self.id, self.owner],
  );
  return livingReplicas(database, self.id);
}

/** The ids of all living replicas. `ownId` is certainly alive. */
export async function livingReplicas(database: Database, ownId: string | null = null): Promise<string[]> {
  const rows = await asSystem<Replica>(
    database,
    `select "id"::text as "id", "owner" from "replica" where "heardAt" > statement_timestamp() - make_interval(secs => $1::float8)`,
    [LIVES_MS / 1_000],
  );
  // A process that crashed on this machine is noticed at once, so its successor need not wait until it counts as silent.
  const gone = rows.filter(({ id, owner }) => id !== ownId && isCertainlyGone(owner)).map(({ id }) => id);
  if (gone.length > 0) await leave(database, gone);
  return rows.map(({ id }) => id).filter((id) => !gone.includes(id));
}

/** Removes these replicas, so that others take over their shares. */
export async function leave(database: Database, ids: readonly string[]): Promise<void> {
  await asSystem(database, `delete from "replica" where "id" = any($1::uuid[])`, [[...ids]]);
}

/** Deletes the rows of replicas that ended without deleting them; returns how many. */
export async function forgetReplicas(database: Database): Promise<number> {
  const rows = await asSystem(database, `delete from "replica" where "heardAt" < statement_timestamp() - interval '1 hour' returning "id"`);
  return rows.length;
}
