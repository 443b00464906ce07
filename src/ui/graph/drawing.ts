/** Hands a picture on to Cytoscape with the fewest changes, so that what stays does not flicker or move. */
import type { Core, EdgeSingular, ElementDefinition, NodeSingular } from 'cytoscape';
import { inSlices } from './inSlices';
import { forgetMarks, mark, markedScratch, marksOf } from './marks';
import { note, noted } from './notes';
import { boxesOf, type Marks, type Picture, type PictureEdge, type PictureNode, type Point, type Positions } from './picture';
import { keptEdge, keptNode, putAway } from './putAway';
import { isQuiet } from './quiet';

/** Cytoscape adds a style element unless it finds its mark; the page's policy forbids that, and our stylesheet says the same. */
const STYLE_MARK = '__________cytoscape_stylesheet';

export function claimStyleMark(): void {
  if (document.getElementById(STYLE_MARK) !== null) return;
  const mark = document.createElement('meta');
  mark.id = STYLE_MARK;
  document.head.append(mark);
}

/** What comes into a picture: made anew, or brought back as it went and brought up to date. */
type Coming = { weight: number } & ({ made: ElementDefinition } | { kept: NodeSingular | EdgeSingular; update(): void });

/** What comes in one go, since each go draws the whole picture again; the rest comes a frame later, so that nothing else has to wait for a large picture. The first picture comes while the page itself is still being built, and the browser only then compiles how to draw; the first go on a canvas makes the canvas itself. What nobody sees yet has time, and must not hold up what is pressed meanwhile. */
const WEIGHT_AT_ONCE = { firstPicture: 270, firstGo: 360, later: 700, unseen: 195 };
/** Whether a picture was drawn since the page was loaded. */
let isDrawnBefore = false;
/** A node has words and an icon to be measured, an edge seldom; what comes back was measured before. */
const WEIGHTS = { node: 4.5, edge: 1.5, keptNode: 1, keptEdge: 0.4 };
const DRAWN = 'drawn';
/** Told once all of a picture is drawn. */
export const DRAWN_EVENT = 'picturedrawn';

/** What an element shows, in one text: nothing is handed to Cytoscape that it shows already. */
function nodeLook({ label, width, height, icon, classes }: PictureNode): string {
  return `${label}\n${width} ${height} ${icon ?? ''} ${classes.join(' ')}`;
}

function edgeLook({ label, classes }: PictureEdge): string {
  return `${label ?? ''}\n${classes.join(' ')}`;
}

/** Removes what is gone, brings the rest up to date in place and adds what is new with the marks that it will have, a slice a frame. Answers how to stop that; `done` follows each slice. */
export function drawPicture(cy: Core, picture: Picture, positions: Positions, marks: Marks, done: () => void): () => void {
  const wanted = new Set([...picture.nodes, ...picture.edges].map(({ id }) => id));
  const boxes = boxesOf(picture);
  const coming: Coming[] = [];
  const moved: PictureNode[] = [];
  const gone = cy.elements().filter((element) => !wanted.has(element.id()));
  cy.batch(() => {
    // A box that goes would take with it what lies in it, so that is moved out first.
    for (const { id, parent } of picture.nodes) {
      if (parent === undefined || cy.getElementById(parent).nonempty()) moveInto(cy, id, parent);
    }
    putAway(cy, gone);
    const inOrder = [...picture.nodes].sort((a, b) => Number(boxes.has(b.id)) - Number(boxes.has(a.id)));
    for (const node of inOrder) {
      const element = cy.getElementById(node.id);
      if (element.empty()) coming.push(comingNode(cy, node, positions, marksOf(marks, node.id)));
      else if (!updateNode(cy, element, node)) moved.push(node);
    }
    for (const edge of picture.edges) {
      const element = cy.getElementById(edge.id);
      if (element.empty()) coming.push(comingEdge(cy, edge, marksOf(marks, edge.id)));
      else updateEdge(element, edge);
    }
  });
  const { firstPicture, firstGo, later, unseen } = WEIGHT_AT_ONCE;
  const isNew = cy.elements().empty();
  const isUnseen = isOutOfSight(cy);
  const additions = slicesOf(coming, (at) => (isUnseen ? unseen : !isDrawnBefore ? firstPicture : at === 0 && isNew ? firstGo : later)).map(
    (slice) => () => bringIn(cy, slice),
  );
  const moves = moved.length === 0 ? [] : [() => moved.forEach(({ id, parent }) => moveInto(cy, id, parent))];
  // Where more is added than at once, what was pressed is seen to be taken first.
  const steps = [...(additions.length > 1 ? [() => undefined] : []), ...additions, ...moves];
  return drawInSteps(cy, steps.length === 0 ? [() => undefined] : steps, done);
}

function isOutOfSight(cy: Core): boolean {
  return (cy.container()?.closest('[inert]') ?? null) !== null;
}

function comingNode(cy: Core, node: PictureNode, positions: Positions, marks: string): Coming {
  const { id, parent, label, width, height, classes, icon } = node;
  const position = positions.get(id);
  const kept = keptNode(cy, id);
  if (kept !== null) {
    const update = (): void => {
      updateNode(cy, kept, node);
      mark(kept, marks);
      placeNode(kept, position);
    };
    return { weight: WEIGHTS.keptNode, kept, update };
  }
  const made: ElementDefinition = {
    group: 'nodes',
    scratch: { [DRAWN]: nodeLook(node), ...markedScratch(marks) },
    data: { id, label, width, height, ...(parent === undefined ? {} : { parent }), ...(icon === undefined ? {} : { icon }) },
    classes: `${classes.join(' ')} ${marks}`,
    ...(position === undefined ? {} : { position: { ...position } }),
  };
  return { weight: WEIGHTS.node, made };
}

function comingEdge(cy: Core, edge: PictureEdge, marks: string): Coming {
  const kept = keptEdge(cy, edge);
  if (kept !== null) {
    const update = (): void => {
      updateEdge(kept, edge);
      mark(kept, marks);
    };
    return { weight: WEIGHTS.keptEdge, kept, update };
  }
  const { id, source, target, classes, label } = edge;
  return {
    weight: WEIGHTS.edge,
    made: {
      group: 'edges',
      scratch: { [DRAWN]: edgeLook(edge), ...markedScratch(marks) },
      data: { id, source, target, label: label ?? '' },
      classes: `${classes.join(' ')} ${marks}`,
    },
  };
}

/** Nodes before the edges that join them. */
function bringIn(cy: Core, slice: readonly Coming[]): void {
  const back = slice.flatMap((coming) => ('kept' in coming ? [coming] : []));
  const restore = (group: 'nodes' | 'edges'): void =>
    void back.reduce((all, { kept }) => (kept.group() === group ? all.merge(kept) : all), cy.collection()).restore();
  restore('nodes');
  cy.add(slice.flatMap((coming) => ('made' in coming ? [coming.made] : [])));
  restore('edges');
  for (const { update } of back) update();
}

function slicesOf(coming: readonly Coming[], atOnce: (slice: number) => number): Coming[][] {
  const slices: Coming[][] = [];
  let room = 0;
  for (const one of coming) {
    if (room <= 0) {
      room = atOnce(slices.length);
      slices.push([]);
    }
    slices.at(-1)?.push(one);
    room -= one.weight;
  }
  return slices;
}

function moveInto(cy: Core, id: string, parent: string | undefined): void {
  const node = cy.getElementById(id);
  if (node.empty()) return;
  // The library keeps it in step.
  const held = node.data('parent') as string | null | undefined;
  if ((held ?? undefined) !== parent) node.move({ parent: parent ?? null });
}

/** False where its box is among those that are still to come. */
function updateNode(cy: Core, element: NodeSingular, node: PictureNode): boolean {
  const look = nodeLook(node);
  if (noted(element, DRAWN) !== look) {
    element.data({ label: node.label, width: node.width, height: node.height, icon: node.icon });
    element.classes([...node.classes]);
    note(element, DRAWN, look);
    forgetMarks(element);
  }
  const isThere = node.parent === undefined || cy.getElementById(node.parent).nonempty();
  if (isThere) moveInto(cy, node.id, node.parent);
  return isThere;
}

function updateEdge(element: EdgeSingular, edge: PictureEdge): void {
  const look = edgeLook(edge);
  if (noted(element, DRAWN) === look) return;
  element.data('label', edge.label ?? '');
  element.classes([...edge.classes]);
  note(element, DRAWN, look);
  forgetMarks(element);
}

/** Whoever looks from outside can see whether all of it is drawn: that is from the next frame on, which Cytoscape draws it in. */
export function markUndrawn(cy: Core): void {
  const container = cy.container();
  if (container !== null) container.dataset.drawn = 'false';
}

/** Boxes are the first that are added. */
function drawInSteps(cy: Core, steps: readonly (() => void)[], done: () => void): () => void {
  markUndrawn(cy);
  let frame = 0;
  const draw = (step: () => void): void => {
    cy.batch(step);
    done();
    if (step !== steps.at(-1)) return;
    frame = requestAnimationFrame(() => {
      cy.container()?.setAttribute('data-drawn', 'true');
      isDrawnBefore ||= cy.elements().nonempty();
      cy.emit(DRAWN_EVENT);
    });
  };
  const stop = inSlices(steps, draw, () => !isOutOfSight(cy) || isQuiet());
  return () => {
    stop();
    cancelAnimationFrame(frame);
  };
}

export function placeNodes(cy: Core, positions: Positions): void {
  cy.batch(() => {
    for (const [id, place] of positions) {
      const node = cy.getElementById(id);
      if (node.nonempty() && !node.isParent()) placeNode(node, place);
    }
  });
}

function placeNode(node: NodeSingular, place: Point | undefined): void {
  if (place === undefined) return;
  const { x, y } = node.position();
  if (x !== place.x || y !== place.y) node.position({ ...place });
}
