import { expect, it } from 'vitest';
import type { CanvasNode, CanvasPicture } from '@/canvas/model/picture';
import { nodeAt } from './nodeAt';

const node = (
  id: string,
  layer: CanvasNode['layer'],
  [x, y, width, height]: [number, number, number, number],
  chooses?: string | null,
): CanvasNode => ({
  id,
  layer,
  box: { x, y, width, height },
  label: id,
  classes: [],
  ...(chooses === undefined ? {} : { chooses }),
});
const picture: CanvasPicture = {
  size: { width: 300, height: 200 },
  nodes: [
    node('row', 'row', [20, 40, 100, 20]),
    node('card', 'card', [10, 10, 120, 80]),
    node('card title', 'title', [10, 10, 120, 24], 'card'),
    node('heading', 'title', [200, 0, 80, 20], null),
  ],
  lines: [],
};

it.each([
  ['a row in front of its card', { x: 30, y: 50 }, 'row'],
  ['a card beside its rows', { x: 12, y: 80 }, 'card'],
  ['what a title stands for', { x: 30, y: 20 }, 'card'],
  ['a row at its very edge', { x: 120, y: 60 }, 'row'],
  ['a row right beside the pointer', { x: 120.9, y: 60.9 }, 'row'],
  ['a card further from its row', { x: 121.1, y: 50 }, 'card'],
  ['nothing where only a heading is', { x: 210, y: 10 }, null],
  ['nothing outside', { x: 250, y: 150 }, null],
])('a press selects %s', (_what, point, id) => {
  expect(nodeAt(picture, point)).toBe(id);
});
