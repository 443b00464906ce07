import { expect, it } from 'vitest';
import { rotatePicture } from './rotatePicture';

const rounded = (places: Map<string, { x: number; y: number }>) =>
  Object.fromEntries([...places].map(([id, { x, y }]) => [id, [Math.round(x) + 0, Math.round(y) + 0]]));
const places = new Map([
  ['a', { x: 0, y: 0 }],
  ['b', { x: 0, y: 100 }],
  ['c', { x: 50, y: 0 }],
]);

it('an edge that leads down leads to the right afterwards', () => {
  expect(rounded(rotatePicture(places, [{ source: 'a', target: 'b' }]))).toEqual({ a: [0, 0], b: [100, 0], c: [0, -50] });
});

it('without edges, or with edges that cancel out, nothing is turned', () => {
  expect(rounded(rotatePicture(places, []))).toEqual({ a: [0, 0], b: [0, 100], c: [50, 0] });
  expect(
    rounded(
      rotatePicture(places, [
        { source: 'a', target: 'b' },
        { source: 'b', target: 'a' },
      ]),
    ),
  ).toEqual({ a: [0, 0], b: [0, 100], c: [50, 0] });
});
