/** Null for an optional argument, as many models write it, is the same as its absence, unless null is a value there. */
import { z } from 'zod';

/** What an array or object must be like: behind defaults, "optional" and conversions of the input. */
export function innerSchema(schema: unknown): unknown {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner instanceof z.ZodPipe ? innerSchema(inner.in) : inner;
}

function isAbsentByNull(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success && !schema.safeParse(null).success;
}

/** A copy of `input` without the nulls that say nothing; what does not fit the schema is left as it is, for the schema to refuse. */
export function withoutNulls(input: unknown, schema: unknown): unknown {
  const wanted = innerSchema(schema);
  if (wanted instanceof z.ZodArray && Array.isArray(input)) return input.map((item) => withoutNulls(item, wanted.element));
  if (!(wanted instanceof z.ZodObject) || typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const shape = wanted.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (field === undefined) return [[name, value]];
      return value === null && isAbsentByNull(field) ? [] : [[name, withoutNulls(value, field)]];
    }),
  );
}
