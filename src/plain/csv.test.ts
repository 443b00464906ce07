/** Whatever a spreadsheet might evaluate is written as text, and no part of the value is lost. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { csvField, csvText } from './csv';

it('a table has a byte order mark, a header and a line for each row; numbers and booleans unquoted, nothing for null', () => {
  expect(csvText(['name', 'hops', 'external', 'owner'], [['Checkout', -2, true, null]])).toBe(
    '\uFEFFname,hops,external,owner\r\nCheckout,-2,true,\r\n',
  );
});

/** Reads CSV as in RFC 4180, then removes the apostrophes. */
function valueOf(field: string): string | null {
  if (field === '') return null;
  const unquoted = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
  return unquoted.replace(/(?<=^|[;\t\r\n])'/g, '');
}

const BAD_START = /^[\s\uFEFF\u200B]*[=+\-@＝＋－＠−]|^[\t\r\n]/;

describe('a CSV field', () => {
  it.each([
    ['HTTPS', 'HTTPS'],
    ['TLS 1.3', 'TLS 1.3'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['  =1', "'  =1"],
    [' padded', '" padded"'],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\tx', '"\'\tx"'],
    ['\rx', '"\'\rx"'],
    ['\nx', '"\'\nx"'],
    ['\t=1', '"\'\t\'=1"'],
    ['a;=1', '"a;\'=1"'],
    ['a\n=1', '"a\n\'=1"'],
    ["'quoted", "''quoted"],
    ["it's", "it's"],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['', '""'],
    [null, ''],
    [true, 'true'],
  ])('%j is written %j', (value, field) => {
    expect(csvField(value)).toBe(field);
  });

  it('gives its value back, and starts no formula whether cells are split at commas, semicolons or tabs', () => {
    const text = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '＝', "'", ';', '\t', '\r', '\n', ' ', '\u200b', '\ufeff', '\u00a0', '"', ',', 'a'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, (value) => {
        const field = csvField(value);
        expect(valueOf(field)).toBe(value);
        const read = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
        expect(read).not.toMatch(BAD_START);
        for (const cell of field.split(/[;\t\r\n]/).slice(1)) expect(cell).not.toMatch(/^[ \u200b\ufeff\u00a0]*[=+\-@＝]/);
      }),
      randomRuns(300),
    );
  });
});
