/**
 * Schemas as agents get them: converted once, without parts that only fill an agent's context, and with the same error messages as the REST
 * API.
 */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { parseInput } from '@/contract/parseInput';
import { agentMistakes } from './agentMistakes';
import { withoutNulls } from './withoutNulls';

type Io = 'input' | 'output';

const known = new WeakMap<z.ZodType, StandardSchemaWithJSON>();

/** Left out, because the answer has it anyway and every session would pay for it in context. */
const LEFT_OUT: Readonly<Record<Io, ReadonlySet<string>>> = {
  // The length limits of a text or list are stated when one is too long.
  input: new Set(['$schema', 'example', 'minLength', 'maxLength', 'minItems', 'maxItems']),
  output: new Set([
    ...['$schema', 'example', 'propertyNames', 'required', 'enum', 'pattern', 'format', 'minLength', 'maxLength', 'minItems', 'maxItems'],
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ]),
};

/**
 * An answer's schema is described as far as it fits: its fields and those of their rows, only its fields, or only names and types. The
 * answer shows the rest.
 */
const LONGEST_WITH_ROWS = 1_400;
const LONGEST_WITH_DESCRIPTIONS = 1_000;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `{"type": ["string", "null"]}` for a plain type or null, which zod writes at length. */
function shortNull(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [some, none] = anyOf as [Json, Json];
  // A list of values would have to name null too.
  return none.type === 'null' && typeof some.type === 'string' && some.enum === undefined
    ? { ...some, ...rest, type: [some.type, 'null'] }
    : schema;
}

/**
 * Leaves out limits that every JavaScript number has, "no other fields" for answers (a later field breaks no client), and patterns that a
 * format already names.
 */
function isIdle(key: string, value: unknown, { format }: Json, io: Io, depth: number): boolean {
  if (LEFT_OUT[io].has(key) || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return true;
  if (key === 'pattern') return format !== undefined;
  return io === 'output' && ((key === 'additionalProperties' && value === false) || (key === 'description' && depth > 1));
}

/** Removes what only fills an agent's context, and the properties below `deepest`. */
function slim(schema: Json, io: Io, deepest: number, depth = 0): Json {
  const from = shortNull(schema);
  const slimOne = (value: unknown, at: number): unknown => (isObject(value) ? slim(value, io, deepest, at) : value);
  const slimmed: Json = {};
  for (const [key, item] of Object.entries(from)) {
    if (isIdle(key, item, from, io, depth)) continue;
    if (Array.isArray(item)) slimmed[key] = item.map((one: unknown) => slimOne(one, depth));
    else if (key !== 'properties') slimmed[key] = slimOne(item, depth);
    else if (depth < deepest)
      slimmed[key] = Object.fromEntries(Object.entries(item as Json).map(([name, field]) => [name, slimOne(field, depth + 1)]));
  }
  return slimmed;
}

function namesAndTypes({ type, properties }: Json): Json {
  const fields = Object.entries(properties as Record<string, Json>).map(([name, field]) => [
    name,
    field.type === undefined ? {} : { type: field.type },
  ]);
  return { type, properties: Object.fromEntries(fields) };
}

/** The JSON Schema of a tool's input, in full, or of its output, abridged. */
export function jsonSchemaOf(schema: z.ZodType, io: Io): Record<string, unknown> {
  const whole = z.toJSONSchema(schema, { target: 'draft-2020-12', io }) as Json;
  if (io === 'input') return slim(whole, io, Infinity);
  const withRows = slim(whole, io, 2);
  if (JSON.stringify(withRows).length <= LONGEST_WITH_ROWS) return withRows;
  const described = slim(whole, io, 1);
  return JSON.stringify(described).length <= LONGEST_WITH_DESCRIPTIONS ? described : namesAndTypes(described);
}

/** A schema in the shape that the MCP library expects. */
export function agentSchema(schema: z.ZodType): StandardSchemaWithJSON {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const converted = new Map<Io, Record<string, unknown>>();
  const convert = (io: Io) => (): Record<string, unknown> => {
    const json = converted.get(io) ?? jsonSchemaOf(schema, io);
    converted.set(io, json);
    return json;
  };
  const wrapped: StandardSchemaWithJSON = {
    '~standard': {
      version: 1,
      vendor: 'faultline',
      validate: (value) => {
        const given = withoutNulls(value, schema);
        const parsed = parseInput(schema, given);
        return parsed.success ? { value: parsed.data } : { issues: [{ message: agentMistakes(parsed.error, schema, given) }] };
      },
      jsonSchema: { input: convert('input'), output: convert('output') },
    },
  };
  known.set(schema, wrapped);
  return wrapped;
}
