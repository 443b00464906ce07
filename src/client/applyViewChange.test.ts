import { parseAsInteger, parseAsString } from 'nuqs';
import { expect, test } from 'vitest';
import { applyViewChange } from './applyViewChange';

const parsers = { name: parseAsString, hops: parseAsInteger.withDefault(1) };

test('changed values change, and the others stay', () => {
  expect(applyViewChange(parsers, { name: 'a', hops: 3 }, { name: 'b' })).toEqual({ name: 'b', hops: 3 });
});

test('null resets a field to its default, or to null if it has none', () => {
  expect(applyViewChange(parsers, { name: 'a', hops: 3 }, { name: null, hops: null })).toEqual({ name: null, hops: 1 });
});
