/** Which replicas live: each has a row, and says every two seconds, by the database's clock, that it is there. */
import type { Database } from '@/server/db';
import { isCertainlyGone } from '@/server/processIdentity';
import { systemRows } from '@/server/tenantDb';

export const BEAT_MS = 2_000;
/** Who was not heard of for so long is dead to the others. With a beat, and the look at what it leaves, that makes less than ten seconds. */
export const LIVES_MS = 6_000;

export interface Replica {
  id: string;
  /** The process, as `ownName` of processIdentity.ts says it. */
  owner: string;
}

/** Says that `self` lives, and answers the ids of all that do, its own among them. */
export async function beat(database: Database, self: Replica): Promise<string[]> {
  await systemRows(
    database,
    `insert into "replica" ("id", "owner", "heardAt") values ($1::uuid, $2, statement_timestamp())
     on conflict ("id") do update set "heardAt" = excluded."heardAt"`,
    [self.id, self.owner],
  );
  const rows = await systemRows<Replica>(
    database,
    `select "id"::text as "id", "owner" from "replica" where "heardAt" > statement_timestamp() - make_interval(secs => $1::float8)`,
    [LIVES_MS / 1_000],
  );
  // One that crashed on this machine is seen at once: its successor need not wait for its silence.
  const gone = rows.filter(({ id, owner }) => id !== self.id && isCertainlyGone(owner)).map(({ id }) => id);
  if (gone.length > 0) await leave(database, gone);
  return rows.map(({ id }) => id).filter((id) => !gone.includes(id));
}

/** Gives up the shares of these replicas. */
export async function leave(database: Database, ids: readonly string[]): Promise<void> {
  await systemRows(database, `delete from "replica" where "id" = any($1::uuid[])`, [[...ids]]);
}

/** Deletes rows of replicas that ended without a word; answers how many. */
export async function forgetReplicas(database: Database): Promise<number> {
  const rows = await systemRows(
    database,
    `delete from "replica" where "heardAt" < statement_timestamp() - interval '1 hour' returning "id"`,
  );
  return rows.length;
}
