import { expect, it } from 'vitest';
import type { Picture, PictureNode } from './picture';
import { settlePositions } from './settlePositions';

const node = (id: string, parent?: string): PictureNode => ({ id, label: id, width: 10, height: 10, classes: [], ...(parent === undefined ? {} : { parent }) });
const picture: Picture = {
  nodes: [node('box'), node('a', 'box'), node('b', 'box'), node('c'), node('d')],
  edges: [{ id: 'e', source: 'c', target: 'd', classes: [] }],
};
const a = { x: 0, y: 0 };
const b = { x: 100, y: 50 };
const c = { x: 300, y: 10 };
const d = { x: 400, y: 20 };

it('nodes that are known stay where they are, and boxes have no place of their own', () => {
  const known = new Map([['a', a], ['b', b], ['c', c], ['d', d], ['gone', { x: 9, y: 9 }]]);
  expect(settlePositions(picture, known)).toEqual(new Map([['a', a], ['b', b], ['c', c], ['d', d]]));
});

it('a new node goes below those of its box', () => {
  expect(settlePositions(picture, new Map([['a', a], ['c', c], ['d', d]]))?.get('b')).toEqual({ x: 0, y: 64 });
});

it('a new node outside of boxes goes below what it is joined to', () => {
  expect(settlePositions(picture, new Map([['a', a], ['b', b], ['c', c]]))?.get('d')).toEqual({ x: 300, y: 74 });
});

it('when more than a third is unknown there is nothing to settle on', () => {
  expect(settlePositions(picture, new Map([['a', a], ['b', b]]))).toBeNull();
});

it('an empty picture is settled at once', () => {
  expect(settlePositions({ nodes: [], edges: [] }, new Map())).toEqual(new Map());
});

it('a group that is opened lies where it was folded, what it would cover moves out of it, and nothing else moves', () => {
  const node = (id: string, parent?: string) => ({ id, label: id, width: 100, height: 30, classes: [], ...(parent === undefined ? {} : { parent }) });
  const picture = { nodes: [node('box'), node('a', 'box'), node('b', 'box'), node('beside'), node('far')], edges: [] };
  const known = new Map([['box', { x: 500, y: 500 }], ['beside', { x: 560, y: 500 }], ['far', { x: 5_000, y: 500 }]]);
  const settled = settlePositions(picture, known);
  expect([settled?.get('a'), settled?.get('b')]).toEqual([{ x: 500, y: 477 }, { x: 500, y: 523 }]);
  expect(settled?.get('beside')).toEqual({ x: 500 + 58 + 34 + 50, y: 500 });
  expect(settled?.get('far')).toEqual({ x: 5_000, y: 500 });
});
