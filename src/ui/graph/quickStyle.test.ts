import cytoscape, { type Core, type ElementDefinition, type NodeSingular, type StylesheetJson } from 'cytoscape';
import { expect, test } from 'vitest';
import { setStyle } from './quickStyle';

const LOOK = [
  { selector: 'node', style: { width: 'data(width)', height: 20, label: 'data(id)', 'border-width': 2 } },
  { selector: 'node.box', style: { padding: '9px', 'border-width': 5, 'z-compound-depth': 'bottom' } },
  { selector: 'edge', style: { width: 3, 'curve-style': 'bezier', 'target-arrow-shape': 'triangle' } },
  { selector: '.faded', style: { opacity: 0.2 } },
  { selector: 'node.large', style: { width: 90, 'border-width': 12 } },
] as StylesheetJson;

const OTHER_LOOK = [...LOOK.slice(0, 3), { selector: 'node', style: { width: 30, shape: 'diamond', 'z-index': 3 } }] as StylesheetJson;

// Made anew each time: the library writes into what it is given.
const elements = (): ElementDefinition[] => [
  { group: 'nodes', data: { id: 'box', width: 0 }, classes: ['box'] },
  { group: 'nodes', data: { id: 'in', parent: 'box', width: 40 }, position: { x: 10, y: 10 } },
  { group: 'nodes', data: { id: 'also in', parent: 'box', width: 60 }, position: { x: 200, y: 90 } },
  { group: 'nodes', data: { id: 'out', width: 50 }, position: { x: 400, y: -30 } },
  { group: 'edges', data: { id: 'first', source: 'in', target: 'out' } },
  { group: 'edges', data: { id: 'second', source: 'in', target: 'out' } },
];

function measured(cy: Core): unknown {
  // As the canvas does before each frame: nothing is measured while something else has no look yet.
  cy.elements().forEach((element) => void element.style('opacity'));
  const bounds = cy.elements().map((element) => element.boundingBox());
  return cy
    .elements()
    .map((element, at) => ({ id: element.id(), bounds: bounds[at], style: element.style(), opacity: element.effectiveOpacity() }));
}

const style = (cy: Core, isQuick: boolean, look: StylesheetJson): unknown => (isQuick ? setStyle(cy, look) : cy.style(look));

/** What is measured after each of several changes. */
function history(isQuick: boolean): unknown[] {
  const cy = cytoscape({ headless: true, styleEnabled: true });
  style(cy, isQuick, LOOK);
  const steps: unknown[] = [];
  const step = (change: () => unknown): void => {
    cy.batch(() => void change());
    steps.push(measured(cy));
  };
  step(() => cy.add(elements().slice(0, 5)));
  step(() => cy.add(elements().slice(5)));
  step(() => cy.getElementById('in').addClass('large'));
  step(() => cy.getElementById('box').addClass('faded'));
  step(() => cy.add({ group: 'nodes', data: { id: 'late', parent: 'box', width: 70 }, position: { x: -300, y: 0 }, classes: ['large'] }));
  const gone = cy.getElementById('late');
  step(() => gone.remove());
  step(() => gone.restore());
  step(() => cy.getElementById('in').data({ width: 75 }));
  step(() => cy.getElementById('first').addClass('faded').remove());
  step(() => cy.getElementById('out').data({ width: 20, more: 1 }).remove());
  step(() => gone.data({ width: 33 }).removeClass('large'));
  step(() => cy.add(elements().slice(3, 5)));
  step(() => style(cy, isQuick, OTHER_LOOK));
  step(() => cy.getElementById('out').removeClass('large').move({ parent: 'box' }));
  return steps;
}

test('everything looks and measures as the library alone would have it, whatever comes, changes, goes and comes back', () => {
  expect(history(true)).toEqual(history(false));
});

test('the parts of the library that make it quick are there', () => {
  expect(setStyle(cytoscape({ headless: true, styleEnabled: true }), LOOK)).toBe(true);
});

test('the first look of an element tells of its bounds no more than once, not once for each property', () => {
  const told = (isQuick: boolean): number => {
    const cy = cytoscape({ headless: true, styleEnabled: true });
    style(cy, isQuick, LOOK);
    cy.add(elements()[0] ?? []);
    let count = 0;
    cy.on('bounds', () => count++);
    measured(cy);
    return count;
  };
  expect([told(true), told(false)]).toEqual([1, 6]);
});

test('no look is made twice of the same: of what comes back, of what lies beside something new, and of a box whose contents change', () => {
  const cy = cytoscape({ headless: true, styleEnabled: true });
  setStyle(cy, LOOK);
  cy.add(elements());
  measured(cy);
  const made: string[] = [];
  const look = cy.style() as unknown as { updateStyleHints(element: NodeSingular): boolean };
  const make = look.updateStyleHints.bind(look);
  look.updateStyleHints = (element) => {
    // It makes none of what is not in the picture.
    if (element.inside()) made.push(element.id());
    return make(element);
  };
  const madeBy = (change: () => unknown): string[] => {
    made.length = 0;
    change();
    measured(cy);
    return made;
  };
  const gone = cy.elements('#in, #first, #second');
  expect(madeBy(() => gone.remove())).toEqual([]);
  expect(madeBy(() => gone.restore())).toEqual([]);
  expect(madeBy(() => cy.add({ group: 'nodes', data: { id: 'late', parent: 'box', width: 70 } }))).toEqual(['late']);
  expect(madeBy(() => cy.getElementById('box').addClass('faded'))).toEqual(['box']);
  expect(madeBy(() => cy.getElementById('also in').data({ width: 61 }))).toEqual(['also in']);
  const dressed = cy.getElementById('out');
  const readAway = (): unknown => dressed.addClass('faded').remove() && dressed.style('opacity');
  expect(madeBy(readAway)).toEqual([]);
  expect(madeBy(() => dressed.restore())).toEqual(['out']);
});
