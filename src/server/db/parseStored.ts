/**
 * Reads JSON columns: what an older version, or somebody by hand, has stored in another form is an error that names the row, instead of a wrong
 * answer later.
 */
import { z } from 'zod';

/** Where a value was stored. */
export interface StoredAt {
  table: string;
  column: string;
  /** Of the row, or whatever else finds it. */
  id: string;
}

/** The value as the schema describes it. Throws an Error that names table, column and row if it does not fit. */
export function parseStored<Schema extends z.ZodType>(schema: Schema, value: unknown, { table, column, id }: StoredAt): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
  throw new Error(`"${column}" of "${table}" in the row ${id} does not hold what it should: ${place}${issue?.message ?? ''}`);
}

/**
 * An object that has at least these fields. For large values that only this program writes, such as snapshots with thousands of rows: to check
 * each field of each row takes longer than to answer from them.
 */
export function outlineOf<Value extends object>(...fields: readonly (keyof Value & string)[]): z.ZodType<Value> {
  return z.custom<Value>(
    (value) => typeof value === 'object' && value !== null && fields.every((field) => Object.hasOwn(value, field)),
    `must have the fields ${fields.join(', ')}`,
  );
}

/** A list whose items are checked by their outline. */
export function outlinesOf<Item extends object>(...fields: readonly (keyof Item & string)[]): z.ZodType<Item[]> {
  return z.array(outlineOf<Item>(...fields));
}
