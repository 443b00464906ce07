import { expect, it } from 'vitest';
import { strongestJoins } from './strongestJoins';

const join = (source: string, target: string) => ({ source, target });

it('each pair counts once, whichever way it leads', () => {
  expect(strongestJoins([join('a', 'b'), join('b', 'a')], 3)).toEqual([join('a', 'b')]);
});

it('of an item with many joins the most frequent are kept, and nobody loses all of theirs', () => {
  const joins = [join('hub', 'a'), join('hub', 'b'), join('hub', 'b'), join('hub', 'c'), join('hub', 'c'), join('hub', 'c')];
  expect(strongestJoins(joins, 1)).toEqual([join('hub', 'c'), join('hub', 'b'), join('hub', 'a')]);
  expect(strongestJoins([...joins, join('a', 'b'), join('a', 'b'), join('a', 'b')], 1)).toEqual([join('hub', 'c'), join('a', 'b')]);
});
