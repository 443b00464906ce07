/**
 * Records what PostgreSQL does for each statement of the server, on a database without statistics: the number of rows that each plan
 * visits, not the time.
 */
import pg from 'pg';
import { migrate } from '@/ops/postgres/migrate';
import { startTemporaryCluster } from '@/ops/postgres/temporaryDatabase';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';
import { openDatabase, type Database } from '@/server/db/database';

/** One executed statement. */
export interface ExplainedStatement {
  sql: string;
  /** Rows that the nodes of its plan returned or discarded, over all loops. */
  rowsWalked: number;
  plan: PlanNode;
}

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
  [removed: `Rows Removed by ${string}`]: number | undefined;
}

const SETTINGS = {
  autovacuum: 'off',
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  // Each plan is sent to the client that asked, as a notice.
  client_min_messages: 'log',
  log_min_messages: 'fatal',
};

export interface ExplainedDatabase {
  database: Database;
  addresses: DatabaseAddresses & { owner: string };
  /** The statements that ran during `work`. */
  during(work: () => Promise<unknown>): Promise<ExplainedStatement[]>;
  /** Runs ANALYZE on all tables as the owner. */
  analyze(): Promise<void>;
  stop(): Promise<void>;
}

/** A migrated database on a separate server. */
export async function startExplainedDatabase(poolSize = 8): Promise<ExplainedDatabase> {
  const cluster = await startTemporaryCluster(SETTINGS);
  await migrate({ url: cluster.addresses.owner, isSingleLogin: false, log: () => undefined });
  const database = openDatabase(cluster.addresses, poolSize);
  let watched: ExplainedStatement[] = [];
  const watch = (client: pg.ClientBase): void => {
    client.on('notice', ({ message }) => {
      const json = message?.match(/^duration: .* plan:\n(.*)$/s)?.[1];
      if (json === undefined) return;
      const { 'Query Text': sql, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
      watched.push({ sql, rowsWalked: rowsOf(plan), plan });
    });
  };
  database.pool.on('connect', watch);
  database.systemPool.on('connect', watch);
  database.readers.on('connect', watch);
  return {
    database,
    addresses: cluster.addresses,
    during: async (work) => {
      watched = [];
      await work();
      return watched;
    },
    analyze: async () => {
      const owner = new pg.Client({ connectionString: cluster.addresses.owner });
      await owner.connect();
      await owner.query('analyze');
      await owner.end();
    },
    stop: async () => {
      await database.close();
      await cluster.stop();
    },
  };
}

function rowsOf(node: PlanNode): number {
  const removed = Object.entries(node).filter(([name]) => name.startsWith('Rows Removed by '));
  const each = (node['Actual Rows'] ?? 0) + removed.reduce((sum, [, count]) => sum + Number(count), 0);
  return each * (node['Actual Loops'] ?? 0) + (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0);
}
