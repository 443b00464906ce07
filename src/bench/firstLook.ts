/** What the first look of a picture's elements costs: of a folded landscape, with and without a box among them, given by Cytoscape alone and in one go. No canvas. */
import cytoscape, { type ElementDefinition } from 'cytoscape';
import { paletteOf } from '@/client/symbols/canvasPalette';
import { landscapeStyles } from '@/features/landscape/landscapeStyles';
import { setStyle } from '@/ui/graph/quickStyle';
import type { BenchmarkInput } from './benchmarkInput';

interface Size {
  groups: number;
  joins: number;
  rounds: number;
}

const FULL: Size = { groups: 180, joins: 420, rounds: 15 };
const TINY: Size = { groups: 6, joins: 12, rounds: 1 };

/** Names are measured with a canvas's pen. Where there is none, every letter is as wide as the next: what is measured here is not the pen. */
function pen(): Pick<Document, 'createElement'> {
  const context = { font: '', measureText: (text: string) => ({ width: text.length * 7 }) };
  return { createElement: () => ({ getContext: () => context }) } as unknown as Pick<Document, 'createElement'>;
}

function elements(hasBox: boolean, { groups, joins }: Size): ElementDefinition[] {
  const box: ElementDefinition[] = [
    { group: 'nodes', data: { id: 'box', label: 'Box' }, classes: ['box', 'health-Healthy'] },
    {
      group: 'nodes',
      data: { id: 'inside', parent: 'box', label: 'Inside', width: 100, height: 30 },
      classes: ['component', 'health-Healthy'],
    },
  ];
  return [
    ...(hasBox ? box : []),
    ...Array.from({ length: groups }, (_, at): ElementDefinition => ({
      group: 'nodes',
      data: { id: `g${at}`, label: `Group ${at}`, width: 140, height: 46 },
      classes: ['folded', 'health-Healthy'],
      position: { x: (at % 20) * 200, y: at * 9 },
    })),
    ...Array.from({ length: joins }, (_, at): ElementDefinition => ({
      group: 'edges',
      data: { id: `j${at}`, source: `g${at % groups}`, target: `g${(at * 7 + 1) % groups}`, label: '3' },
      classes: ['bundle', 'mode-Hard', 'quiet'],
    })),
  ];
}

/** Milliseconds until every element has its look. */
function timeLook(isQuick: boolean, hasBox: boolean, size: Size): number {
  const cy = cytoscape({ headless: true, styleEnabled: true });
  const look = landscapeStyles(paletteOf('light'));
  if (isQuick) setStyle(cy, look);
  else cy.style(look);
  cy.batch(() => void cy.add(elements(hasBox, size)));
  const from = performance.now();
  cy.elements().forEach((element) => void element.style('opacity'));
  const took = performance.now() - from;
  cy.destroy();
  return took;
}

/** Prints everything to standard output. */
export function run({ isTiny }: BenchmarkInput): void {
  const world = globalThis as { document?: unknown };
  const before = world.document;
  world.document = pen();
  try {
    printLooks(isTiny ? TINY : FULL);
  } finally {
    if (before === undefined) delete world.document;
    else world.document = before;
  }
}

function printLooks(size: Size): void {
  for (const hasBox of [false, true]) {
    for (const isQuick of [false, true]) {
      const times = Array.from({ length: size.rounds }, () => timeLook(isQuick, hasBox, size)).sort((a, b) => a - b);
      const median = times[Math.floor(size.rounds / 2)] ?? 0;
      const what = `${hasBox ? 'with a box' : 'without boxes'}, ${isQuick ? 'in one go' : 'by the library alone'}`;
      process.stdout.write(`${what.padEnd(42)} ${median.toFixed(1)} ms for ${size.groups + size.joins} elements\n`);
    }
  }
}
