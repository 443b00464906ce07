import { expect, it } from 'vitest';
import { byCodeUnit } from './order';

it('sorts capitals before small letters and letters before accented ones', () => {
  expect(['é', 'b', 'a', 'B', '1', ''].sort(byCodeUnit)).toEqual(['', '1', 'B', 'a', 'b', 'é']);
});

it('says of equal texts that neither comes first', () => {
  expect(byCodeUnit('api', 'api')).toBe(0);
});
