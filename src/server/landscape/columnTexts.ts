/**
 * Rows for a statement as one text for each column, which the database splits: for thousands of rows that is half the work of JSON, on both
 * sides.
 */
import { randomUUID } from 'node:crypto';
import { processState } from '@/server/processState';
import type { RunSql } from '@/server/db/transaction';

type Cell = string | number | boolean | object | null | undefined;

export interface ColumnTexts {
  /** What stands between two values, and what stands for null. */
  marks: readonly [between: string, nothing: string];
  texts: string[];
}

/** Numbers and booleans as they are; objects as JSON. */
export function columnTexts(columns: readonly (readonly Cell[])[]): ColumnTexts {
  const short = joined(columns, ['\u0001', '\u0002']);
  // A text may hold any character, so a mark that cannot be guessed takes its place.
  return short ?? joined(columns, [`\u0001${randomUUID()}`, `\u0002${randomUUID()}`]) ?? columnTexts(columns);
}

/** Null if a value holds one of the marks. */
function joined(columns: readonly (readonly Cell[])[], marks: ColumnTexts['marks']): ColumnTexts | null {
  const [between, nothing] = marks;
  const texts: string[] = [];
  for (const column of columns) {
    const cells: string[] = [];
    for (const value of column) {
      const cell = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
      if (typeof cell === 'string' && (cell.includes(between) || cell.includes(nothing))) return null;
      cells.push(cell === null || cell === undefined ? nothing : String(cell));
    }
    texts.push(cells.join(between));
  }
  return { marks, texts };
}

/**
 * A call of `unnest` over such texts: the text of the first column is the parameter of this number, and the two marks come behind the last. An
 * empty text is one row whose first column is empty, so there must be rows.
 */
export function unnestOf(types: readonly string[], first: number): string {
  const [between, nothing] = [first + types.length, first + types.length + 1];
  const lists = types.map((type, index) => `string_to_array($${first + index}::text, $${between}::text, $${nothing}::text)::${type}[]`);
  return `unnest(${lists.join(', ')})`;
}

/** The type of each column of a table. They change with a migration only, so each process asks once. */
export async function columnTypes(run: RunSql, table: string): Promise<ReadonlyMap<string, string>> {
  const all = processState('columnTypes', () => new Map<string, ReadonlyMap<string, string>>());
  const known = all.get(table);
  if (known !== undefined) return known;
  const rows = await run<{ name: string; type: string }>(
    `select a."attname"::text as "name", format_type(a."atttypid", a."atttypmod") as "type" from pg_catalog.pg_attribute a
     where a."attrelid" = quote_ident($1)::regclass and a."attnum" > 0 and not a."attisdropped"`,
    [table],
  );
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  all.set(table, types);
  return types;
}
