import { expect, it } from 'vitest';
import { farStepOf } from './distance';

it.each([
  [1.2, ''],
  [0.7, ''],
  [0.69, 'far-1'],
  [0.5, 'far-1'],
  [0.49, 'far-2'],
  [0.36, 'far-2'],
  [0.1, 'far-3'],
])('at a zoom of %d landmarks are written as %j', (zoom, step) => {
  expect(farStepOf(zoom)).toBe(step);
});
