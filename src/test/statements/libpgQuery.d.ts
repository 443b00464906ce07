/** The parts of libpg-query that the tests use. Its own types name every kind of node; the rules need only a few. */
declare module 'libpg-query' {
  export function loadModule(): Promise<void>;
  /** Throws PostgreSQL's message if it cannot parse the statement. */
  export function parseSync(sql: string): {
    stmts?: { stmt: Record<string, unknown>; stmt_location?: number; stmt_len?: number }[];
  };
}
