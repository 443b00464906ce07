/** Names that are read from afar: the farther away a picture is seen, the larger its landmarks are written, as on a map. */
import type { Core } from 'cytoscape';

/** Nodes of this class are landmarks; they get one of `FAR_STEPS` as a class while they are seen from that far. */
export const LANDMARK = 'landmark';
/** Each step begins below a zoom, the farthest last. */
export const FAR_STEPS = [
  { below: 0.7, name: 'far-1' },
  { below: 0.5, name: 'far-2' },
  { below: 0.36, name: 'far-3' },
] as const;

export type FarStep = (typeof FAR_STEPS)[number]['name'];

const ALL_STEPS = FAR_STEPS.map(({ name }) => name).join(' ');
const HELD = 'distance';

/** Empty from near. */
export function farStepOf(zoom: number): string {
  return FAR_STEPS.filter(({ below }) => zoom < below).at(-1)?.name ?? '';
}

/** Writes the landmarks for how far away they are seen; a landmark that is drawn anew is written anew. */
export function writeLandmarks(cy: Core): void {
  write(cy, farStepOf(cy.zoom()));
}

/** What `take` reads off is written as from near: a file is read at any distance. */
export function asFromNear<Taken>(cy: Core, take: () => Taken): Taken {
  write(cy, '');
  try {
    return take();
  } finally {
    writeLandmarks(cy);
  }
}

function write(cy: Core, step: string): void {
  cy.batch(() => {
    cy.nodes(`.${LANDMARK}`).forEach((node) => {
      if (node.scratch(HELD) === step && (step === '' || node.hasClass(step))) return;
      node.removeClass(ALL_STEPS);
      if (step !== '') node.addClass(step);
      node.scratch(HELD, step);
    });
  });
}
