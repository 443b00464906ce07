/**
 * For answers too large to validate before sending: the schema appears in the API document, and the compiler checks that the use case
 * matches it.
 */
import type { z } from 'zod';

interface Documentable<Output> {
  _def: { $types: { output: Output } };
}

/** The same procedure, documented with `schema` as its output. The REST suite checks its answers against the schema. */
export function documentedAs<Output, P extends Documentable<Output>>(schema: z.ZodType<Output>, described: P): P {
  Object.assign(described._def, { output: schema });
  return described;
}
