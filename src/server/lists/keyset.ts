/**
 * Keyset pagination: the order of a list, where a page continues, and the position in its cursor. The last key of an order is unique in its
 * list.
 */

export interface SortKey {
  /** The way to the field from the row, through relations. */
  path: readonly string[];
  isDescending: boolean;
}

/** The keys of `sort` (a name, or `-` and the name), followed by those that break ties, in the same direction. */
export function sortKeys(
  sort: string,
  paths: Readonly<Record<string, readonly string[]>>,
  tieBreak: readonly (readonly string[])[],
): SortKey[] {
  const isDescending = sort.startsWith('-');
  const first = paths[isDescending ? sort.slice(1) : sort];
  if (first === undefined) throw new Error(`No order is named ${sort}.`);
  const all = [first, ...tieBreak.filter((path) => path.join('.') !== first.join('.'))];
  return all.map((path) => ({ path, isDescending }));
}

/** The position of `row`, for a cursor. */
export function positionOf(keys: readonly SortKey[], row: object): string {
  return JSON.stringify(keys.map(({ path }) => path.reduce<unknown>((value, field) => (value as Record<string, unknown>)[field], row)));
}
