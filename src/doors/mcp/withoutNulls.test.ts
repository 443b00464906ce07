import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withoutNulls } from './withoutNulls';

const schema = z.strictObject({
  entity: z.string(),
  kind: z.enum(['component']).optional(),
  limit: z.number().default(10),
  message: z.string().nullable().optional(),
  failing: z.array(z.strictObject({ entity: z.string(), state: z.string().optional() })).optional(),
});

describe('null in the arguments of a tool', () => {
  it.each([
    ['is absence in an optional field', { entity: 'db', kind: null }, { entity: 'db' }],
    ['is absence in a field with a default', { entity: 'db', limit: null }, { entity: 'db' }],
    ['stays where it is a value', { entity: 'db', message: null }, { entity: 'db', message: null }],
    ['stays in a required field, which refuses it', { entity: null }, { entity: null }],
    ['stays in an unknown field, which is refused', { entity: 'db', other: null }, { entity: 'db', other: null }],
    [
      'is absence within lists of objects',
      { entity: 'db', failing: [{ entity: 'a', state: null }] },
      { entity: 'db', failing: [{ entity: 'a' }] },
    ],
    ['instead of everything is left to the schema', null, null],
  ])('%s', (_, given, expected) => {
    expect(withoutNulls(given, schema)).toEqual(expected);
  });

  it('does not reach into the prototype of what was sent', () => {
    const sent: unknown = JSON.parse('{"entity": "db", "__proto__": {"kind": null}}');
    expect(JSON.stringify(withoutNulls(sent, schema))).toBe('{"entity":"db","__proto__":{"kind":null}}');
  });
});
