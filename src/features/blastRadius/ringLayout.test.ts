import { expect, it } from 'vitest';
import { ringLayout, type RingItem } from './ringLayout';

const item = (id: string, depth: number, from: string | null): RingItem => ({ id, depth, from });
const distance = ({ x, y }: { x: number; y: number }): number => Math.round(Math.hypot(x, y));

it('a single origin stands in the middle, and the first component reached above it', () => {
  const { positions, radii } = ringLayout([item('o', 0, null), item('a', 1, 'o')]);
  expect(positions.get('o')).toEqual({ x: 0, y: -0 });
  expect(positions.get('a')).toEqual({ x: 0, y: -128 });
  expect(radii).toEqual([0, 128]);
});

it('each component stands on the ring of its depth', () => {
  const items = [item('o', 0, null), item('a', 1, 'o'), item('b', 1, 'o'), item('c', 2, 'b'), item('d', 3, 'c')];
  const { positions, radii } = ringLayout(items);
  expect(radii).toEqual([0, 128, 256, 384]);
  for (const { id, depth } of items) expect(distance(positions.get(id) ?? { x: NaN, y: NaN })).toBe(radii[depth]);
});

it('what was reached from the same component stands on its side', () => {
  const { positions } = ringLayout([item('o', 0, null), item('up', 1, 'o'), item('down', 1, 'o'), item('c', 2, 'down')]);
  const down = positions.get('down');
  const c = positions.get('c');
  expect(Math.sign(c?.y ?? 0)).toBe(Math.sign(down?.y ?? 0));
});

it('several origins stand on a circle of their own', () => {
  const { positions, radii } = ringLayout([item('o', 0, null), item('p', 0, null), item('q', 0, null)]);
  expect(radii[0]).toBe(70);
  expect(new Set([...positions.values()].map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size).toBe(3);
});

it('a ring grows with what stands on it, so that no two touch', () => {
  const many = Array.from({ length: 200 }, (_, index) => item(`c${index}`, 1, 'o'));
  const { positions, radii } = ringLayout([item('o', 0, null), ...many]);
  expect(Math.round(radii[1] ?? 0)).toBe(Math.round((200 * 104) / (2 * Math.PI)));
  const first = positions.get('c0');
  const second = positions.get('c1');
  expect(Math.hypot((first?.x ?? 0) - (second?.x ?? 0), (first?.y ?? 0) - (second?.y ?? 0))).toBeGreaterThan(100);
});

it('nothing has no place', () => {
  expect(ringLayout([])).toEqual({ positions: new Map(), radii: [] });
});
