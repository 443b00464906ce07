/** The facts of a field's schema as plain values. */

export interface FieldFacts {
  name: string;
  /** Links are text or a list of it: kinds.ts says which fields are links. */
  type: 'enum' | 'boolean' | 'integer' | 'number' | 'date' | 'text' | 'references';
  isOptional: boolean;
  isNullable: boolean;
  /** The values of an enumeration. */
  options: readonly string[];
}

export interface KindFields {
  /** In the order of the answers. */
  fields: readonly FieldFacts[];
  /** The filters of their list. */
  filters: readonly string[];
}
