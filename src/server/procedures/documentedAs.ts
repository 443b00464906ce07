/** For answers too large to be checked again on their way out: the schema stands in the document, the compiler holds the work to it. */
import type { z } from 'zod';

interface Documentable<Output> {
  _def: { $types: { output: Output } };
}

/** The same procedure, with `schema` shown as its output. Its answers are checked against the schema by the REST suite. */
export function documentedAs<Output, P extends Documentable<Output>>(schema: z.ZodType<Output>, described: P): P {
  Object.assign(described._def, { output: schema });
  return described;
}
