import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentMistakes } from './agentMistakes';

const schema = z.strictObject({
  entity: z.string(),
  failures: z.array(z.strictObject({ entity: z.string(), kind: z.string().optional(), state: z.string().optional() })),
  page: z.strictObject({ limit: z.number().optional(), cursor: z.string().optional() }).optional(),
});

function mistakesIn(input: unknown): string {
  const parsed = schema.safeParse(input);
  return parsed.success ? '' : agentMistakes(parsed.error, schema, input);
}

describe('what an agent reads about its mistakes', () => {
  it.each([
    [
      'an object given as a bare string is told which fields it needs',
      { entity: 'db', failures: ['shop-db'] },
      'failures[0]: must be an object with entity, and may have kind, state',
    ],
    [
      'an object without required fields names what it may have',
      { entity: 'db', failures: [], page: 'next' },
      'page: must be an object with limit, cursor',
    ],
    ['a missing field is still said to be required', { failures: [] }, 'entity: is required'],
    [
      'a misspelt field is told what was meant',
      { entity: 'db', failures: [{ entity: 'db', kimd: 'component' }] },
      'failures[0].kimd: is not a known field; did you mean kind?',
    ],
  ])('%s', (_, input, expected) => {
    expect(mistakesIn(input)).toBe(expected);
  });
});
