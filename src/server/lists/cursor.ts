/** Cursors: the last key of a page, bound to the tenant, the list and its filters, so that a foreign one is refused and reveals nothing. */
import { invalidInput } from '@/domain/errors';
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import { areEqualInConstantTime, keyedDigest } from '@/server/secrets';
import { byCodeUnit } from '@/plain/order';

export interface ListScope {
  tenantId: string;
  list: string;
  /** Everything that decides what is in the list, except limit and cursor. */
  filters: object;
}

function sign(scope: ListScope, position: string): Buffer {
  const filters = JSON.stringify(
    Object.entries(scope.filters)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => byCodeUnit(a, b)),
  );
  return keyedDigest('cursor', JSON.stringify([scope.tenantId, scope.list, filters, position])).subarray(0, 12);
}

/** The signed cursor that continues after `position`. */
export function encodeCursor(scope: ListScope, position: string): string {
  return `${Buffer.from(position).toString('base64url')}.${sign(scope, position).toString('base64url')}`;
}

/** The position in `cursor`, null without one. Throws `invalid_input` for a cursor that this list never gave. */
export function decodeCursor(scope: ListScope, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const [head = '', mark = '', ...rest] = cursor.split('.');
  const position = Buffer.from(head, 'base64url').toString();
  const isOurs = rest.length === 0 && areEqualInConstantTime(Buffer.from(mark, 'base64url'), sign(scope, position));
  if (!isOurs) throw invalidInput('cursor', 'is not a cursor of this list with these filters; leave it out to start at the first page');
  return position;
}

export const DEFAULT_LIMIT = 50;

/** A page from `limit + 1` rows: the extra one shows that there is a next page. `counted` is a count that stopped above the exact limit. */
export function pageFrom<Row, Item>(
  scope: ListScope,
  rows: readonly Row[],
  limit: number,
  counted: number,
  keyOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(itemOf),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(scope, keyOf(last)) : null,
    total: Math.min(counted, EXACT_TOTAL_UP_TO),
    ...(counted > EXACT_TOTAL_UP_TO ? { totalIsMinimum: true as const } : {}),
  };
}
