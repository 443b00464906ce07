/**
 * Parses input from strangers. zod compares the length of anything that has one, so an object such as `{length: {toString: 1}}` would make
 * it throw instead of refuse.
 */
import { z } from 'zod';

/** Like `schema.safeParse`, for input of any shape. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(input);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = 'contains an object where none is allowed';
    return { success: false, error: new z.ZodError([{ code: 'custom', path: [], message, input }]) as z.ZodError<z.output<Schema>> };
  }
}
