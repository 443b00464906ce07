import { expect, test } from 'vitest';
import { looksSame } from './memoByLook';

const callback = (): void => undefined;

test('equal values look the same, and so do lists of the same items', () => {
  expect(
    looksSame(
      { label: 'Tier', chosen: ['Low', 'High'], onChange: callback },
      { label: 'Tier', chosen: ['Low', 'High'], onChange: callback },
    ),
  ).toBe(true);
});

test.each([
  ['another value', { label: 'Mode' }],
  ['an item more', { chosen: ['Low', 'High', 'Medium'] }],
  ['an item less', { chosen: ['Low'] }],
  ['another order', { chosen: ['High', 'Low'] }],
  ['no list any more', { chosen: undefined }],
  ['another callback', { onChange: () => undefined }],
  ['a property more', { isOpen: true }],
])('%s looks different', (_what, change) => {
  const before = { label: 'Tier', chosen: ['Low', 'High'], onChange: callback };
  expect(looksSame(before, { ...before, ...change })).toBe(false);
});

test('a missing property looks different, even if another has taken its place', () => {
  expect(looksSame({ label: 'Tier', note: 'x' }, { label: 'Tier' })).toBe(false);
  expect(looksSame({ label: 'Tier', note: undefined }, { label: 'Tier', other: undefined })).toBe(false);
});
