/**
 * Prisma's pg adapter, changed so that it can introspect a database. The published version fails on PostgreSQL's one-letter columns, which
 * the engine's catalog queries select.
 */
import { Pool } from 'pg';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';

/** Columns of the system type "char" in the engine's queries. The adapter does not know this type, and the engine accepts no other. */
const ONE_LETTER_COLUMNS = ['constraint_type', 'confdeltype', 'confupdtype'];

/** Marks the running migration as done. The engine recorded its beginning just before. */
const RECORD_DONE = `update "_prisma_migrations" set "finished_at" = now() where "finished_at" is null and "rolled_back_at" is null`;

function rewrite(sql: string): string {
  return (
    sql
      .replace('constr.contype AS constraint_type', 'constr.contype::text AS constraint_type')
      // From PostgreSQL 18 on, NOT NULL is a separate constraint, of a kind that the engine cannot name.
      .replace("contype NOT IN ('p', 'u', 'f')", "contype NOT IN ('p', 'u', 'f', 'n')")
      .replace('con.confdeltype,', 'con.confdeltype::text AS confdeltype,')
      .replace('con.confupdtype,', 'con.confupdtype::text AS confupdtype,')
  );
}

function teach(adapter: SqlDriverAdapter, pool: Pool): SqlDriverAdapter {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query: SqlQuery) => {
    const result = await queryRaw({ ...query, sql: rewrite(query.sql) });
    for (const name of ONE_LETTER_COLUMNS) {
      const column = result.columnNames.indexOf(name);
      if (column !== -1) result.columnTypes[column] = ColumnTypeEnum.Character;
    }
    return result;
  };
  // The published adapter cuts a script at every semicolon, even inside function bodies. Sent as a whole, it is also one transaction, and
  // so is the record that it is done: if the process were killed in between, nobody would know that the script is done.
  adapter.executeScript = async (script: string) => {
    const { rows } = await pool.query<{ found: string | null }>(`select to_regclass('_prisma_migrations')::text as found`);
    await pool.query(rows[0]?.found == null ? script : `${script}\n;${RECORD_DONE}`);
  };
  return adapter;
}

export interface MigrationAdapter {
  factory: SqlMigrationAwareDriverAdapterFactory;
  /** Closes the connections, which would otherwise keep the process alive until they are idle. */
  close(): Promise<void>;
}

export function createMigrationAdapter(url: string): MigrationAdapter {
  const pool = new Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
  // A connection that breaks while idle: the next statement says so.
  pool.on('error', () => undefined);
  const inner = new PrismaPg(pool);
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: inner.provider,
    adapterName: inner.adapterName,
    connect: async () => teach(await inner.connect(), pool),
    connectToShadowDb: () => Promise.reject(new Error('Migrations are compared on a real database, never on a shadow of it.')),
  };
  return { factory, close: () => pool.end() };
}
