/** Rows that are sent as one text per column arrive unchanged in the database, whatever characters they contain. */
import { expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { columnTexts, columnTypes, unnestOf } from './columnTexts';
import { runOn } from '@/server/db/transaction';
import { tablesFilled } from './refreshStatistics';

const { database } = await useTestDatabase();

const TYPES = ['text', 'int', 'boolean', 'jsonb'];
type Row = [string | null, number | null, boolean | null, object | null];

async function roundTrip(rows: readonly Row[]): Promise<unknown[]> {
  const { texts, marks } = columnTexts(TYPES.map((_, column) => rows.map((row) => row[column])));
  const { rows: found } = await database.pool.query<{ a: unknown; b: unknown; c: unknown; d: unknown }>(
    `select r.* from ${unnestOf(TYPES, 1)} as r(a, b, c, d)`,
    [...texts, ...marks],
  );
  return found.map(({ a, b, c, d }) => [a, b, c, d]);
}

it.each<[string, Row[]]>([
  [
    'ordinary values and nulls',
    [
      ['x', 1, true, { a: [1, null] }],
      [null, null, null, null],
      ['y', -2, false, {}],
    ],
  ],
  [
    'an empty text beside a null',
    [
      ['', 0, false, {}],
      [null, 0, false, {}],
      ['', 0, false, {}],
    ],
  ],
  ['one row', [['only', 1, true, null]]],
  ['one row that is all null', [[null, null, null, null]]],
  [
    'quotes, braces, commas, backslashes and the word null',
    [
      ['{"a",\\b}', 1, true, { 'k"': '\\' }],
      ['null', 2, true, null],
      ['NULL', 3, true, null],
    ],
  ],
  [
    'line breaks and characters of all planes',
    [
      ['a\nb\r\tc', 1, true, { t: 'é→🙂\u2028' }],
      ['🙂', 2, true, null],
    ],
  ],
  [
    'the marks themselves, which others then replace',
    [
      ['a\u0001b', 1, true, null],
      ['\u0002', 2, true, { t: '\u0001' }],
      [null, 3, true, null],
    ],
  ],
])('%s', async (_, rows) => {
  expect(await roundTrip(rows)).toEqual(rows);
});

it('the types of the columns are those of the table', async () => {
  const client = await database.pool.connect();
  try {
    const types = await columnTypes(runOn(client), 'scenario');
    expect([types.get('id'), types.get('technicalName'), types.get('withheldDependencies'), types.get('version')]).toEqual([
      'uuid',
      'text',
      'uuid[]',
      'integer',
    ]);
  } finally {
    client.release();
  }
});

it('deletions fill no table, however many there are', () => {
  const many = (op: string) => Array.from({ length: 2_000 }, () => ({ kind: 'technology', op }));
  expect(tablesFilled(many('create'))).toEqual(['technology', 'change', 'manifest_ownership']);
  expect(tablesFilled(many('delete'))).toEqual([]);
  expect(tablesFilled([...many('delete'), ...many('update').slice(1)])).toEqual([]);
});
