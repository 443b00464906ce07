import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { outlineOf, outlinesOf, parseStored } from './parseStored';

const AT = { table: 'scenario', column: 'failures', id: 's1' };

describe('a stored value', () => {
  it('that fits its schema is read', () => {
    const schema = z.array(z.object({ name: z.string() }));
    expect(parseStored(schema, [{ name: 'db' }], AT)).toEqual([{ name: 'db' }]);
  });

  it.each<[z.ZodType, unknown, string]>([
    [z.array(z.object({ name: z.string() })), [{ name: 7 }], '0.name: Invalid input: expected string, received number'],
    [outlineOf<{ causes: []; causeCount: number }>('causes', 'causeCount'), { causes: [] }, 'must have the fields causes, causeCount'],
    [outlineOf<{ causes: [] }>('causes'), null, 'must have the fields causes'],
    [outlineOf<{ toString: string }>('toString'), {}, 'must have the fields toString'],
    [outlinesOf<{ id: string }>('id'), [{ id: 'a' }, {}], '1: must have the fields id'],
  ])('that does not is an error which names table, column and row', (schema, value, said) => {
    expect(() => parseStored(schema, value, AT)).toThrow(`"failures" of "scenario" in the row s1 does not hold what it should: ${said}`);
  });
});
