/** What the first look of a picture's elements costs: of a folded landscape, with and without a box among them, given by Cytoscape alone and in one go. No canvas. */
import cytoscape, { type ElementDefinition } from 'cytoscape';
import { paletteOf } from '@/client/symbols/canvasPalette';
import { landscapeStyles } from '@/features/landscape/landscapeStyles';
import { setStyle } from '@/ui/graph/quickStyle';

const GROUPS = 180;
const JOINS = 420;
const ROUNDS = 15;

function elements(hasBox: boolean): ElementDefinition[] {
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
    ...Array.from({ length: GROUPS }, (_, at): ElementDefinition => ({
      group: 'nodes',
      data: { id: `g${at}`, label: `Group ${at}`, width: 140, height: 46 },
      classes: ['folded', 'health-Healthy'],
      position: { x: (at % 20) * 200, y: at * 9 },
    })),
    ...Array.from({ length: JOINS }, (_, at): ElementDefinition => ({
      group: 'edges',
      data: { id: `j${at}`, source: `g${at % GROUPS}`, target: `g${(at * 7 + 1) % GROUPS}`, label: '3' },
      classes: ['bundle', 'mode-Hard', 'quiet'],
    })),
  ];
}

/** Milliseconds until every element has its look. */
function timeLook(isQuick: boolean, hasBox: boolean): number {
  const cy = cytoscape({ headless: true, styleEnabled: true });
  const look = landscapeStyles(paletteOf('light'));
  if (isQuick) setStyle(cy, look);
  else cy.style(look);
  cy.batch(() => void cy.add(elements(hasBox)));
  const from = performance.now();
  cy.elements().forEach((element) => void element.style('opacity'));
  const took = performance.now() - from;
  cy.destroy();
  return took;
}

export function run(): void {
  for (const hasBox of [false, true]) {
    for (const isQuick of [false, true]) {
      const times = Array.from({ length: ROUNDS }, () => timeLook(isQuick, hasBox)).sort((a, b) => a - b);
      const median = times[Math.floor(ROUNDS / 2)] ?? 0;
      console.log(
        `${hasBox ? 'with a box' : 'without boxes'}, ${isQuick ? 'in one go' : 'by the library alone'}`.padEnd(42),
        `${median.toFixed(1)} ms for ${GROUPS + JOINS} elements`,
      );
    }
  }
}
