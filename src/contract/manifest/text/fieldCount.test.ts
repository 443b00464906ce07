import { expect, it } from 'vitest';
import { readManifestText } from './readText';
import { MOST_FIELDS, surplusField } from './fieldCount';

it.each([
  ['a: 1\nb: 2', 2],
  ['a:\n  b:\n', 2],
  ['{"a":1,"b":{"c":2}}', 3],
  ['{a: 1, "b":2}', 2],
  ['url: http://db:5432/', 1],
  ['at: 12:30:00', 1],
  ['nothing', 0],
  ['', 0],
])('%j has %i fields', (text, count) => {
  expect([surplusField(text, count), count === 0 ? 0 : surplusField(text, count - 1)]).toEqual([-1, count === 0 ? 0 : expect.any(Number)]);
  if (count > 0) expect(text[surplusField(text, count - 1)]).toBe(':');
});

it.each(['yaml', 'json'] as const)('a million fields in %s are refused because there are too many', (format) => {
  const fields = Array.from({ length: 1_000_000 }, (_, index) => (format === 'json' ? `"k${index}":1` : `k${index}: 1`));
  const text = format === 'json' ? `{${fields.join(',')}}` : fields.join('\n');
  const { manifest, issues } = readManifestText(text, format);
  expect([manifest, issues]).toEqual([
    null,
    [
      {
        path: '',
        line: format === 'json' ? 1 : MOST_FIELDS + 1,
        column: expect.any(Number) as number,
        message: 'holds more than 750,000 fields',
        hint: 'split it into several manifests with different names',
      },
    ],
  ]);
});
