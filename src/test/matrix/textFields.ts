/** Which fields of an input take a text that the caller chooses: only such a field can name something of another tenant. */
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Paths such as `failures[].entity`: texts that are neither a choice nor a date, and values of any type. */
export function textFieldsOf(input: z.ZodType): string[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
  const found = new Set<string>();
  const defined = (schema.$defs ?? {}) as Record<string, JsonSchema>;
  const walk = (at: JsonSchema, path: string): void => {
    if (at.$ref !== undefined) return walk(defined[at.$ref.replace('#/$defs/', '')] ?? {}, path);
    const ways = [...(at.anyOf ?? []), ...(at.oneOf ?? []), ...(at.allOf ?? [])] as JsonSchema[];
    for (const way of ways) walk(way, path);
    for (const [field, of] of Object.entries(at.properties ?? {})) walk(of as JsonSchema, path === '' ? field : `${path}.${field}`);
    if (typeof at.items === 'object') walk(at.items as JsonSchema, `${path}[]`);
    if (typeof at.additionalProperties === 'object') walk(at.additionalProperties as JsonSchema, `${path}.*`);
    const isChoice = at.enum !== undefined || at.const !== undefined || at.format === 'date' || at.format === 'date-time';
    const isAnything = ways.length === 0 && at.type === undefined;
    if (!isChoice && (at.type === 'string' || isAnything)) found.add(path);
  };
  walk(schema, '');
  return [...found].sort();
}

/** Every value that an input has at such a path. */
export function valuesAt(input: unknown, path: string): unknown[] {
  const steps = path.replaceAll('[]', '.[]').split('.');
  return steps.reduce<unknown[]>((values, step) => values.flatMap((value) => below(value, step)), [input]);
}

function below(value: unknown, step: string): unknown[] {
  if (step === '[]') return Array.isArray(value) ? value : [];
  if (typeof value !== 'object' || value === null) return [];
  if (step === '*') return Object.values(value);
  return step in value ? [(value as Record<string, unknown>)[step]] : [];
}
