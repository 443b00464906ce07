import { expect, it } from 'vitest';
import { PAGES } from '@/client/pages';
import { PAGE_KEYS } from './pageKeys';

it('gives each page a different letter', () => {
  const letters = PAGES.map(({ path }) => PAGE_KEYS[path]);
  expect(PAGES.filter((_page, index) => letters[index] === undefined).map(({ path }) => path)).toEqual([]);
  expect(new Set(letters).size).toBe(letters.length);
});
