/**
 * Asks a Citus how it would carry out a statement, without carrying it out: on how many shards, or why not at all. The values are those with
 * which the service sent it to a plain PostgreSQL.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { Client } from 'pg';
import { bindingSql } from '@/server/db/bindTenant';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';
import { parseMessage } from '@/test/statements/parsedStatement';

/** Where a distributed database is, and the file that takes a line for each statement. */
export interface Explaining {
  addresses: DatabaseAddresses;
  file: string;
}

/** A statement as it was sent. */
export interface SentStatement {
  sql: string;
  values: readonly unknown[];
  /** The login that sent it. */
  user: string;
  /** It is known to ask all shards: its reason is in `src/test/statements/statementExceptions.ts`. */
  isAcrossTenants: boolean;
}

/** What one line of the file says. */
export interface Explained {
  sql: string;
  user: string;
  isAcrossTenants: boolean;
  /** How many shards it asks at most at once; 0 for one that asks only tables that are not distributed. */
  shards: number;
  /** What Citus says instead, or what it would do although row-level security forbids it; null if nothing is wrong. */
  refusal: string | null;
}

const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'];
const LOGINS = ['faultline_app', 'faultline_system'];
/** Rows would be copied through the node that was asked, which row-level security forbids once there are any. */
const THROUGH_ONE_NODE = /INSERT\/SELECT method: (pull to coordinator|repartition)/;

/** One at a time, on a connection for each login. */
export class Explainer {
  private readonly clients = new Map<string, Promise<Client>>();
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly to: Explaining) {}

  add(sent: SentStatement): void {
    // A single login works with a single server only.
    if (!LOGINS.includes(sent.user)) return;
    // What a caller changes afterwards must not change what is asked.
    const values = [...sent.values];
    this.last = this.last.then(() => this.explainAll({ ...sent, values }));
  }

  /** Once all that were added are in the file. */
  async done(): Promise<void> {
    await this.last;
  }

  async end(): Promise<void> {
    await this.last;
    for (const client of this.clients.values()) await (await client).end();
  }

  private async explainAll({ sql: message, values, user, isAcrossTenants }: SentStatement): Promise<void> {
    for (const { sql, kind } of parseMessage(message)) {
      if (!QUERIES.includes(kind)) continue;
      const explained: Explained = {
        sql,
        user,
        isAcrossTenants,
        ...(await this.explain(sql, values, user)),
      };
      appendFileSync(this.to.file, `${JSON.stringify(explained)}\n`);
    }
  }

  private async explain(sql: string, values: readonly unknown[], user: string): Promise<Pick<Explained, 'shards' | 'refusal'>> {
    try {
      const client = await this.clientFor(user);
      try {
        await client.query('begin');
        await client.query(bindingSql({ tenantId: randomUUID(), lasts: 'transaction', isSingleLogin: false }));
        const { rows } = await client.query<{ 'QUERY PLAN': string }>({
          text: `explain ${sql}`,
          values: [...values],
        });
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
        return { shards: Math.max(0, ...tasks), refusal: THROUGH_ONE_NODE.exec(plan)?.[0] ?? null };
      } finally {
        await client.query('rollback');
      }
    } catch (error) {
      // After a crash of the server, the next statement needs a new connection.
      if ((error as { code?: string }).code === undefined) this.clients.delete(user);
      return { shards: 0, refusal: (error as Error).message };
    }
  }

  private clientFor(user: string): Promise<Client> {
    const { app, system } = this.to.addresses;
    let client = this.clients.get(user);
    if (client === undefined) {
      client = open(user === 'faultline_app' ? app : system);
      this.clients.set(user, client);
    }
    return client;
  }
}

async function open(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
