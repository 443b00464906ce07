import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentSchema, jsonSchemaOf } from './agentSchema';
import { TOOLS } from './tools';

/** English and JSON take about four characters a token. */
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

const sizes = TOOLS.map(({ name, description, input, output }) => ({
  name,
  characters: [description, JSON.stringify(jsonSchemaOf(input, 'input')), JSON.stringify(jsonSchemaOf(output, 'output'))].join('').length,
}));

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

  it('names fields and those of their rows, and leaves out what the answer shows', () => {
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
    ['that is long names its fields alone', 18, { type: 'array', items: { type: 'object' } }],
    ['that is longer still tells no more of them than their types', 60, { type: 'array' }],
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

  it('that resembles none is refused with those that there are', async () => {
    const outcome = await schema['~standard'].validate({ entity: 'shop', colour: 'red' });
    expect(outcome.issues?.[0]?.message).toBe('colour: is not a known field; known are entity, maxDepth');
  });
});
