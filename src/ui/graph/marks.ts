/** Marks on the elements of a picture: classes that come and go with what is chosen. */
import type { Core, EdgeSingular, NodeSingular } from 'cytoscape';
import { inSlices, stepsOf } from './inSlices';
import { note, noted } from './notes';
import type { Marks } from './picture';

const HELD = 'marks';
const FADED = 'faded';
const MARKED_AT_ONCE = 320;

/** How to stop the marks that are still being drawn. */
const marking = new WeakMap<Core, () => void>();

/** What is pointed out comes first; what steps back follows over the next frames. */
export function drawMarks(cy: Core, marks: Marks): void {
  marking.get(cy)?.();
  const first: (() => void)[] = [];
  const rest: (() => void)[] = [];
  cy.elements().forEach((element) => {
    const wanted = marksOf(marks, element.id());
    if (heldBy(element) === wanted) return;
    (wanted === FADED || wanted === '' ? rest : first).push(() => mark(element, wanted));
  });
  const steps = [() => first.forEach((draw) => draw()), ...stepsOf(rest, MARKED_AT_ONCE, (draw) => draw())];
  marking.set(
    cy,
    inSlices(steps, (step) => cy.batch(step)),
  );
}

/** A drawing that goes stops what is still to be drawn of it. */
export function stopMarks(cy: Core): void {
  marking.get(cy)?.();
  marking.delete(cy);
}

/** In one text, as an element holds them. */
export function marksOf(marks: Marks, id: string): string {
  return marks.get(id)?.join(' ') ?? '';
}

/** For an element that is made with these marks among its classes. */
export function markedScratch(marks: string): Record<string, string> {
  return { [HELD]: marks };
}

export function mark(element: NodeSingular | EdgeSingular, wanted: string): void {
  const held = heldBy(element);
  if (held === wanted) return;
  if (held !== '') element.removeClass(held);
  if (wanted !== '') element.addClass(wanted);
  note(element, HELD, wanted);
}

/** After its classes were written anew, marks and all. */
export function forgetMarks(element: NodeSingular | EdgeSingular): void {
  note(element, HELD, '');
}

function heldBy(element: NodeSingular | EdgeSingular): string {
  return (noted(element, HELD) as string | undefined) ?? '';
}
