/** What the tests use of libpg-query. Its own types name each node of a tree; the rules look at few of them, and walk over the others. */
declare module 'libpg-query' {
  export function loadModule(): Promise<void>;
  /** Throws what PostgreSQL says of a statement that it cannot read. */
  export function parseSync(sql: string): { stmts?: { stmt: Record<string, unknown> }[] };
}
