/** One picture after the other is drawn ahead, and what is likeliest does not wait for all that was expected before it. */
import { expect, it } from 'vitest';
import type { Grouping, LandscapePicture } from '@/contract/landscapePicture';
import { begunOf, withDrawn, withPicture, type PicturesAhead } from './picturesAhead';

const picture = (grouping: Grouping): LandscapePicture => ({ grouping }) as LandscapePicture;
const NOTHING: PicturesAhead = { about: 'all', pictures: [], drawn: [] };
const expecting = (...groupings: Grouping[]): PicturesAhead =>
  groupings.reduce((before, grouping) => withPicture(before, 'all', picture(grouping), false), NOTHING);
const begun = (ahead: PicturesAhead): Grouping[] => begunOf(ahead).map(({ grouping }) => grouping);

it('the next one is begun once the one before it is drawn', () => {
  const expected = expecting('team', 'capability', 'application');
  expect(begun(expected)).toEqual(['team']);
  const once = withDrawn(expected, 'all', 'team');
  expect(begun(once)).toEqual(['team', 'capability']);
  expect(begun(withDrawn(withDrawn(once, 'all', 'capability'), 'all', 'application'))).toEqual(['team', 'capability', 'application']);
});

it('what is likeliest comes next, and is not begun twice', () => {
  const expected = expecting('team', 'capability', 'application');
  const likeliest = withPicture(expected, 'all', picture('application'), true);
  expect(likeliest.pictures.map(({ grouping }) => grouping)).toEqual(['team', 'application', 'capability']);
  expect(withPicture(likeliest, 'all', picture('team'), true)).toBe(likeliest);
  expect(withPicture(likeliest, 'all', picture('capability'), false)).toBe(likeliest);
});

it('another part of the landscape begins anew', () => {
  const drawn = withDrawn(expecting('team'), 'all', 'team');
  const other = withPicture(drawn, 'one team', picture('team'), false);
  expect(other).toEqual({ about: 'one team', pictures: [picture('team')], drawn: [] });
});

it('what was drawn without having been begun ahead, or of another part, changes nothing', () => {
  const expected = expecting('team', 'capability');
  expect(withDrawn(expected, 'all', 'capability')).toBe(expected);
  expect(withDrawn(expected, 'one team', 'team')).toBe(expected);
  const once = withDrawn(expected, 'all', 'team');
  expect(withDrawn(once, 'all', 'team')).toBe(once);
});
