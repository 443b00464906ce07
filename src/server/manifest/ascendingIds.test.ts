/** Many new ids at once. */
import { expect, it } from 'vitest';
import { isGuid } from '@/contract/values/guid';
import { finish } from '@/plain/steps';
import { ascendingIds } from './ascendingIds';

it.each([0, 1, 7, 5_000])('%i ids are different GUIDs in ascending order', (count) => {
  const ids = finish(ascendingIds(count));
  expect(ids).toHaveLength(count);
  expect(new Set(ids).size).toBe(count);
  expect(ids.every(isGuid)).toBe(true);
  expect(ids).toEqual([...ids].sort());
});
