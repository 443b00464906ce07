import { expect, it } from 'vitest';
import { placeBadges } from './badges';

const bent = (y: number) => ({
  from: { x: 0, y },
  to: { x: 300, y: y + 20 },
  bends: [
    { x: 20, y },
    { x: 20, y: y + 20 },
  ],
  isCurved: false,
});

it('a number is in the middle of the longest piece', () => {
  const box = placeBadges([{ id: 'a', label: '7', shape: bent(0) }], []).get('a')!;
  expect([box.x + box.width / 2, box.y + box.height / 2]).toEqual([160, 20]);
});

it('numbers of overlapping lines are placed side by side', () => {
  const badges = placeBadges(
    ['a', 'b', 'c'].map((id) => ({ id, label: '12', shape: bent(0) })),
    [],
  );
  const xs = [...badges.values()].map(({ x }) => x).sort((a, b) => a - b);
  expect(xs[1]! - xs[0]!).toBeGreaterThan(20);
  expect(xs[2]! - xs[1]!).toBeGreaterThan(20);
});

it('a number avoids boxes, and is left out if there is no room for it', () => {
  const line = { id: 'a', label: '7', shape: bent(0) };
  const box = placeBadges([line], [{ x: 100, y: 0, width: 120, height: 40 }]).get('a')!;
  expect(box.x + box.width <= 100 || box.x >= 220).toBe(true);
  expect(placeBadges([line], [{ x: -50, y: -50, width: 500, height: 200 }]).size).toBe(0);
});
