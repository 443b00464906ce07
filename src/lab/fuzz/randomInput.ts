/**
 * Inputs that a schema almost allows: mostly valid, with something in it that nobody would send on purpose. Generated from a seed, so that
 * they can be repeated.
 */

type Json = Record<string, unknown>;

/** Random numbers from a seed (mulberry32), the same on every machine. */
export class Random {
  constructor(private state: number) {}

  /** At least 0, below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('There is nothing to choose from.');
    return value;
  }
}

/** Values that break code which takes a type, a length, a prototype or an encoding for granted. */
export const NASTY: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  'a',
  'null',
  '0',
  '\u0000',
  '\ud800',
  'ä'.repeat(300),
  '💥'.repeat(100),
  'x'.repeat(5_000),
  '../../etc/passwd',
  "' or 1=1 --",
  '%00%ff%',
  '${jndi:ldap://x}',
  '0000-01-01',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30T00:00:00Z',
  '00000000-0000-4000-8000-000000000000',
  'GHIJKLMN-0000-4000-8000-000000000000',
  '__proto__',
  'constructor',
  [],
  [[]],
  [null],
  {},
  { length: 1 },
  { length: { toString: 1 } },
  { length: { valueOf: null, toString: null } },
  { toString: 1, valueOf: 1 },
  { toJSON: 1 },
  { then: 1 },
  JSON.parse('{"__proto__":{"x":1}}') as unknown,
  { constructor: { prototype: 1 } },
];

/** The fraction of values that are replaced by bad ones. */
const SPOILT = 0.08;
const DEEPEST = 6;

export interface Surroundings {
  random: Random;
  /** Names to use instead of random texts. */
  names: readonly string[];
  /** The document that the references of a schema point into. */
  root: unknown;
}

/** Resolves a reference such as `#/components/schemas/Application`. */
function referred(reference: string, root: unknown): unknown {
  const steps = reference.replace(/^#\/?/, '').split('/');
  return steps.reduce<unknown>((place, step) => (place as Json | undefined)?.[step.replaceAll('~1', '/')], root);
}

/** A value for a JSON schema. */
export function valueFor(schema: unknown, around: Surroundings, depth = 0): unknown {
  const { random, root } = around;
  if (random.chance(SPOILT)) return random.pick(NASTY);
  if (typeof schema !== 'object' || schema === null || depth > DEEPEST) return random.pick(NASTY);
  if ('$ref' in schema) return valueFor(referred(String(schema.$ref), root), around, depth + 1);
  const { const: constant, enum: values, anyOf, oneOf, allOf, type, ...rest } = schema as Json;
  if (constant !== undefined) return constant;
  if (Array.isArray(values)) return random.pick(values as unknown[]);
  const alternatives = (anyOf ?? oneOf ?? allOf) as unknown[] | undefined;
  if (Array.isArray(alternatives) && alternatives.length > 0) return valueFor(random.pick(alternatives), around, depth + 1);
  return ofType(Array.isArray(type) ? random.pick(type as unknown[]) : type, rest, around, depth);
}

function ofType(type: unknown, rest: Json, around: Surroundings, depth: number): unknown {
  const { random, names } = around;
  switch (type) {
    case 'object':
      return objectFor(rest, around, depth);
    case 'array':
      return Array.from({ length: random.below(4) }, () => valueFor(rest.items, around, depth + 1));
    case 'string':
      return textFor(rest, random, names);
    case 'integer':
    case 'number':
      return numberFor(rest, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return random.pick([...names, ...NASTY]);
  }
}

function objectFor({ properties, required, additionalProperties }: Json, around: Surroundings, depth: number): Json {
  const { random } = around;
  const isRequired = new Set(Array.isArray(required) ? required : []);
  const entries = Object.entries((properties ?? {}) as Json).flatMap(([field, schema]): [string, unknown][] =>
    random.chance(isRequired.has(field) ? 0.97 : 0.4) ? [[field, valueFor(schema, around, depth + 1)]] : [],
  );
  if (typeof additionalProperties === 'object' && random.chance(0.5))
    entries.push(['x', valueFor(additionalProperties, around, depth + 1)]);
  if (random.chance(0.03)) entries.push([random.pick(['extra', 'length', 'then', 'toString', '__proto__']), random.pick(NASTY)]);
  const object: Json = {};
  for (const [field, value] of entries)
    Object.defineProperty(object, field, { value, enumerable: true, configurable: true, writable: true });
  return object;
}

function textFor({ format, example, maxLength }: Json, random: Random, names: readonly string[]): unknown {
  if (format === 'date-time') return random.pick(['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000+02:00', '1970-01-01T00:00:00Z']);
  if (format === 'date') return random.pick(['2026-11-20', '2028-02-29']);
  if (typeof example === 'string' && random.chance(0.5)) return example;
  if (typeof maxLength === 'number' && random.chance(0.05)) return 'y'.repeat(Math.min(20_000, maxLength + random.below(3) - 1));
  return random.pick(names);
}

function numberFor({ minimum, maximum }: Json, random: Random): number {
  const lowest = typeof minimum === 'number' ? Math.max(minimum, -1_000) : 0;
  const highest = typeof maximum === 'number' ? Math.min(maximum, lowest + 1_000) : lowest + 10;
  return random.chance(0.1) ? random.pick([lowest - 1, highest + 1]) : lowest + random.below(highest - lowest + 1);
}

/** JSON that no serializer would write; sometimes the unchanged value. */
export function spoiltJson(value: unknown, random: Random): string {
  const text = JSON.stringify(value) ?? 'null';
  if (!random.chance(0.06)) return text;
  return random.pick([
    text.slice(0, -1),
    `${text}${text}`,
    '['.repeat(2_000),
    '{"a":'.repeat(500),
    '',
    'NaN',
    '1e999',
    '{"a":1,"a":2}',
    '\ufeff{}',
    '"\\ud800"',
    '{"\\u0000":1}',
  ]);
}
