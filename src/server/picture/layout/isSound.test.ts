/** A layout that breaks any single guarantee is refused. */
import { expect, it } from 'vitest';
import { isSound } from './isSound';
import type { Layout } from './layoutPlan';

const nodes = ['a', 'b', 'c'].map((id) => ({ id, width: 10, height: 10 }));
const lines = [{ id: 'line', from: 'a', to: 'b' }];
const layout = (changes: Partial<Layout>): Layout => ({
  size: { width: 100, height: 40 },
  boxes: {
    a: { x: 0, y: 10, width: 10, height: 10 },
    b: { x: 80, y: 10, width: 10, height: 10 },
    c: { x: 40, y: 10, width: 10, height: 10 },
  },
  routes: {
    line: [
      { x: 10, y: 15 },
      { x: 20, y: 15 },
      { x: 20, y: 30 },
      { x: 85, y: 30 },
      { x: 85, y: 20 },
    ],
  },
  ...changes,
});
const route = (...points: [number, number][]): Partial<Layout> => ({ routes: { line: points.map(([x, y]) => ({ x, y })) } });
const around = layout({}).boxes;

it('accepts a layout that keeps all rules', () => {
  expect(isSound(layout({}), nodes, lines)).toBe(true);
});

it.each<[string, Partial<Layout>]>([
  ['a line through a box that it does not join', route([10, 15], [80, 15])],
  ['a line through a box that it joins', route([0, 15], [20, 15], [20, 30], [85, 30], [85, 20])],
  ['a line that ends beside its box', route([10, 15], [20, 15], [20, 30], [85, 30], [85, 21])],
  ['a line that starts inside its box', route([9, 15], [20, 15], [20, 30], [85, 30], [85, 20])],
  ['a slanted line', route([10, 15], [20, 30], [85, 30], [85, 20])],
  ['a line that leaves the picture', route([10, 15], [20, 15], [20, 41], [85, 41], [85, 20])],
  ['a line that is missing', { routes: {} }],
  ['two overlapping boxes', { boxes: { ...around, c: { x: 85, y: 12, width: 10, height: 10 } } }],
  ['a box outside', { boxes: { ...around, c: { x: 95, y: 0, width: 10, height: 10 } } }],
  ['a box that is missing', { boxes: { a: around.a!, b: around.b! } }],
])('refuses %s', (_name, changes) => {
  expect(isSound(layout(changes), nodes, lines)).toBe(false);
});
