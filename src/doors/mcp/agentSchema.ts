/** Schemas as agents get them: converted once for all requests, without what only costs an agent its memory, and checked in the words of every other door. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { parseInput } from '@/contract/parseInput';
import { appErrorOf } from '@/server/procedures/appErrors';

type Io = 'input' | 'output';

const known = new WeakMap<z.ZodType, StandardSchemaWithJSON>();

/** Bounds that every JavaScript number has, examples, and of answers that nothing else is in them: a later field breaks no client. */
function slim(value: unknown, io: Io): unknown {
  if (Array.isArray(value)) return value.map((item) => slim(item, io));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, item]) => {
    if (key === 'example' || Math.abs(Number(item)) === Number.MAX_SAFE_INTEGER) return false;
    return !(io === 'output' && key === 'additionalProperties' && item === false);
  });
  return Object.fromEntries(kept.map(([key, item]) => [key, slim(item, io)]));
}

export function jsonSchemaOf(schema: z.ZodType, io: Io): Record<string, unknown> {
  return slim(z.toJSONSchema(schema, { target: 'draft-2020-12', io }), io) as Record<string, unknown>;
}

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
        const parsed = parseInput(schema, value);
        return parsed.success ? { value: parsed.data } : { issues: [{ message: appErrorOf(parsed.error).message.slice(0, 2_000) }] };
      },
      jsonSchema: { input: convert('input'), output: convert('output') },
    },
  };
  known.set(schema, wrapped);
  return wrapped;
}
