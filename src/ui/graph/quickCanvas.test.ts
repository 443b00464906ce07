import cytoscape, { type CollectionReturnValue, type Core, type ElementDefinition, type StylesheetJson } from 'cytoscape';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { CANVAS_PARTS, inDrawingOrder, quickenCanvas } from './quickCanvas';

const LOOK = [
  { selector: '.bottom', style: { 'z-compound-depth': 'bottom' } },
  { selector: '.top', style: { 'z-compound-depth': 'top' } },
  { selector: '.orphan', style: { 'z-compound-depth': 'orphan' } },
  { selector: '.manual', style: { 'z-index-compare': 'manual' } },
  { selector: '.raised', style: { 'z-index': 7 } },
  { selector: '.sunk', style: { 'z-index': 1 } },
] as unknown as StylesheetJson;
const CLASSES = ['bottom', 'top', 'orphan', 'manual', 'raised', 'sunk'];

const anyElements = fc
  .record({
    nodes: fc.array(fc.record({ box: fc.nat(3), classes: fc.subarray(CLASSES) }), { minLength: 2, maxLength: 12 }),
    edges: fc.array(fc.record({ from: fc.nat(11), to: fc.nat(11), classes: fc.subarray(CLASSES) }), { maxLength: 12 }),
    isFlat: fc.boolean(),
  })
  .map(({ nodes, edges, isFlat }): ElementDefinition[] => [
    ...(isFlat
      ? []
      : [0, 1, 2].map((at): ElementDefinition => ({
          group: 'nodes',
          data: { id: `box ${at}`, ...(at === 2 ? { parent: 'box 1' } : {}) },
        }))),
    ...nodes.map(({ box, classes }, at): ElementDefinition => ({
      group: 'nodes',
      data: { id: `node ${at}`, ...(isFlat || box === 3 ? {} : { parent: `box ${box}` }) },
      classes,
    })),
    ...edges.map(({ from, to, classes }, at): ElementDefinition => ({
      group: 'edges',
      data: { id: `edge ${at}`, source: `node ${from % nodes.length}`, target: `node ${to % nodes.length}` },
      classes,
    })),
  ]);

function drawn(elements: ElementDefinition[]): Core {
  const cy = cytoscape({ headless: true, styleEnabled: true, style: LOOK });
  cy.add(elements);
  return cy;
}

test('elements are drawn over each other as the library has it, boxes, classes and what came late included', () => {
  fc.assert(
    fc.property(anyElements, fc.nat(20), (elements, gone) => {
      const cy = drawn(elements);
      const { length } = cy.elements();
      // What comes back stands at another place among the elements than before.
      cy.elements()[gone % length]?.remove().restore();
      const asTheLibrary = (cy.elements() as unknown as { sortByZIndex(): CollectionReturnValue }).sortByZIndex();
      expect(inDrawingOrder(cy).map((element) => element.id())).toEqual(asTheLibrary.map((element) => element.id()));
    }),
    randomRuns(200),
  );
});

test('the parts of the library’s canvas that make it quick are there', () => {
  const { prototype } = cytoscape('renderer', 'canvas') as unknown as { prototype: Record<string, unknown> };
  expect(CANVAS_PARTS.filter((part) => typeof prototype[part] !== 'function')).toEqual([]);
});

test('everything is drawn anew where the size or the sharpness of the canvas is another one, and only there', () => {
  const textures = { invalidateElements: () => undefined, invalidateElement: () => undefined };
  const div = { width: 800, height: 600.5, ratio: 2 };
  const canvas = {
    ...Object.fromEntries(CANVAS_PARTS.map((part) => [part, vi.fn()])),
    data: { lblTxrCache: textures, slbTxrCache: { ...textures }, tlbTxrCache: { ...textures }, eleTxrCache: { ...textures } },
    findContainerClientCoords: () => [10, 20, div.width, div.height, div.width, div.height, 1],
    getPixelRatio: () => div.ratio,
    canvasWidth: 1_600,
    canvasHeight: 1_201,
  };
  const resized = vi.fn();
  const cy = { renderer: () => canvas, resize: resized } as unknown as Core;
  quickenCanvas(cy);
  cy.resize();
  expect(resized).not.toHaveBeenCalled();
  // What lies elsewhere than before hears the pointer elsewhere.
  expect(canvas).toHaveProperty('invalidateContainerClientCoordsCache.mock.calls.length', 1);
  for (const other of [{ width: 801 }, { height: 600 }, { ratio: 1 }]) {
    Object.assign(div, { width: 800, height: 600.5, ratio: 2 }, other);
    resized.mockClear();
    cy.resize();
    expect(resized).toHaveBeenCalledOnce();
  }
});
