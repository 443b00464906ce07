import { describe, expect, test } from 'vitest';
import { CLEARANCE, passesThrough, WaysAround } from './aroundChips';

const chip = (id: string, x: number, y: number) => ({ id, box: { x, y, width: 40, height: 20 } });

describe('routes between chips', () => {
  test('are straight if no chip is in between', () => {
    const [a, b] = [chip('a', 0, 0), chip('b', 200, 0)];
    expect(new WaysAround([a, b, chip('aside', 100, 60)]).between(a, b)).toEqual([
      { x: 40, y: 10 },
      { x: 200, y: 10 },
    ]);
  });

  test('go around a chip in between, on the shorter side', () => {
    const [a, b, between] = [chip('a', 0, 0), chip('b', 200, 0), chip('between', 100, -4)];
    const way = new WaysAround([a, b, between]).between(a, b);
    expect(way.slice(1, -1)).toEqual([{ x: 100 - CLEARANCE, y: 16 + CLEARANCE }]);
    expect(way.slice(1).some((point, at) => passesThrough(way[at]!, point, between.box))).toBe(false);
  });
});

test.each([
  ['through the middle', 0, 10, 100, 10, true],
  ['along the border', 0, 0, 100, 0, false],
  ['past it', 0, 30, 100, 30, false],
  ['up to it', 0, 10, 40, 10, false],
  ['by a corner', 30, 10, 50, -10, false],
  ['within', 45, 5, 50, 10, true],
])('a segment %s', (_, ax, ay, bx, by, isThrough) => {
  expect(passesThrough({ x: ax, y: ay }, { x: bx, y: by }, { x: 40, y: 0, width: 40, height: 20 })).toBe(isThrough);
});
