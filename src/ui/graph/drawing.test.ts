import cytoscape, { type Core, type StylesheetJson } from 'cytoscape';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawPicture, placeNodes } from './drawing';
import { drawMarks } from './marks';
import type { Marks, Picture, PictureNode, Positions } from './picture';
import { forgetKept } from './putAway';

const LOOK = [
  { selector: 'node', style: { width: 'data(width)', height: 'data(height)', label: 'data(label)' } },
  { selector: '.faded', style: { opacity: 0.2 } },
  { selector: '.loud', style: { 'border-width': 7 } },
] as StylesheetJson;

const NO_MARKS: Marks = new Map();

const node = (id: string, more: Partial<PictureNode> = {}): PictureNode => ({
  id,
  label: id,
  width: 40,
  height: 20,
  classes: ['component'],
  ...more,
});

const WHOLE: Picture = {
  nodes: [node('box'), node('a', { parent: 'box' }), node('b', { parent: 'box' }), node('c')],
  edges: [
    { id: 'a to b', source: 'a', target: 'b', classes: ['hard'] },
    { id: 'b to c', source: 'b', target: 'c', classes: ['soft'], label: '2' },
  ],
};
const PART: Picture = { nodes: [node('c')], edges: [] };
const PLACES: Positions = new Map([
  ['a', { x: 0, y: 0 }],
  ['b', { x: 100, y: 0 }],
  ['c', { x: 300, y: 50 }],
]);

let cy: Core;

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => void call());
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  cy = cytoscape({ headless: true, styleEnabled: true, style: LOOK });
});
afterEach(() => vi.unstubAllGlobals());

function draw(on: Core, picture: Picture, positions = PLACES, marks = NO_MARKS): void {
  drawPicture(on, picture, positions, marks, () => drawMarks(on, marks));
  placeNodes(on, positions);
}

/** All that can be seen of it. */
function seen(on: Core): unknown {
  return on
    .elements()
    .map((element) => ({
      id: element.id(),
      data: element.data() as unknown,
      classes: [...element.classes()].sort(),
      parent: element.isNode() ? element.parent().map((box) => box.id()) : null,
      place: element.isNode() ? { ...element.position() } : null,
      style: element.style() as unknown,
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** What the picture looks like where nothing was drawn before it. */
function seenAtFirst(picture: Picture, positions = PLACES, marks = NO_MARKS): unknown {
  const fresh = cytoscape({ headless: true, styleEnabled: true, style: LOOK });
  draw(fresh, picture, positions, marks);
  return seen(fresh);
}

it('a picture that is gone back to is what it was, made of the same elements', () => {
  draw(cy, WHOLE);
  const before = [...cy.elements()];
  draw(cy, PART);
  expect(cy.elements().map((element) => element.id())).toEqual(['c']);
  draw(cy, WHOLE);
  expect(seen(cy)).toEqual(seenAtFirst(WHOLE));
  expect(new Set(cy.elements())).toEqual(new Set(before));
});

it('what is brought back shows what has changed since: words, size, look, place, box and marks', () => {
  draw(
    cy,
    WHOLE,
    PLACES,
    new Map([
      ['a', ['loud']],
      ['a to b', ['faded']],
    ]),
  );
  draw(cy, PART);
  const changed: Picture = {
    nodes: [
      node('box', { label: 'another name' }),
      node('a', { label: 'A', width: 90, classes: ['component', 'external'] }),
      node('b', { parent: 'box' }),
      node('c', { parent: 'box' }),
    ],
    edges: [WHOLE.edges[0]!, { id: 'b to c', source: 'b', target: 'c', classes: ['hard'] }],
  };
  const places: Positions = new Map([...PLACES, ['a', { x: -50, y: 8 }]]);
  const marks: Marks = new Map([
    ['b', ['loud']],
    ['b to c', ['faded']],
  ]);
  draw(cy, changed, places, marks);
  expect(seen(cy)).toEqual(seenAtFirst(changed, places, marks));
});

it('an edge that joins others now is another one', () => {
  draw(cy, WHOLE);
  draw(cy, { ...WHOLE, edges: [] });
  const turned: Picture = { ...WHOLE, edges: [{ id: 'a to b', source: 'b', target: 'a', classes: ['hard'] }] };
  draw(cy, turned);
  expect(seen(cy)).toEqual(seenAtFirst(turned));
});

it('a node that has become a box, or a box that has become a node, stands where it belongs', () => {
  draw(cy, WHOLE);
  const folded: Picture = {
    nodes: [node('box', { width: 120, classes: ['folded'] }), node('c')],
    edges: [{ id: 'box to c', source: 'box', target: 'c', classes: [] }],
  };
  const places: Positions = new Map([...PLACES, ['box', { x: 44, y: 2 }]]);
  draw(cy, folded, places);
  expect(seen(cy)).toEqual(seenAtFirst(folded, places));
  draw(cy, WHOLE);
  expect(seen(cy)).toEqual(seenAtFirst(WHOLE));
});

it('nothing is brought back under a look that it never had', () => {
  draw(cy, WHOLE);
  draw(cy, PART);
  cy.style([...LOOK, { selector: 'node', style: { 'border-width': 3 } }] as StylesheetJson);
  forgetKept(cy);
  draw(cy, WHOLE);
  expect(cy.nodes().map((element) => String(element.style('border-width')))).toEqual(['3px', '3px', '3px', '3px']);
});

it('what is held by the pointer when it goes is made anew', () => {
  draw(cy, WHOLE);
  vi.spyOn(cy.getElementById('a'), 'grabbed').mockReturnValue(true);
  draw(cy, PART);
  draw(cy, WHOLE);
  expect(cy.getElementById('a').grabbed()).toBe(false);
});
