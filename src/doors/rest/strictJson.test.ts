import { describe, expect, it } from 'vitest';
import { AppError } from '@/domain/errors';
import { decodeUtf8, parseJsonObject } from './strictJson';

function refusalOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error.issues;
    throw error;
  }
  return 'taken';
}

describe('parseJsonObject', () => {
  it('accepts what JSON allows, unchanged', () => {
    const text = '{"a":{"a":1,"b":[{"a":2},{"a":3}]},"b":"}\\"{\\\\","é":null}';
    expect(parseJsonObject(text)).toEqual({ a: { a: 1, b: [{ a: 2 }, { a: 3 }] }, b: '}"{\\', é: null });
  });

  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"x":[{"y":1},{"y":1,"z":{},"y":2}]}', 'x[1].y'],
    ['{"x":{"y":[1,2],"y":[]}}', 'x.y'],
  ])('names the duplicate key in %s', (text, path) => {
    expect(refusalOf(() => parseJsonObject(text))).toEqual([{ path, message: 'is given twice' }]);
  });

  it.each(['[]', 'null', '1', '"a"', 'true'])('refuses %s, which is not an object', (text) => {
    expect(refusalOf(() => parseJsonObject(text))).toEqual([{ path: '', message: 'The body must be a JSON object.' }]);
  });

  it.each(['{', '{"a":}', "{'a':1}", '{"a":1,}', '{"a":01}', '{"a":NaN}', '{} {}', '// x\n{}', '{"a":"\n"}', '\u00a0{}', '"', '{"a'])(
    'refuses %j, which is not JSON',
    (text) => {
      expect(refusalOf(() => parseJsonObject(text))).toMatchObject([
        { path: '', message: expect.stringMatching(/^The body is not valid JSON/) as string },
      ]);
    },
  );

  it('accepts 64 levels and refuses more, however many there are', () => {
    const nested = (levels: number): string => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1);
    expect(refusalOf(() => parseJsonObject(nested(64)))).toBe('taken');
    expect(refusalOf(() => parseJsonObject(nested(65)))).toMatchObject([{ message: 'is nested more than 64 levels deep' }]);
    expect(refusalOf(() => parseJsonObject('['.repeat(500_000)))).toMatchObject([{ message: 'is nested more than 64 levels deep' }]);
  });

  it('keeps __proto__ as a key like any other, for the schema to refuse', () => {
    const parsed = parseJsonObject('{"__proto__":{"isAdmin":true}}');
    expect(Object.keys(parsed)).toEqual(['__proto__']);
    expect('isAdmin' in parsed).toBe(false);
  });
});

describe('decodeUtf8', () => {
  it.each([
    ['a lone continuation byte', [0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x7b, 0x7d]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
  ])('refuses %s', (_name, bytes) => {
    expect(refusalOf(() => decodeUtf8(Uint8Array.from(bytes)))).toHaveLength(1);
  });

  it('leaves out one byte order mark where there may be one, and refuses a second', () => {
    const [one, two] = ['\ufeff{}', '\ufeff\ufeff{}'].map((text) => new TextEncoder().encode(text));
    expect(decodeUtf8(one!, { mayHaveMark: true })).toBe('{}');
    expect(refusalOf(() => decodeUtf8(two!, { mayHaveMark: true }))).toHaveLength(1);
  });

  it('decodes characters of every plane', () => {
    expect(decodeUtf8(new TextEncoder().encode('aé漢😀'))).toBe('aé漢😀');
  });
});
