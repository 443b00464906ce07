import { expect, it } from 'vitest';
import { closeUp, fitted, isInSight, MARGIN, roomIn } from './viewport';

const free = { width: 1000, height: 600 };

it('a large picture is centred in the free part and fits into it', () => {
  const { zoom, pan } = fitted({ width: 2 * (1000 - 2 * MARGIN), height: 100 }, free);
  expect(zoom).toBe(0.5);
  expect(pan).toEqual({ x: MARGIN, y: 275 });
});

it('in a narrow window a picture begins at the top', () => {
  expect(fitted({ width: 358, height: 200 }, { width: 390, height: 600 })).toEqual({ zoom: 1, pan: { x: MARGIN, y: MARGIN } });
});

it('a small picture is enlarged only up to a limit', () => {
  expect(fitted({ width: 10, height: 10 }, free).zoom).toBe(1.6);
});

it('of a picture that is too high to be read as a whole, the top is shown in full width', () => {
  const { zoom, pan } = fitted({ width: 1000 - 2 * MARGIN, height: 4_000 }, free);
  expect([zoom, pan]).toEqual([1, { x: MARGIN, y: MARGIN }]);
});

it('after a move its target is visible, at full size or larger', () => {
  const box = { x: 5_000, y: 3_000, width: 100, height: 20 };
  const view = closeUp(box, free, 0.2);
  expect(view.zoom).toBe(1);
  expect(isInSight(box, view, free)).toBe(true);
  expect(isInSight({ ...box, x: 0 }, view, free)).toBe(false);
});

it('a window has room for a picture within its margins', () => {
  expect(roomIn({ width: 1000, height: 20 })).toEqual({ width: 1000 - 2 * MARGIN, height: 0 });
});
