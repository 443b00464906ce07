import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { relativeTo, shapeOf } from './lineShape';

const left = { x: 0, y: 0, width: 100, height: 40 };
const right = { x: 300, y: 200, width: 100, height: 40 };
const line = { id: 'a', from: 'left', to: 'right', classes: [] };

it('points are taken as they are given', () => {
  const points = [
    { x: 100, y: 20 },
    { x: 200, y: 20 },
    { x: 200, y: 220 },
    { x: 300, y: 220 },
  ];
  expect(shapeOf({ ...line, points }, left, right)).toEqual({
    from: points[0],
    to: points[3],
    bends: [points[1], points[2]],
    isCurved: false,
  });
});

it('without points a line goes from border to border', () => {
  const { from, to, bends } = shapeOf({ ...line, points: [] }, left, { ...right, y: 0 });
  expect([from, to, bends]).toEqual([{ x: 100, y: 20 }, { x: 300, y: 20 }, []]);
});

it.each([
  ['to the right', left, right, [100, 300]],
  ['to the left', right, left, [300, 100]],
  ['in one column, around the right side', left, { ...left, y: 300 }, [100, 100]],
])('a curve leaves and arrives sideways %s', (_, from, to, [start, end]) => {
  const shape = shapeOf({ ...line, points: [], isCurved: true }, from, to);
  expect([shape.from.x, shape.to.x]).toEqual([start, end]);
  expect([shape.bends[0]?.y, shape.bends[1]?.y]).toEqual([shape.from.y, shape.to.y]);
});

it('parts and distances along the way lead back to the same points', () => {
  const number = fc.integer({ min: -1_000, max: 1_000 });
  const point = fc.record({ x: number, y: number });
  fc.assert(
    fc.property(point, point, fc.array(point, { maxLength: 5 }), (from, to, bends) => {
      fc.pre(from.x !== to.x || from.y !== to.y);
      const { weights, distances } = relativeTo({ from, to, bends, isCurved: false });
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      bends.forEach(({ x, y }, at) => {
        const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
        const along = (weights[at] ?? 0) * length;
        expect(from.x + dx * along - dy * (distances[at] ?? 0)).toBeCloseTo(x, 6);
        expect(from.y + dy * along + dx * (distances[at] ?? 0)).toBeCloseTo(y, 6);
      });
    }),
    randomRuns(200),
  );
});
