/** What a schema says of a field, in plain values. */

export interface FieldFacts {
  name: string;
  /** Links are text or lists of it: kinds.ts says which they are. */
  type: 'enum' | 'boolean' | 'integer' | 'number' | 'date' | 'text';
  isOptional: boolean;
  isNullable: boolean;
  /** Of an enumeration. */
  options: readonly string[];
}

export interface KindFields {
  /** In the order in which they are answered. */
  fields: readonly FieldFacts[];
  /** By what a list of them is filtered. */
  filters: readonly string[];
}
