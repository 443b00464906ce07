/** What is read from afar: the farther away a picture is seen, the larger its landmarks are written, as on a map, and the wider lines among them are drawn. */
import type { Core, EdgeSingular, NodeSingular } from 'cytoscape';
import { inSlices, stepsOf } from './inSlices';
import { note, noted } from './notes';

/** Nodes and lines of this class are landmarks; they get one of `FAR_STEPS` as a class while they are seen from that far. */
export const LANDMARK = 'landmark';
/** Each step begins below a zoom, the farthest last. */
export const FAR_STEPS = [
  { below: 0.7, name: 'far-1' },
  { below: 0.5, name: 'far-2' },
  { below: 0.36, name: 'far-3' },
  { below: 0.24, name: 'far-4' },
] as const;

export type FarStep = (typeof FAR_STEPS)[number]['name'];

const ALL_STEPS = FAR_STEPS.map(({ name }) => name).join(' ');
const HELD = 'distance';

type Landmark = NodeSingular | EdgeSingular;

/** Empty from near. */
export function farStepOf(zoom: number): string {
  return FAR_STEPS.filter(({ below }) => zoom < below).at(-1)?.name ?? '';
}

/** How to stop the landmarks that are still to be written. */
const writing = new WeakMap<Core, () => void>();
const WRITTEN_AT_ONCE = 150;

/** Writes the landmarks for how far away they are seen, those in sight first, the rest of many over the next frames; a landmark that is drawn anew is written anew. */
export function writeLandmarks(cy: Core): void {
  stopLandmarks(cy);
  const step = farStepOf(cy.zoom());
  const { x1, x2, y1, y2 } = cy.extent();
  const inSight = (landmark: Landmark): boolean => {
    if (landmark.isEdge()) return true;
    const { x, y } = landmark.position();
    return x >= x1 && x <= x2 && y >= y1 && y <= y2;
  };
  const wrong = wrongLandmarks(cy, step);
  const inOrder = wrong.length <= WRITTEN_AT_ONCE ? wrong : [...wrong.filter(inSight), ...wrong.filter((landmark) => !inSight(landmark))];
  writing.set(
    cy,
    inSlices(
      stepsOf(inOrder, WRITTEN_AT_ONCE, (landmark) => write(landmark, step)),
      (some) => cy.batch(some),
    ),
  );
}

/** Once the canvas has been drawn from where it is seen now: to draw it and to write names is too much for one frame. */
export function writeLandmarksNext(cy: Core): void {
  stopLandmarks(cy);
  const frame = requestAnimationFrame(() => writeLandmarks(cy));
  writing.set(cy, () => cancelAnimationFrame(frame));
}

/** A drawing that goes stops what is still to be written of it. */
export function stopLandmarks(cy: Core): void {
  writing.get(cy)?.();
  writing.delete(cy);
}

/** The names that `take` reads off are written as from near: a file is read at any distance. */
export function asFromNear<Taken>(cy: Core, take: () => Taken): Taken {
  stopLandmarks(cy);
  cy.batch(() => wrongLandmarks(cy, '').forEach((landmark) => landmark.isNode() && write(landmark, '')));
  try {
    return take();
  } finally {
    writeLandmarks(cy);
  }
}

function wrongLandmarks(cy: Core, step: string): Landmark[] {
  return cy
    .elements(`.${LANDMARK}`)
    .toArray()
    .filter((landmark) => noted(landmark, HELD) !== step || (step !== '' && !landmark.hasClass(step)));
}

function write(landmark: Landmark, step: string): void {
  landmark.removeClass(ALL_STEPS);
  if (step !== '') landmark.addClass(step);
  note(landmark, HELD, step);
}
