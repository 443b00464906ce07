/** Watches what each statement of the service makes PostgreSQL do, on a server that keeps no statistics: the rows that each plan walks, counted and not timed. */
import pg from 'pg';
import { migrate } from '@/ops/migrate';
import { startTemporaryCluster } from '@/ops/temporaryDatabase';
import type { DatabaseAddresses } from '@/server/databaseAddresses';
import { openDatabase, type Database } from '@/server/db';

/** One statement as it ran. */
export interface ExplainedStatement {
  sql: string;
  /** Rows that its plan's nodes gave or threw away, over all their loops. */
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
  // Each plan goes to the client that asked, as a notice.
  client_min_messages: 'log',
  log_min_messages: 'fatal',
};

export interface ExplainedDatabase {
  database: Database;
  addresses: DatabaseAddresses & { owner: string };
  /** The statements that ran while `work` did. */
  during(work: () => Promise<unknown>): Promise<ExplainedStatement[]>;
  /** Has the owner count all tables. */
  analyze(): Promise<void>;
  stop(): Promise<void>;
}

/** A migrated database on a server of its own. */
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
