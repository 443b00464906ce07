/** Files become tables: whatever separates their cells, however they are encoded, and never more of them than fits. */
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ImportReport } from '@/sources/proposal/importReport';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { memoryDisk } from '@/test/memoryDisk';
import { randomRuns } from '@/test/randomRuns';
import { rowsOf, workbook } from '@/test/workbooks';
import { openTables } from './openTables';
import type { SourceTable } from './sourceTable';

function open(files: Record<string, string | Uint8Array>): { tables: readonly SourceTable[]; report: string[] } {
  const report = new ImportReport();
  const { tables, tellReading } = openTables(Object.keys(files), memoryDisk(files), report);
  for (const table of tables) cellsOf(table);
  tellReading();
  return { tables, report: report.all().map(({ message }) => message) };
}

const cellsOf = (table: SourceTable | undefined): (readonly string[])[] =>
  table === undefined ? [] : table.rows(new Set(table.header.keys())).map(({ cells }) => cells);
const read = (content: string | Uint8Array): (readonly string[])[] => {
  const [table] = open({ 'a.csv': content }).tables;
  return [table?.header ?? [], ...cellsOf(table)];
};
function refusal(content: string | Uint8Array): string {
  try {
    open({ 'a.csv': content });
  } catch (error) {
    if (error instanceof UnreadableSource) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'is read';
}

describe('a text file', () => {
  it.each<[string, string]>([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['bars', 'a|b\n1|2\n'],
    ['a separator that its first line names', 'sep=^\na^b\n1^2\n'],
    ['a byte order mark', '\uFEFFa,b\n1,2\n'],
    ['lines of Windows', 'a,b\r\n1,2\r\n'],
    ['lines of old Macs', 'a,b\r1,2\r'],
    ['empty lines and empty cells at the end', '\n\na,b\n\n1,2\n,\n\n'],
    ['a title', 'Systems of the year\n\na,b\n1,2\n'],
  ])('is read with %s', (_name, text) => {
    expect(read(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('keeps separators, quotes and line ends inside quotation marks, and formulas as text', () => {
    expect(read('a,b\n"x, ""y""\nz",=cmd|\' /C calc\'!A0\n5" disk,+1\n')).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', "=cmd|' /C calc'!A0"],
      ['5" disk', '+1'],
    ]);
  });

  it('is separated by what occurs equally often on its lines, not by what lists inside its cells use', () => {
    expect(read('name,uses,owner\na,b;c;d;e,t\nf,g;h,u\n')[1]).toEqual(['a', 'b;c;d;e', 't']);
    expect(read('name;price\na, b and c;1,5\nd;2,5\n')[1]).toEqual(['a, b and c', '1,5']);
  });

  it('knows the line of each row', () => {
    const [table] = open({ 'a.csv': 'Title\n\na,b\n"1\n1",2\n\n3,4\n' }).tables;
    expect([table?.headerLine, table?.rows(new Set([0])).map(({ line }) => line)]).toEqual([3, [4, 7]]);
  });

  it('keeps only the cells that somebody asks for', () => {
    const [table] = open({ 'a.csv': 'a,b,c\n1,2,3\n' }).tables;
    expect(table?.rows(new Set([1]))).toEqual([{ line: 2, cells: ['', '2', ''] }]);
  });

  it.each<[string, Uint8Array, string]>([
    ['UTF-8', new TextEncoder().encode('näme\ncafé\n'), 'café'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, ...[...'näme\ncafé\n'].flatMap((one) => [one.charCodeAt(0), 0])]), 'café'],
    ['Windows-1252', new Uint8Array([...'name\ncaf\u00E9 \u0080\n'].map((one) => one.charCodeAt(0))), 'café €'],
  ])('is read as %s', (encoding, bytes, cell) => {
    const { tables, report } = open({ 'a.csv': bytes });
    expect([cellsOf(tables[0]), report.some((line) => line.includes('Windows-1252'))]).toEqual([[[cell]], encoding === 'Windows-1252']);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['that is binary', new Uint8Array([1, 0, 2]), /^not_table: a.csv is neither/],
    [
      'with a quotation that never ends, and says nothing of what is in it',
      'a,b\n1,2\n"pass1234',
      /^not_table: a.csv:3: a quotation mark is opened and never closed$/,
    ],
    ['with a million columns', `${'x,'.repeat(400_000)}y\n`, /^too_large: these tables have more than 2,000 columns$/],
    ['of before 2007', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /^not_table: a.csv is a workbook of before 2007/],
  ])('%s is refused', (_name, content, why) => {
    expect(refusal(content)).toMatch(why);
  });
});

const HEADER = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row>';
const DATES =
  '<numFmts><numFmt numFmtId="170" formatCode="d\\.\\ mmm"/><numFmt numFmtId="171" formatCode="[Red]0 &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>';
const inCell = (cell: string, more: Partial<Parameters<typeof workbook>[0]> = {}): string | undefined => {
  const { tables } = open({
    'b.xlsx': workbook({ sheets: { S: `${HEADER}<row r="2"><c r="A2" t="b"><v>1</v></c>${cell}</row>` }, ...more }),
  });
  return cellsOf(tables[0])[0]?.[1];
};

describe('a workbook', () => {
  it.each<[string, string, string, Partial<Parameters<typeof workbook>[0]>]>([
    [
      'a shared text',
      '<c r="B2" t="s"><v>1</v></c>',
      'x & y',
      { sharedStrings: '<si><t>no</t></si><si><r><t>x </t></r><r><t>&amp; y</t></r><rPh><t>reading</t></rPh></si>' },
    ],
    ['a text of its own', '<c r="B2" t="inlineStr"><is><t>x_x000D_y</t></is></c>', 'x\ry', {}],
    ['a number', '<c r="B2"><v>42.5</v></c>', '42.5', {}],
    ['a number with an exponent', '<c r="B2"><v>1.2E3</v></c>', '1200', {}],
    ['the value of a formula', '<c r="B2" t="str"><f>A1&amp;"x"</f><v>ax</v></c>', 'ax', {}],
    ['a date', '<c r="B2" s="1"><v>46203</v></c>', '2026-06-30', { styles: DATES }],
    ['a date of a format of its own, with a time', '<c r="B2" s="2"><v>46203.5</v></c>', '2026-06-30T12:00:00', { styles: DATES }],
    ['a date that is counted from 1904', '<c r="B2" s="1"><v>44741</v></c>', '2026-06-30', { styles: DATES, is1904: true }],
    ['days, which are no date', '<c r="B2" s="3"><v>30</v></c>', '30', { styles: DATES }],
    ['a reference without a letter of its column', '<c><v>7</v></c>', '7', {}],
  ])('gives %s', (_name, cell, text, more) => {
    expect(inCell(cell, more)?.replace('\r', '\r')).toBe(text);
  });

  it('has no value for an error, or for a cell of another workbook, and says how many of these there are', () => {
    const row =
      '<row r="2"><c r="A2" t="e"><v>#REF!</v></c><c r="B2" t="str"><f>[1]Sheet1!A1</f><v>foreign</v></c></row><row r="3"><c r="A3"><v>1</v></c></row>';
    const { tables, report } = open({ 'b.xlsx': workbook({ sheets: { S: HEADER + row } }) });
    expect(cellsOf(tables[0])).toEqual([['1', '']]);
    expect(report).toContain('1 cell whose value comes from another workbook');
  });

  it('gives a table of each visible sheet, and says which it leaves out', () => {
    const sheets = { Apps: rowsOf([['name'], ['x']]), Old: rowsOf([['name'], ['secret']]), Empty: '' };
    const { tables, report } = open({ 'b.xlsx': workbook({ sheets, hidden: ['Old'] }) });
    expect(tables.map(({ file, sheet }) => [file, sheet])).toEqual([['b.xlsx!Apps', 'Apps']]);
    expect(report).toEqual(['this sheet is empty', 'this sheet is hidden, so it was not read']);
  });

  /** A workbook whose directory says of the sheet that it unpacks to so many bytes. */
  const saying = (bytes: Uint8Array, unpacked: number): Uint8Array => {
    const text = new TextDecoder('latin1').decode(bytes);
    const at = text.lastIndexOf('PK\u0001\u0002', text.lastIndexOf('sheet1.xml'));
    new DataView(bytes.buffer).setUint32(at + 24, unpacked, true);
    return bytes;
  };
  const bomb = (): Uint8Array => workbook({ sheets: { S: HEADER }, parts: { 'xl/worksheets/sheet1.xml': '0'.repeat(210_000_000) } });
  const broken = workbook({ sheets: { S: HEADER } });

  it.each<[string, () => Uint8Array, RegExp]>([
    [
      'that says it unpacks to more than fits',
      () => saying(workbook({ sheets: { S: HEADER } }), 4_000_000_000),
      /^too_large: these tables have more than 192 MiB of cells$/,
    ],
    [
      'with a document type',
      () => workbook({ sheets: { S: HEADER }, parts: { 'xl/worksheets/sheet1.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' } }),
      /^not_table: a.csv cannot be read: the sheet S declares a document type$/,
    ],
    [
      'that is not well formed',
      () => workbook({ sheets: { S: '<row r=1>' } }),
      /^not_table: a.csv cannot be read: the sheet S is not well formed$/,
    ],
    [
      'whose sheet lies elsewhere',
      () =>
        workbook({
          sheets: { S: HEADER },
          parts: {
            'xl/_rels/workbook.xml.rels':
              '<Relationships><Relationship Id="rId1" Type="x/worksheet" TargetMode="External" Target="http://x/y.xml"/></Relationships>',
          },
        }),
      /^not_table: a.csv has a sheet that lies in another file$/,
    ],
    ['that is another zip file', () => zipSync({ 'a.txt': strToU8('x') }), /^not_table: a.csv is not an .xlsx workbook$/],
    ['that is cut off', () => broken.subarray(0, broken.length - 40), /^not_table: a.csv is damaged/],
    [
      'with columns beyond all measure',
      () => workbook({ sheets: { S: '<row r="1"><c r="XFD1"><v>1</v></c></row>' } }),
      /^too_large: these tables have more than 2,000 columns$/,
    ],
  ])('%s is refused', (_name, make, why) => {
    expect(refusal(make())).toMatch(why);
  });

  it('that unpacks to more than it says is refused', { tags: ['long'] }, () => {
    expect(refusal(saying(bomb(), 10))).toMatch(/^too_large: these tables have more than 192 MiB of cells$/);
  });
});

it('more rows than an import may have are refused', { tags: ['long'] }, () => {
  expect(refusal(`a,b\n${'1,2\n'.repeat(1_000_000)}`)).toMatch(/^too_large: these tables have more than 250,000 rows$/);
});

/** Only what a person can be told; anything else would be a fault of ours. */
function isReadOrRefused(content: string | Uint8Array): void {
  try {
    open({ 'a.csv': content });
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
  }
}

describe('any bytes are read or refused in words', () => {
  const whole = workbook({
    sheets: { S: `${HEADER}<row r="2"><c r="A2" s="1"><v>46203</v></c><c r="B2" t="s"><v>0</v></c></row>` },
    sharedStrings: '<si><t>x</t></si>',
    styles: DATES,
  });

  it('of a damaged workbook', () => {
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(damage, fc.nat(whole.length), (bytes, cut) => {
        const damaged = whole.slice(0, whole.length - (cut % 3 === 0 ? cut : 0));
        for (const [at, value] of bytes) damaged[at % Math.max(1, damaged.length)] = value;
        isReadOrRefused(damaged);
      }),
      randomRuns(100),
    );
  });

  it('of a sheet of any XML', () => {
    const piece = fc.constantFrom(
      '<row>',
      '</row>',
      '<c t="s">',
      '<c r="ZZ9">',
      '</c>',
      '<v>',
      '</v>',
      '9',
      '<f>[1]</f>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?x?>',
      '<',
      '>',
      '&amp;',
      '&#x0;',
      '&#1114112;',
      '"',
      '</sheetData>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => isReadOrRefused(workbook({ sheets: { S: pieces.join('') } }))),
      randomRuns(100),
    );
  });

  it('of a text file', () => {
    const piece = fc.oneof(
      fc.constantFrom('"', ',', ';', '\t', '\n', '\r', '\r\n', 'sep=', '=', '\u0000', '\uFEFF', 'é', '😀'),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => isReadOrRefused(pieces.join(''))),
      randomRuns(200),
    );
  });
});
