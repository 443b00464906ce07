import { expect, it } from 'vitest';
import { ringLayout, spreadAngles, type RingItem } from './ringLayout';

const item = (id: string, depth: number, from: string | null): RingItem => ({ id, depth, from });
const NOWHERE = { x: NaN, y: NaN };
const radiusOf = ({ x, y }: { x: number; y: number } = NOWHERE): number => Math.round(Math.hypot(x, y));
/** Degrees clockwise from the top. */
const degreesOf = ({ x, y }: { x: number; y: number } = NOWHERE): number => Math.round(((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360);

it('a single origin stands in the middle, and each component on the ring of its depth', () => {
  const items = [item('o', 0, null), item('a', 1, 'o'), item('b', 1, 'o'), item('c', 2, 'b'), item('d', 3, 'c')];
  const { positions, radii } = ringLayout(items);
  expect(radii).toEqual([0, 122, 244, 366]);
  expect(items.map(({ id }) => radiusOf(positions.get(id)))).toEqual([0, 122, 122, 244, 366]);
});

it('what was reached from the same component stands around its side', () => {
  const { positions } = ringLayout([item('o', 0, null), item('a', 1, 'o'), item('b', 1, 'o'), item('c', 2, 'b'), item('d', 3, 'c')]);
  expect(['a', 'b', 'c', 'd'].map((id) => degreesOf(positions.get(id)))).toEqual([90, 270, 270, 270]);
});

it('what reaches more gets a wider sector', () => {
  const { positions } = ringLayout([
    item('o', 0, null),
    item('lone', 1, 'o'),
    item('hub', 1, 'o'),
    item('x', 2, 'hub'),
    item('y', 2, 'hub'),
    item('z', 2, 'hub'),
  ]);
  expect(['lone', 'hub', 'x', 'y', 'z'].map((id) => degreesOf(positions.get(id)))).toEqual([45, 225, 135, 225, 315]);
});

it('several origins stand on a circle of their own', () => {
  const { positions, radii } = ringLayout([item('o', 0, null), item('p', 0, null), item('q', 0, null)]);
  expect(radii).toEqual([70]);
  expect(['o', 'p', 'q'].map((id) => degreesOf(positions.get(id)))).toEqual([60, 180, 300]);
});

it('a ring grows with what stands on it, so that no two touch', () => {
  const many = Array.from({ length: 200 }, (_, index) => item(`c${index}`, 1, 'o'));
  const { positions } = ringLayout([item('o', 0, null), ...many]);
  const places = many.map(({ id }) => positions.get(id) ?? NOWHERE);
  const nearest = Math.min(...places.flatMap((a, i) => places.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y))));
  expect(nearest).toBeGreaterThan(100);
});

it('nothing has no place', () => {
  expect(ringLayout([])).toEqual({ positions: new Map(), radii: [] });
});

it('angles that are far enough apart stay; crowded ones make room about their middle', () => {
  expect(spreadAngles([1, 2, 4], 0.5)).toEqual([1, 2, 4]);
  expect(spreadAngles([1, 1, 1], 0.5).map((angle) => Math.round(angle * 100) / 100)).toEqual([0.5, 1, 1.5]);
});

it('angles that cannot all have their room are spread evenly', () => {
  const spread = spreadAngles([0, 0, 0, 0], Math.PI);
  expect(spread.map((angle, index) => Math.round(((angle - (spread[0] ?? 0)) * 180) / Math.PI) - index * 90)).toEqual([0, 0, 0, 0]);
});
