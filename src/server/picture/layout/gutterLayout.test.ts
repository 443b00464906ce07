/** Lines in gutters: valid for every grid, and easy to distinguish. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { gutterLayout } from './gutterLayout';
import { isSound } from './isSound';
import { layersOf } from './layers';
import { assignTracks, type Run } from './tracks';

const box = (id: string, width = 100, height = 40) => ({ id, width, height });
const line = (from: string, to: string) => ({ id: `${from} ${to}`, from, to });

it('is sound for boxes of any size, lines of any number and grids of any shape', () => {
  const sizes = fc.array(fc.record({ width: fc.integer({ min: 30, max: 300 }), height: fc.integer({ min: 24, max: 400 }) }), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(
      sizes,
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 80 }),
      fc.integer({ min: 1, max: 30 }),
      (found, ends, columns) => {
        const nodes = found.map((size, place) => ({ id: `n${place}`, ...size }));
        const lines = ends
          .map(([from, to], place) => ({ id: `l${place}`, from: `n${from % nodes.length}`, to: `n${to % nodes.length}` }))
          .filter(({ from, to }) => from !== to);
        expect(isSound(gutterLayout(nodes, lines, columns), nodes, lines)).toBe(true);
      },
    ),
    randomRuns(200),
  );
});

it('keeps lines and boxes apart, and lines side by side from each other', () => {
  const nodes = [box('a'), box('b'), box('c'), box('d')];
  const { boxes, routes } = gutterLayout(nodes, [line('a', 'c'), line('a', 'd'), line('b', 'c'), line('b', 'd')], 2);
  const upright = Object.values(routes).flatMap((points) =>
    points.filter((point, place) => points[place + 1]?.x === point.x).map(({ x }) => x),
  );
  const [left, right] = [boxes.a!.x + boxes.a!.width, boxes.c!.x];
  for (const x of upright) expect(Math.min(x - left, right - x)).toBeGreaterThanOrEqual(8);
  const sorted = [...new Set(upright)].sort((a, b) => a - b);
  for (const [place, x] of sorted.slice(1).entries()) expect(x - sorted[place]!).toBeGreaterThanOrEqual(8);
});

it('never makes two ends that face each other look like one line', () => {
  const nodes = [box('a'), box('b'), box('c'), box('d')];
  const { routes } = gutterLayout(nodes, [line('a', 'b'), line('c', 'd'), line('a', 'd'), line('b', 'c')], 2);
  const ends = Object.values(routes).flatMap((points) => [points[0]!, points.at(-1)!]);
  const levels = new Map<number, Set<number>>();
  for (const { x, y } of ends) levels.set(y, (levels.get(y) ?? new Set()).add(x));
  for (const sides of levels.values()) expect(sides.size).toBe(1);
});

it('puts what depends on others before them, even in cycles', () => {
  const orderOf = (lines: [string, string][]) =>
    layersOf(
      ['a', 'b', 'c', 'd'].map((id) => ({ id })),
      lines.map(([from, to]) => line(from, to)),
    ).map(({ id }) => id);
  expect(orderOf([])).toEqual(['a', 'b', 'c', 'd']);
  expect(
    orderOf([
      ['d', 'c'],
      ['c', 'b'],
      ['b', 'a'],
    ]),
  ).toEqual(['d', 'c', 'b', 'a']);
  expect(
    orderOf([
      ['a', 'b'],
      ['b', 'a'],
      ['b', 'c'],
    ]),
  ).toEqual(['a', 'd', 'b', 'c']);
});

it('shares tracks if nothing meets, and puts long lines on the outside', () => {
  const run = (from: number, to: number, ...sides: [boolean, boolean]): Run => ({
    gutter: 0,
    from,
    to,
    ends: [
      { at: from, isHigher: sides[0] },
      { at: to, isHigher: sides[1] },
    ],
    track: 0,
  });
  const [near, far, apart] = [run(1, 3, false, false), run(0, 4, false, false), run(5, 6, false, false)];
  expect(assignTracks([near, far, apart], 1)).toEqual([2]);
  // Both continue to the lower side, where the near line would cross the far one.
  expect([near.track, far.track]).toEqual([0, 1]);
});
