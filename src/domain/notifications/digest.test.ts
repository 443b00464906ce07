import { describe, expect, it } from 'vitest';
import { counted, digestChanges, isWorthTelling, mondayOf, MOST_COMPARED, type DigestState } from './digest';

const NOTHING: DigestState = { singlePoints: counted([]), withoutOwner: counted([]), stale: counted([]), dearest: null };
const MANY = Array.from({ length: MOST_COMPARED + 1 }, (_none, index) => `c${index}`);

describe('a digest', () => {
  it.each<[string, DigestState | null, Partial<DigestState>, Partial<ReturnType<typeof digestChanges>>]>([
    ['says nothing about a week without changes', { ...NOTHING, stale: counted(['a']) }, { stale: counted(['a']) }, {}],
    ['says nothing at first where there is nothing', null, {}, {}],
    ['begins with whatever there is', null, { stale: counted(['a', 'b']) }, { stale: { count: 2, appeared: ['a', 'b'], gone: 0 } }],
    [
      'names what is new, and counts what is gone',
      { ...NOTHING, singlePoints: counted(['a', 'b']) },
      { singlePoints: counted(['c', 'b']) },
      { singlePoints: { count: 2, appeared: ['c'], gone: 1 } },
    ],
    ['does not call new what was unknown a week ago', { ...NOTHING, singlePoints: null }, { singlePoints: counted(['a']) }, {}],
    ['waits for what is not known yet', null, { singlePoints: null }, {}],
    [
      'only counts where there are too many to compare',
      { ...NOTHING, withoutOwner: counted(['x', 'y']) },
      { withoutOwner: counted(MANY) },
      { withoutOwner: { count: MANY.length, appeared: [], gone: 0 } },
    ],
    [
      'compares what an hour costs in whole units',
      { ...NOTHING, dearest: { id: 'a', perHour: 900.4 } },
      { dearest: { id: 'b', perHour: 1_200 } },
      { dearest: { id: 'b', perHour: 1_200, previousPerHour: 900 } },
    ],
    ['does not call free what is not known', { ...NOTHING, dearest: { id: 'a', perHour: 900 } }, { singlePoints: null }, {}],
    ['ignores what rounding hides', { ...NOTHING, dearest: { id: 'a', perHour: 900.4 } }, { dearest: { id: 'a', perHour: 899.6 } }, {}],
  ])('%s', (_name, before, now, expected) => {
    const none = { singlePoints: null, withoutOwner: null, stale: null, dearest: null };
    expect(digestChanges(before, { ...NOTHING, ...now })).toEqual({ ...none, ...expected });
  });

  it('is not worth sending for money alone to somebody who may not see it', () => {
    const changes = digestChanges(NOTHING, { ...NOTHING, dearest: { id: 'a', perHour: 5 } });
    expect([isWorthTelling(changes, true), isWorthTelling(changes, false)]).toEqual([true, false]);
  });
});

it.each([
  ['2026-11-23T00:00:00Z', '2026-11-23'],
  ['2026-11-29T23:59:59Z', '2026-11-23'],
  ['2026-11-30T00:00:00Z', '2026-11-30'],
  ['2027-01-01T12:00:00Z', '2026-12-28'],
])('the week of %s began on %s', (at, monday) => {
  expect(mondayOf(new Date(at))).toBe(monday);
});
