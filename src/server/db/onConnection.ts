/** A transaction of one tenant on a plain connection, without Prisma: begun and bound in one round trip. */
import type pg from 'pg';
import { awaitAtMost } from '@/server/deadline';
import { assertTenantId } from './bindTenant';
import { isConnectionLost, outcomeUnknown, sqlState, translateDatabaseError } from './databaseErrors';
import { READ_ONLY } from './refusedWrites';
import { bindingOf, turns, type TenantDb } from './tenantDb';
import { LONGEST_BINDING_MS } from './unanswered';

interface Plain {
  /** The statement that begins it. */
  begin: string;
  deadlineMs: number;
  /** A statement without parameters, sent together with the binding. */
  first?: string | undefined;
}

/** `work` gets the rows of `first`. Throws AppError `unavailable` if it is not done after `deadlineMs`; the connection is then closed. */
export async function onConnection<T>(
  tenant: TenantDb,
  work: (client: pg.PoolClient, firstRows: readonly unknown[]) => Promise<T>,
  { begin, deadlineMs, first }: Plain,
): Promise<T> {
  assertTenantId(tenant.tenantId);
  const mayWrite = !begin.endsWith('read only');
  return turns(tenant.database).run(tenant.tenantId, async () => {
    let client: pg.PoolClient | null = null;
    let isCommitting = false;
    try {
      client = await tenant.database.pool.connect();
      // One round trip: the simple protocol takes all statements at once, and the tenant id is known to be a GUID.
      const opening = [begin, bindingOf(tenant, { statement_timeout: String(deadlineMs) }), ...(first === undefined ? [] : [first])];
      // A first statement of the caller may wait for a lock.
      const limit = first === undefined ? { query_timeout: LONGEST_BINDING_MS } : {};
      const answers = (await client.query({ text: opening.join('; '), ...limit })) as unknown as pg.QueryResult[];
      const firstRows = first === undefined ? [] : (answers.at(-1)?.rows ?? []);
      const result = await awaitAtMost(work(client, firstRows), deadlineMs, 'Reading this took too long. Try again in a few seconds.');
      isCommitting = mayWrite;
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      // Closes the connection together with its transaction, because finding out its state is not worth it.
      client?.release(true);
      if (isCommitting && isConnectionLost(error)) throw outcomeUnknown();
      // Whoever writes where only reading was asked for has a bug; the database is well.
      if (!mayWrite && sqlState(error) === READ_ONLY) throw error;
      throw translateDatabaseError(error);
    }
  });
}
