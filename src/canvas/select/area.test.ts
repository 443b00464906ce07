import { describe, expect, it } from 'vitest';
import type { CanvasNode, NodeLayer } from '@/canvas/model/picture';
import { areaBetween, areaByKey, areaInPicture, middleArea, nodesIn } from './area';

const node = (id: string, layer: NodeLayer, x: number, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  layer,
  box: { x, y: 0, width: 100, height: 20 },
  label: id,
  classes: [],
  ...more,
});

describe('the contents of an area', () => {
  const nodes = [
    node('card', 'card', 0),
    node('title', 'title', 0, { chooses: 'card' }),
    node('row', 'row', 0),
    node('far card', 'card', 60),
    node('far row', 'row', 60),
    node('inert', 'row', 0, { chooses: null }),
  ];

  it('include a row if its middle is inside, and a card only if all of it is', () => {
    expect(nodesIn(nodes, { x: 0, y: 0, width: 120, height: 20 })).toEqual(['card', 'row', 'far row']);
    expect(nodesIn(nodes, { x: 40, y: 5, width: 20, height: 10 })).toEqual(['row']);
    expect(nodesIn(nodes, { x: 0, y: 0, width: 160, height: 20 })).toEqual(['card', 'row', 'far card', 'far row']);
  });

  it('are empty where nothing is drawn', () => {
    expect(nodesIn(nodes, { x: 0, y: 30, width: 500, height: 500 })).toEqual([]);
  });
});

it('an area is the same from whichever corner it is drawn', () => {
  const area = { x: 10, y: 20, width: 30, height: 40 };
  expect(areaBetween({ x: 10, y: 20 }, { x: 40, y: 60 })).toEqual(area);
  expect(areaBetween({ x: 40, y: 20 }, { x: 10, y: 60 })).toEqual(area);
  expect(areaInPicture(area, { zoom: 2, pan: { x: 10, y: 0 } })).toEqual({
    x: 0,
    y: 10,
    width: 15,
    height: 20,
  });
});

describe('keys', () => {
  const window = { width: 300, height: 150 };
  const start = middleArea(window);

  it('move it and size it, within the window', () => {
    expect(start).toEqual({ x: 100, y: 50, width: 100, height: 50 });
    expect(areaByKey('ArrowRight', false, start, window)).toEqual({ ...start, x: 124 });
    expect(areaByKey('ArrowUp', true, start, window)).toEqual({ ...start, height: 26 });
    let area = start;
    for (let presses = 0; presses < 20; presses++) area = areaByKey('ArrowDown', false, area, window) ?? area;
    expect(area).toEqual({ ...start, y: 100 });
    for (let presses = 0; presses < 20; presses++) area = areaByKey('ArrowLeft', true, area, window) ?? area;
    expect(area.width).toBe(24);
  });

  it('other keys do neither', () => {
    expect(areaByKey('a', false, start, window)).toBeNull();
  });
});
