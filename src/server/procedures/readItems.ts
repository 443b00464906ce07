/** The items of a list, each read by itself: what is wrong with one is no reason to refuse the others. */
import type { z } from 'zod';
import type { AppError } from '@/domain/errors';
import { appErrorOf } from './appErrors';
import { parseInput } from '@/contract/parseInput';

/** Each item by `schema`, or the `invalid_input` that it is refused with. */
export function readItems<Item>(schema: z.ZodType<Item>, items: readonly unknown[]): ({ item: Item } | { refused: AppError })[] {
  return items.map((given) => {
    const read = parseInput(schema, given);
    return read.success ? { item: read.data } : { refused: appErrorOf(read.error) };
  });
}
