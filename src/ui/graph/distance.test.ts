import cytoscape, { type Core } from 'cytoscape';
import { afterEach, expect, it, vi } from 'vitest';
import { asFromNear, farStepOf, LANDMARK, stopLandmarks, writeLandmarks, writeLandmarksNext } from './distance';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [1.2, ''],
  [0.7, ''],
  [0.69, 'far-1'],
  [0.5, 'far-1'],
  [0.49, 'far-2'],
  [0.36, 'far-2'],
  [0.35, 'far-3'],
  [0.24, 'far-3'],
  [0.1, 'far-4'],
])('at a zoom of %d landmarks are written as %j', (zoom, step) => {
  expect(farStepOf(zoom)).toBe(step);
});

/** Four hundred in a row, seen from afar: without a window, one of them is in sight. */
function row(): { cy: Core; frames: (() => void)[]; written(step: string): number } {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => frames.push(call));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => void (frames[id - 1] = () => undefined));
  const nodes = Array.from({ length: 400 }, (_, at) => ({ data: { id: `${at}` }, classes: [LANDMARK], position: { x: at * 10, y: 0 } }));
  const cy = cytoscape({ headless: true, styleEnabled: true, elements: nodes, layout: { name: 'preset' } });
  cy.viewport({ zoom: 0.4, pan: { x: -3_500 * 0.4, y: 0 } });
  return { cy, frames, written: (step) => cy.nodes(`.${step}`).length };
}

it('of many landmarks those in sight are written first, the others over the next frames', () => {
  const { cy, frames, written } = row();
  writeLandmarks(cy);
  expect(written('far-2')).toBe(150);
  expect(cy.getElementById('350').hasClass('far-2')).toBe(true);
  expect(cy.getElementById('349').hasClass('far-2')).toBe(false);
  while (frames.length > 0) frames.shift()?.();
  expect(written('far-2')).toBe(400);
});

it('another distance on the way is written instead, and nothing goes on once it is stopped', () => {
  const { cy, frames, written } = row();
  writeLandmarks(cy);
  cy.zoom(0.6);
  writeLandmarks(cy);
  stopLandmarks(cy);
  frames.forEach((frame) => frame());
  expect(written('far-1')).toBe(150);
  expect(written('far-2')).toBeLessThanOrEqual(150);
});

it('what is taken along is written as from near, all of it, and as before once it is taken', () => {
  const { cy, frames, written } = row();
  writeLandmarks(cy);
  expect(asFromNear(cy, () => written('far-2') + written('far-1') + written('far-3'))).toBe(0);
  while (frames.length > 0) frames.shift()?.();
  expect(written('far-2')).toBe(400);
});

it('a line may be a landmark as well, for as long as it is marked as one, and keeps its width in a file', () => {
  const { cy, frames, written } = row();
  cy.add({ group: 'edges', data: { id: 'line', source: '0', target: '399' }, classes: [LANDMARK] });
  const line = cy.getElementById('line');
  writeLandmarks(cy);
  expect(line.hasClass('far-2')).toBe(true);
  expect(asFromNear(cy, () => [written('far-2'), line.hasClass('far-2')])).toEqual([0, true]);
  // Its classes are written anew where it is drawn anew.
  line.classes([LANDMARK]);
  writeLandmarks(cy);
  expect(line.hasClass('far-2')).toBe(true);
  line.removeClass(LANDMARK);
  cy.zoom(0.6);
  writeLandmarks(cy);
  while (frames.length > 0) frames.shift()?.();
  expect([line.hasClass('far-1'), written('far-1')]).toEqual([false, 400]);
});

it('after a zoom they are written a frame later, for where it has led to by then, unless that is stopped', () => {
  const { cy, frames, written } = row();
  writeLandmarksNext(cy);
  cy.zoom(0.6);
  writeLandmarksNext(cy);
  expect(written('far-1') + written('far-2')).toBe(0);
  frames.splice(0).forEach((frame) => frame());
  expect([written('far-1'), written('far-2')]).toEqual([150, 0]);
  cy.zoom(0.4);
  writeLandmarksNext(cy);
  stopLandmarks(cy);
  while (frames.length > 0) frames.shift()?.();
  expect(written('far-2')).toBe(0);
});
