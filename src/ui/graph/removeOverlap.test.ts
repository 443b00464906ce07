import { expect, it } from 'vitest';
import { removeOverlap } from './removeOverlap';

const GAP = 10;
const item = (id: string, width = 40, height = 20) => ({ id, width, height });

it('items that have room enough stay about where they are', () => {
  const corners = removeOverlap(
    [item('a'), item('b')],
    new Map([
      ['a', { x: 0, y: 0 }],
      ['b', { x: 400, y: 300 }],
    ]),
    GAP,
  );
  expect(corners).toEqual(
    new Map([
      ['a', { x: -20, y: -10 }],
      ['b', { x: 380, y: 290 }],
    ]),
  );
});

it('no two of many items in one heap come nearer than the gap', () => {
  const items = Array.from({ length: 120 }, (_, index) => item(`i${index}`, 30 + (index % 5) * 20, 20 + (index % 3) * 15));
  const centres = new Map(items.map(({ id }, index) => [id, { x: index % 4, y: index % 3 }]));
  const corners = removeOverlap(items, centres, GAP);
  const rectangles = items.map((one) => ({ ...one, ...(corners.get(one.id) ?? { x: NaN, y: NaN }) }));
  const overlaps = rectangles.flatMap((a, i) =>
    rectangles
      .slice(i + 1)
      .filter((b) => a.x < b.x + b.width + GAP && b.x < a.x + a.width + GAP && a.y < b.y + b.height + GAP && b.y < a.y + a.height + GAP),
  );
  expect(rectangles.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  expect(overlaps).toEqual([]);
});

it('an unknown place is the middle', () => {
  expect(removeOverlap([item('a')], new Map(), GAP)).toEqual(new Map([['a', { x: -20, y: -10 }]]));
});
