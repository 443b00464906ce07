import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { readLocatedJson } from './locatedJson';
import type { Located } from './locatedYaml';

/** The value without positions. */
function plain({ value }: Located): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, field]) => [key, plain(field)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

describe('JSON with positions', () => {
  it('reads what JSON.parse reads, however it is written', () => {
    const values = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    fc.assert(
      fc.property(values, fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const { root } = readLocatedJson('a.json', JSON.stringify(value, null, indent));
        expect(root === undefined ? undefined : plain(root)).toEqual(value);
      }),
      randomRuns(100),
    );
  });

  it('knows line and column of each key and value', () => {
    const { root } = readLocatedJson('a.json', '{\n  "a": [1,\n 2],\r\n"b": { "c": "x" } }');
    const fields = root?.value as Map<string, Located & { keyPosition: unknown }>;
    expect((fields.get('a')?.value as Located[]).map(({ position }) => [position.line, position.column])).toEqual([
      [2, 9],
      [3, 2],
    ]);
    expect(fields.get('b')).toMatchObject({ keyPosition: { file: 'a.json', line: 4, column: 1 }, position: { line: 4, column: 6 } });
  });

  it('a byte order mark is no part of it', () => expect(readLocatedJson('a.json', '\ufeff[]').root?.value).toEqual([]));

  it.each([
    ['', '1:1 is not JSON'],
    ['{"a" 1}', '1:6 is not JSON: ":" was expected'],
    ['[1\n 2]', '2:2 is not JSON: "," was expected'],
    ['[1,]', '1:4 is not JSON'],
    ['{a: 1}', '1:2 is not JSON: a text was expected'],
    ['["x', '1:2 is not JSON: a text was expected'],
    ['"\\x"', '1:1 is a text that is not valid JSON'],
    ['01', '1:2 has more text after the value'],
    ['[] []', '1:4 has more text after the value'],
    ['['.repeat(100_000), '1:66 is nested too deeply'],
  ])('%.10j is refused: %s', (text, message) => {
    const { mistake } = readLocatedJson('a.json', text);
    expect(`${mistake?.line}:${mistake?.column} ${mistake?.message}`).toBe(message);
  });
});
