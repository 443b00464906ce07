/**
 * Reads a tenant's rows of one table by COPY. The database sends them without being asked for each portion, and they arrive as text that
 * costs little to read: for a whole table about a third of the time that a cursor takes.
 */
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { assertTenantId } from '@/server/db/bindTenant';

export interface CopiedTable {
  table: string;
  columns: readonly string[];
  /** The columns that decide the order of the rows; none for any order. */
  order: readonly string[];
}

const NEWLINE = 10;
const NOTHING = Buffer.alloc(0);

/**
 * Passes the rows to `take` as they arrive: each a line with a tab between columns. Text that may contain anything goes through
 * `copiedText`. Rejects if the connection fails.
 */
export async function eachCopiedRow(
  client: pg.ClientBase,
  tenantId: string,
  { table, columns, order }: CopiedTable,
  take: (line: string) => void,
): Promise<void> {
  // COPY takes no parameters.
  assertTenantId(tenantId);
  const list = (names: readonly string[]): string => names.map((name) => `e."${name}"`).join(', ');
  const ordered = order.length === 0 ? '' : ` order by ${list(order)}`;
  const rows = client.query(
    copyTo(`copy (select ${list(columns)} from "${table}" e where e."tenantId" = '${tenantId}'::uuid${ordered}) to stdout`),
  );
  let rest: Buffer = NOTHING;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(NEWLINE);
    const complete = chunk.subarray(0, Math.max(0, end));
    if (end !== -1) {
      const text = (rest.length === 0 ? complete : Buffer.concat([rest, complete])).toString();
      for (const line of text.split('\n')) take(line);
      rest = NOTHING;
    }
    const begun = chunk.subarray(end + 1);
    rest = rest.length === 0 ? begun : Buffer.concat([rest, begun]);
  }
}

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The text that COPY wrote as `value`; null for its mark of a null. */
export function copiedText(value: string | undefined): string | null {
  if (value === undefined || value === '\\N') return null;
  return value.includes('\\') ? value.replace(/\\(.)/g, (_, code: string) => ESCAPED[code] ?? code) : value;
}
