import { expect, it } from 'vitest';
import { springPlaces } from './springPlaces';

const NOWHERE = { x: NaN, y: NaN };
const join = (source: string, target: string) => ({ source, target });

it('places joined items nearer to each other than those that are not', () => {
  const places = springPlaces(['a', 'b', 'c', 'd'], [join('a', 'b'), join('c', 'd')]);
  const far = (one: string, other: string): number =>
    Math.hypot(
      (places.get(one) ?? NOWHERE).x - (places.get(other) ?? NOWHERE).x,
      (places.get(one) ?? NOWHERE).y - (places.get(other) ?? NOWHERE).y,
    );
  expect(Math.max(far('a', 'b'), far('c', 'd'))).toBeLessThan(Math.min(far('a', 'c'), far('a', 'd'), far('b', 'c'), far('b', 'd')));
});

it('gives the same places whatever order the items come in', () => {
  const joins = [join('a', 'b'), join('b', 'c')];
  expect(springPlaces(['c', 'a', 'b'], joins)).toEqual(springPlaces(['a', 'b', 'c'], joins));
});

it('ends with a place for everything, joined to all, to nothing, to itself or to what is not there', () => {
  const ids = Array.from({ length: 60 }, (_, at) => `n${at}`);
  const dense = ids.slice(0, 40).flatMap((source) => ids.slice(0, 40).map((target) => join(source, target)));
  const places = springPlaces(ids, [...dense, join('n1', 'gone')]);
  expect([...places.values()].every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  expect(new Set([...places.values()].map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size).toBe(60);
  expect(springPlaces([], [])).toEqual(new Map());
});
