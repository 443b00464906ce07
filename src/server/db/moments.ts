/** Moments as milliseconds since 1970, to and from the database. */

/** SQL for a time in that form. */
export function milliseconds(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::bigint`;
}

/** SQL for a time as the API writes it. */
export function isoText(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** As PostgreSQL and the API write it. */
export function timestampOf(at: number): string;
export function timestampOf(at: number | null): string | null;
export function timestampOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
