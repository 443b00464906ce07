import { expect, it } from 'vitest';
import { columnsOf } from './columns';

const component = (id: string, perHour: number | null = null) => ({ id, technicalName: id, name: id, capabilities: 1, perHour });
const row = (id: string, ...worstComponentIds: string[]) => ({ id, worstComponentIds });
const told = (columns: ReturnType<typeof columnsOf>) =>
  columns.map(({ components, rowIds, perHour }) => [components.map(({ id }) => id).join(' '), [...rowIds].join(' '), perHour]);

it('puts components into one column if they take down exactly the same rows', () => {
  const rows = [row('sell', 'a', 'b', 'c'), row('ship', 'c', 'a'), row('plan')];
  expect(told(columnsOf([component('a', 3), component('b', 2), component('c', 5), component('d', 1)], rows))).toEqual([
    ['a c', 'sell ship', 5],
    ['b', 'sell', 2],
  ]);
});

it('has no two columns that are the same, and none that is empty', () => {
  const rows = [row('sell', 'a', 'b'), row('ship', 'a')];
  expect(told(columnsOf([component('a'), component('b')], rows))).toEqual([
    ['a', 'sell ship', null],
    ['b', 'sell', null],
  ]);
  expect(columnsOf([component('a')], [])).toEqual([]);
});
