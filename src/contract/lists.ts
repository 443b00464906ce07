/** How every list is requested and answered: page by page, with a cursor and an honest total. */
import { z } from 'zod';
import { text, countOut } from './fields';
import type { DEPENDENCY_SORTS, ENTITY_SORTS } from './values/lists';

/** Above this number, the total is only a minimum. */
export const EXACT_TOTAL_UP_TO = 10_000;

export const pageInput = {
  limit: z.int().min(1).max(200).optional().meta({ description: 'Items per page; default 50.', example: 50 }),
  cursor: text(1, 1_000)
    .optional()
    .meta({ description: '`nextCursor` of the previous page. Opaque; valid only for this list with these filters.' }),
};

export const searchInput = {
  search: text(1, 200).optional().meta({ description: 'Any part of name or technicalName, in any case.', example: 'astronomy' }),
};

/** The order of a list: a field, or `-` and the field to reverse it. Ties are ordered by name or id, so that pages never overlap. */
export function sortInput<const Values extends readonly [string, ...string[]]>(values: Values, unlessSaid: Values[number]) {
  return {
    sort: z
      .enum(values)
      .optional()
      .meta({ description: `\`-\` in front reverses the order. Default \`${unlessSaid}\`.` }),
  };
}

export type EntitySort = (typeof ENTITY_SORTS)[number];

export type DependencySort = (typeof DEPENDENCY_SORTS)[number];

/** The schema of one page of a list of `item`. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    items: z.array(item).meta({ description: 'This page of the list, in the order asked for.' }),
    nextCursor: z.string().nullable().meta({ description: 'Send it as `cursor` to get the next page. Null on the last page.' }),
    total: countOut(`The number on all pages, exact up to ${EXACT_TOTAL_UP_TO}.`),
    totalIsMinimum: z.literal(true).optional().meta({ description: 'Present when there are more than `total`.' }),
  });
}

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  total: number;
  totalIsMinimum?: true;
}

/** A filter that takes one or several values of an enumeration (separated by commas in a query). */
export function anyOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.array(z.enum(values)).min(1).max(values.length).optional();
}
