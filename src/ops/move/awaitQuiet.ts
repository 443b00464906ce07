/**
 * Waits until nothing works on a frozen tenant any more: transactions that began earlier may still commit, and requests under way are still
 * sent.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { AppError } from '@/domain/errors';
import { onConnection } from '@/ops/postgres/onConnection';

const LOOK_EVERY_MS = 100;
/** A change may take three minutes. A webhook that a process was sending when it died counts as sent after one minute. */
const LONGEST_MS = 240_000;
/** Connections by application name that do not matter: the first only reads, the others belong to administrators. */
const HARMLESS = ['faultline reads', 'faultline backup', 'faultline export'];

/**
 * Transactions on this database that began before this call and have not ended, by the virtual id that each has from its start, even before
 * it writes anything.
 */
const UNDER_WAY = `select l.virtualxid as transaction from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'virtualxid' and l.granted and l.mode = 'ExclusiveLock' and l.pid <> pg_backend_pid()
    and a.datname = current_database() and a.usesysid is not null and a.application_name <> all($1)`;

/** Turns on its signals, and lanes of its webhooks, that a living process has claimed. */
const CLAIMED = `select (select count(*) from health_work where "tenantId" = $1 and "leaseToken" is not null and "leaseUntil" > statement_timestamp())
  + (select count(*) from webhook_lane where "tenantId" = $1 and "leaseToken" is not null and "leaseUntil" > statement_timestamp()) as count`;

export interface QuietOptions {
  /** With the login that owns the tables, which is a member of the role that reads every row. */
  url: string;
  tenantId: string;
  longestMs?: number;
  /** Called once, if there is something to wait for. */
  say: (line: string) => void;
}

/**
 * Resolves once every transaction that may not have seen the freeze has ended, and every claim on the tenant's work has been released.
 * Throws AppError `unavailable` if that takes too long.
 */
export function awaitQuiet({ url, tenantId, longestMs = LONGEST_MS, say }: QuietOptions): Promise<void> {
  const end = performance.now() + longestMs;
  const watch = async (client: Client): Promise<void> => {
    const { rows } = await client.query<{ transaction: string }>(UNDER_WAY, [HARMLESS]);
    let before = rows.map(({ transaction }) => transaction);
    let isTold = false;
    for (;;) {
      const now = await client.query<{ transaction: string }>(UNDER_WAY, [HARMLESS]);
      const running = new Set(now.rows.map(({ transaction }) => transaction));
      before = before.filter((transaction) => running.has(transaction));
      if (before.length === 0 && !(await isClaimed(client, tenantId))) return;
      if (performance.now() >= end)
        throw new AppError(
          'unavailable',
          before.length > 0
            ? `Transactions that began before the tenant became read-only are still running: ${before.length} (pg_stat_activity shows them). End them, or repeat this later.`
            : 'A server is still working on signals or webhooks of this tenant. Repeat this in a minute.',
        );
      if (!isTold) say('waiting until what began before has ended …');
      isTold = true;
      await wait(LOOK_EVERY_MS);
    }
  };
  return onConnection(url, watch, 'faultline export');
}

async function isClaimed(client: Client, tenantId: string): Promise<boolean> {
  await client.query('begin read only');
  await client.query('set local role faultline_backup');
  const { rows } = await client.query<{ count: string }>(CLAIMED, [tenantId]);
  await client.query('commit');
  return Number(rows[0]?.count) > 0;
}
