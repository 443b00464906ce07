/** Reads the items of a list one by one, so that a mistake in one does not affect the others. */
import type { z } from 'zod';
import type { AppError } from '@/domain/errors';
import { appErrorOf } from './appErrors';
import { parseInput } from '@/contract/parseInput';

/** Each item parsed with `schema`, or its `invalid_input` error. */
export function readItems<Item>(schema: z.ZodType<Item>, items: readonly unknown[]): ({ item: Item } | { refused: AppError })[] {
  return items.map((given) => {
    const read = parseInput(schema, given);
    return read.success ? { item: read.data } : { refused: appErrorOf(read.error) };
  });
}
