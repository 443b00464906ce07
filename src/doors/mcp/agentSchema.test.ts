import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentSchema, jsonSchemaOf } from './agentSchema';
import { annotationsOf } from './tool';
import { TOOLS } from './tools';

/** English and JSON take more than four characters a token: 4.3 to 4.5 for these tools with the tokenizer o200k. */
const CHARACTERS_A_TOKEN = 4;
const MOST_OF_THE_FIRST_TEN = 8_000 * CHARACTERS_A_TOKEN;
const MOST_OF_EACH_LATER = 600 * CHARACTERS_A_TOKEN;

const FIRST_TEN = new Set(
  ['find_entities', 'get_entity', 'blast_radius', 'explain_path', 'impact_snapshot', 'health_impact', 'list_incidents'].concat([
    'preview_manifest',
    'apply_manifest',
    'push_health',
  ]),
);

/** The complete entry of each tool in the list. */
const sizes = TOOLS.map((tool) => {
  const { name, title, description, input, output } = tool;
  const schemas = { inputSchema: jsonSchemaOf(input, 'input'), outputSchema: jsonSchemaOf(output, 'output') };
  return { name, characters: JSON.stringify({ name, title, description, ...schemas, annotations: annotationsOf(tool) }).length };
});

describe('the list of tools', () => {
  it('takes little of an agent’s memory: 8,000 tokens for the first ten', () => {
    const ten = sizes.filter(({ name }) => FIRST_TEN.has(name));
    expect(ten).toHaveLength(10);
    expect(ten.reduce((sum, { characters }) => sum + characters, 0)).toBeLessThanOrEqual(MOST_OF_THE_FIRST_TEN);
  });

  it('grows by at most 600 tokens with each later tool', () => {
    expect(sizes.filter(({ name, characters }) => !FIRST_TEN.has(name) && characters > MOST_OF_EACH_LATER)).toEqual([]);
  });
});

describe('the schema of an output', () => {
  const row = z.strictObject({ id: z.guid(), note: z.string().nullable(), within: z.strictObject({ deep: z.string() }) });

  it('names fields and the fields of their rows, and leaves out what the answer shows anyway', () => {
    expect(jsonSchemaOf(z.strictObject({ rows: z.array(row).meta({ description: 'All of them.' }) }), 'output')).toEqual({
      type: 'object',
      properties: {
        rows: {
          type: 'array',
          description: 'All of them.',
          items: { type: 'object', properties: { id: { type: 'string' }, note: { type: ['string', 'null'] }, within: { type: 'object' } } },
        },
      },
    });
  });

  it.each([
    ['that is long has only the names of its fields', 18, { type: 'array', items: { type: 'object' } }],
    ['that is longer still has only their types', 60, { type: 'array' }],
  ])('%s', (_name, count, expected) => {
    const many = Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, z.array(row)]));
    const { properties } = jsonSchemaOf(z.strictObject(many), 'output') as { properties: Record<string, object> };
    expect(properties.field0).toEqual(expected);
  });
});

describe('an unknown argument', () => {
  const schema = agentSchema(z.strictObject({ entity: z.string(), maxDepth: z.int().optional() }));

  it.each([
    ['entityy', 'entity'],
    ['max_depth', 'maxDepth'],
    ['Entity', 'entity'],
  ])('%s is refused with what was probably meant: %s', async (given, meant) => {
    const outcome = await schema['~standard'].validate({ entity: 'shop', [given]: 'x' });
    expect(outcome.issues?.[0]?.message).toContain(`did you mean ${meant}?`);
  });

  it('that resembles none is refused with a list of those that exist', async () => {
    const outcome = await schema['~standard'].validate({ entity: 'shop', colour: 'red' });
    expect(outcome.issues?.[0]?.message).toBe('colour: is not a known field; known are entity, maxDepth');
  });
});

describe('a mistake further inside', () => {
  const schema = agentSchema(
    z.strictObject({
      failures: z.array(z.strictObject({ entity: z.string(), state: z.enum(['Warning', 'Degraded', 'Outage']).optional() })).optional(),
      modes: z.array(z.enum(['Hard', 'Soft'])).optional(),
      baseline: z.union([z.enum(['clean', 'live']), z.strictObject({ at: z.string() })]).optional(),
    }),
  );

  it.each<[string, unknown, string]>([
    [
      'an unknown field of an item',
      { failures: [{ entity: 'shop' }, { entity: 'db', sate: 'Outage' }] },
      'failures[1].sate: is not a known field; did you mean state?',
    ],
    [
      'a misspelt choice',
      { failures: [{ entity: 'db', state: 'outtage' }] },
      'failures[0].state: must be one of Warning, Degraded, Outage; did you mean Outage?',
    ],
    ['a misspelt choice in a list', { modes: ['Hard', 'soft'] }, 'modes[1]: must be one of Hard, Soft; did you mean Soft?'],
    ['a misspelt choice beside an object', { baseline: 'liv' }, 'baseline: must be one of clean, live, or an object; did you mean live?'],
    ['an unknown field beside a choice', { baseline: { att: '2026-01-01' } }, 'did you mean at?'],
    ['a choice that resembles none', { modes: ['purple'] }, 'modes[0]: must be one of Hard, Soft'],
    ['a choice that is not a text', { modes: [5] }, 'modes[0]: must be one of Hard, Soft'],
  ])('%s is refused with what was probably meant', async (_name, given, said) => {
    const outcome = await schema['~standard'].validate(given);
    expect(outcome.issues?.[0]?.message).toContain(said);
  });

  it('is reported with at most two others', async () => {
    const outcome = await schema['~standard'].validate({ aa: 1, bb: 2, cc: 3, dd: 4 });
    expect(outcome.issues?.[0]?.message).toMatch(/^aa: .*; bb: .*; cc: .* \(and 1 more\)$/);
  });

  it('stays short, however long the name of an argument is', async () => {
    const outcome = await schema['~standard'].validate({ ['x'.repeat(100_000)]: 1 });
    expect(outcome.issues?.[0]?.message.length).toBeLessThanOrEqual(2_000);
  });
});
