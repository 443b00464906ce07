/** Converts query parameters to values, with one codec per field, derived from its schema. Strict: nothing is guessed. */
import type { z } from 'zod';
import type { Issue } from '@/domain/errors';
import { decodedUri } from '@/plain/decodedUri';

/** Parses one parameter; a string result is the mistake. */
interface Codec {
  (text: string): { value: unknown } | string;
  /** Several values, separated by commas, repeated, or both. */
  isList?: true;
}

export type QueryCodecs = ReadonlyMap<string, Codec>;

const asText: Codec = (text) => ({ value: text });

const asInteger: Codec = (text) =>
  /^(0|-?[1-9]\d{0,14})$/.test(text) ? { value: Number(text) } : 'must be a whole number, in plain digits';

const asBoolean: Codec = (text) => (text === 'true' || text === 'false' ? { value: text === 'true' } : 'must be true or false');

function asList(codec: Codec): Codec {
  const read: Codec = (text) => {
    const values: unknown[] = [];
    for (const part of text.split(',')) {
      const read = part === '' ? 'must be one value or several separated by commas, none of them empty' : codec(part);
      if (typeof read === 'string') return read;
      values.push(read.value);
    }
    return new Set(values).size === values.length ? { value: values } : 'names a value twice';
  };
  return Object.assign(read, { isList: true as const });
}

/** The schema behind `optional`, `nullable` and the like. */
export function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const definition = schema._zod.def as { innerType?: z.core.$ZodType };
  return definition.innerType === undefined ? schema : innermost(definition.innerType);
}

function codecOf(field: string, schema: z.core.$ZodType): Codec {
  const inner = innermost(schema);
  const definition = inner._zod.def as { type: string; element?: z.core.$ZodType };
  switch (definition.type) {
    case 'string':
    case 'enum':
      return asText;
    case 'number':
    case 'int':
      return asInteger;
    case 'boolean':
      return asBoolean;
    case 'array':
      if (definition.element !== undefined) return asList(codecOf(field, definition.element));
  }
  throw new Error(`A query cannot carry "${field}", which is a ${definition.type}.`);
}

/** A codec for each field. Throws for a schema that a query cannot carry, so that a wrong route is found at start. */
export function queryCodecs(shape: Readonly<Record<string, z.core.$ZodType>>): QueryCodecs {
  return new Map(Object.entries(shape).map(([field, schema]) => [field, codecOf(field, schema)]));
}

const decode = (text: string): string | null => decodedUri(text.replaceAll('+', ' '));

/** Joins repeated lists into one pair with all values separated by commas. */
function joined(pairs: readonly string[], codecs: QueryCodecs): string[] {
  const first = new Map<string, number>();
  const kept: string[] = [];
  for (const pair of pairs) {
    const mark = pair.indexOf('=');
    const name = decode(mark === -1 ? pair : pair.slice(0, mark));
    const index = name === null || codecs.get(name)?.isList !== true ? undefined : first.get(name);
    if (index === undefined) {
      if (name !== null) first.set(name, kept.length);
      kept.push(pair);
    } else kept[index] += `,${mark === -1 ? '' : pair.slice(mark + 1)}`;
  }
  return kept;
}

export interface ReadQuery {
  values: Record<string, unknown>;
  /** Each mistake: unknown, given twice, badly written. */
  issues: Issue[];
}

/** The values of a query; for a list, `kind=A&kind=B` equals `kind=A,B`. */
export function readQuery(query: string, codecs: QueryCodecs): ReadQuery {
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  if (query === '') return { values, issues };
  const seen = new Set<string>();
  for (const pair of joined(query.split('&'), codecs)) {
    if (pair === '') continue;
    const mark = pair.indexOf('=');
    const name = decode(mark === -1 ? pair : pair.slice(0, mark));
    const text = decode(mark === -1 ? '' : pair.slice(mark + 1));
    const codec = name === null ? undefined : codecs.get(name);
    if (name === null || codec === undefined) issues.push({ path: name ?? pair.slice(0, 100), message: 'is not a known query parameter' });
    else if (seen.has(name)) issues.push({ path: name, message: 'is given twice, but takes one value' });
    else if (text === null) issues.push({ path: name, message: 'is not valid percent-encoded UTF-8' });
    else {
      const read = codec(text);
      if (typeof read === 'string') issues.push({ path: name, message: read });
      else values[name] = read.value;
    }
    if (name !== null) seen.add(name);
  }
  return { values, issues };
}
