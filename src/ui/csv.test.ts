import { expect, it } from 'vitest';
import { csvText } from './csv';

const field = (cell: string): string | undefined =>
  csvText(['x'], [[cell]])
    .split('x\r\n')[1]
    ?.replace(/\r\n$/, '');

it('writes a mark, a head and a line a row; numbers and truths as they are, nothing for null', () => {
  expect(csvText(['name', 'hops', 'external', 'owner'], [['Checkout', 2, true, null]])).toBe(
    '\uFEFFname,hops,external,owner\r\nCheckout,2,true,\r\n',
  );
});

it.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say, "no"', '"say, ""no"""'],
  ['"no"', '"""no"""'],
  ['two\nlines', '"two\nlines"'],
  [' padded', '" padded"'],
])('writes %j as %s', (cell, expected) => {
  expect(field(cell)).toBe(expected);
});

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ["'quoted", "''quoted"],
])('takes the power from %j', (cell, expected) => {
  expect(field(cell)).toBe(expected);
});
