/** Moments as milliseconds since 1970, to and from the database. */

/** SQL for a time in that form. */
export function milliseconds(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::bigint`;
}

/** As PostgreSQL and the API write it. */
export function timestampOf(at: number): string;
export function timestampOf(at: number | null): string | null;
export function timestampOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
