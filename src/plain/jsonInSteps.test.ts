/** JSON written in steps equals JSON written at once. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { isLongJson, jsonInSteps } from './jsonInSteps';
import { finish } from './steps';

const row = fc.oneof(
  fc.string(),
  fc.record({ name: fc.string({ unit: 'binary' }), at: fc.date({ noInvalidDate: true }), left: fc.constant(undefined) }),
  fc.constant(undefined),
);
const list = fc
  .array(row, { maxLength: 3 })
  .chain((rows) =>
    fc
      .constantFrom(0, 199, 200, 201, 400, 401)
      .map((count) => (rows.length === 0 ? [] : Array.from({ length: count }, (_, index) => rows[index % rows.length]))),
  );
const answers = fc.dictionary(
  fc.string(),
  fc.oneof(
    list,
    list,
    fc.json().map((text) => JSON.parse(text) as unknown),
    fc.constant(undefined),
    fc.date({ noInvalidDate: true }),
  ),
);

test('JSON in steps has the same bytes as JSON.stringify, whatever the value', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      expect(new TextDecoder().decode(finish(jsonInSteps(answer)))).toBe(JSON.stringify(answer));
    }),
    randomRuns(300),
  );
});

test('a value with a long list at its top counts as long, and is written a few hundred rows at a time', () => {
  const long = { components: Array.from({ length: 1_001 }, (_, index) => ({ index })) };
  expect([isLongJson(long), isLongJson({ components: [] }), isLongJson(null), isLongJson([1]), isLongJson('text')]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  let steps = 0;
  for (const writing = jsonInSteps(long); writing.next().done !== true;) steps++;
  expect(steps).toBe(6);
});
