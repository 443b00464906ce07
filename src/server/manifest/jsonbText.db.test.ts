/** The text of a value is the same as the database would write. */
import { expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { jsonbText } from './jsonbText';

const { owner } = await useTestDatabase();

const values: readonly unknown[] = [
  {},
  [],
  null,
  { name: 'x', description: null, isExternal: false, redundancyMinimum: 12 },
  { b: 1, a: 2, aa: 3, B: 4, left: undefined },
  { list: ['b', 'a'], shares: [{ capability: 'c', revenueShare: 0.25 }, { capability: 'd' }] },
  'quotes " and \\ back\nnew\ttab\r\b\f',
  '\u0001\u001f\u007f\u2028é🙂</script>',
  0.1,
  -1.5,
  1_000_000,
];

it('jsonb text is equal for objects, lists, texts with any character, and numbers', async () => {
  for (const value of values) {
    const { rows } = await owner.query<{ text: string }>('select $1::jsonb::text as "text"', [JSON.stringify(value)]);
    expect(jsonbText(value)).toBe(rows[0]?.text);
  }
});
