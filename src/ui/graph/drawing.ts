/** Hands a picture on to Cytoscape with the fewest changes, so that what stays does not flicker or move. */
import type { CollectionReturnValue, Core, ElementDefinition } from 'cytoscape';
import type { Bounds } from './bounds';
import { boxesOf, type Marks, type Picture, type PictureEdge, type PictureNode, type Positions } from './picture';

const PADDING_PX = 36;
/** How far a box reaches beyond what lies in it. */
const BOX_ROOM = 28;
const MOST_ZOOM = 1.2;
const MOVE_MS = 280;
/** Zooming in on one thing goes this close, and no closer. */
const READABLE_ZOOM = 0.9;
/** Cytoscape adds a style element unless it finds its mark; the page's policy forbids that, and our stylesheet says the same. */
const STYLE_MARK = '__________cytoscape_stylesheet';
const MARKS = 'marks';

export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export function claimStyleMark(): void {
  if (document.getElementById(STYLE_MARK) !== null) return;
  const mark = document.createElement('meta');
  mark.id = STYLE_MARK;
  document.head.append(mark);
}

function nodeElement({ id, parent, label, width, height, classes, icon }: PictureNode, positions: Positions): ElementDefinition {
  const position = positions.get(id);
  return {
    group: 'nodes',
    data: { id, label, width, height, ...(parent === undefined ? {} : { parent }), ...(icon === undefined ? {} : { icon }) },
    classes: [...classes],
    ...(position === undefined ? {} : { position: { ...position } }),
  };
}

function edgeElement({ id, source, target, classes, label }: PictureEdge): ElementDefinition {
  return { group: 'edges', data: { id, source, target, label: label ?? '' }, classes: [...classes] };
}

function moveInto(cy: Core, id: string, parent: string | undefined): void {
  const node = cy.getElementById(id);
  if (node.empty()) return;
  const held = node.parent();
  if ((held.empty() ? undefined : held.first().id()) !== parent) node.move({ parent: parent ?? null });
}

/** Elements added in one go; more of them come a frame later, so that nothing else has to wait for a large picture. */
const SLICE = 120;
const DRAWN = 'drawn';

/** What an element shows, in one text: nothing is handed to Cytoscape that it shows already. */
function nodeLook({ label, width, height, icon, classes }: PictureNode): string {
  return `${label}\n${width} ${height} ${icon ?? ''} ${classes.join(' ')}`;
}

function edgeLook({ label, classes }: PictureEdge): string {
  return `${label ?? ''}\n${classes.join(' ')}`;
}

/** Removes what is gone, brings the rest up to date in place and adds what is new, a slice a frame. Answers how to stop that; `done` follows each slice. */
export function drawPicture(cy: Core, picture: Picture, positions: Positions, done: () => void): () => void {
  const wanted = new Set([...picture.nodes, ...picture.edges].map(({ id }) => id));
  const boxes = boxesOf(picture);
  const added: (() => void)[] = [];
  cy.batch(() => {
    // A box that goes would take with it what lies in it, so that is moved out first.
    for (const { id, parent } of picture.nodes) {
      if (parent === undefined || cy.getElementById(parent).nonempty()) moveInto(cy, id, parent);
    }
    cy.elements().filter((element) => !wanted.has(element.id())).remove();
    const inOrder = [...picture.nodes].sort((a, b) => Number(boxes.has(b.id)) - Number(boxes.has(a.id)));
    for (const node of inOrder) {
      const element = cy.getElementById(node.id);
      if (element.empty()) added.push(() => cy.add(nodeElement(node, positions)).scratch(DRAWN, nodeLook(node)));
      else updateNode(cy, element, node, added);
    }
    for (const edge of picture.edges) {
      const element = cy.getElementById(edge.id);
      const look = edgeLook(edge);
      if (element.empty()) added.push(() => cy.add(edgeElement(edge)).scratch(DRAWN, look));
      else if (element.scratch(DRAWN) !== look) {
        element.data('label', edge.label ?? '');
        element.classes([...edge.classes]);
        element.scratch(DRAWN, look).scratch(MARKS, '');
      }
    }
  });
  return addInSlices(cy, added, done);
}

function updateNode(cy: Core, element: CollectionReturnValue, node: PictureNode, added: (() => void)[]): void {
  const look = nodeLook(node);
  if (element.scratch(DRAWN) !== look) {
    element.data({ label: node.label, width: node.width, height: node.height, icon: node.icon });
    element.classes([...node.classes]);
    element.scratch(DRAWN, look).scratch(MARKS, '');
  }
  // Its box may be among those that are still to come.
  if (node.parent === undefined || cy.getElementById(node.parent).nonempty()) moveInto(cy, node.id, node.parent);
  else added.push(() => moveInto(cy, node.id, node.parent));
}

function addInSlices(cy: Core, added: readonly (() => void)[], done: () => void): () => void {
  let frame = 0;
  const from = (start: number): void => {
    cy.batch(() => added.slice(start, start + SLICE).forEach((add) => add()));
    done();
    if (start + SLICE < added.length) frame = requestAnimationFrame(() => from(start + SLICE));
  };
  from(0);
  return () => cancelAnimationFrame(frame);
}

export function placeNodes(cy: Core, positions: Positions): void {
  cy.batch(() => {
    for (const [id, place] of positions) {
      const node = cy.getElementById(id);
      if (node.empty() || node.isParent()) continue;
      const held = node.position();
      if (held.x !== place.x || held.y !== place.y) node.position({ ...place });
    }
  });
}

export function drawMarks(cy: Core, marks: Marks): void {
  cy.batch(() => {
    cy.elements().forEach((element) => {
      const wanted = marks.get(element.id())?.join(' ') ?? '';
      const held = (element.scratch(MARKS) as string | undefined) ?? '';
      if (held === wanted) return;
      if (held !== '') element.removeClass(held);
      if (wanted !== '') element.addClass(wanted);
      element.scratch(MARKS, wanted);
    });
  });
}

/** All of the picture in sight; a handful of nodes is not blown up to the size of the window. */
export function fitInto(cy: Core, bounds: Bounds | null, isAnimated: boolean): void {
  if (bounds === null || cy.width() === 0) return;
  const room = { width: Math.max(40, cy.width() - 2 * PADDING_PX), height: Math.max(40, cy.height() - 2 * PADDING_PX) };
  const size = { width: bounds.width + 2 * BOX_ROOM, height: bounds.height + 2 * BOX_ROOM };
  const zoom = Math.min(MOST_ZOOM, Math.max(cy.minZoom(), Math.min(room.width / size.width, room.height / size.height)));
  const pan = { x: cy.width() / 2 - (bounds.left + bounds.width / 2) * zoom, y: cy.height() / 2 - (bounds.top + bounds.height / 2) * zoom };
  if (isAnimated) cy.animate({ zoom, pan, duration: MOVE_MS });
  else cy.viewport({ zoom, pan });
}

/** After the window or a panel has changed the size, what was in the middle still is. */
export function keepMiddle(cy: Core): void {
  const before = { width: cy.width(), height: cy.height() };
  cy.resize();
  const by = { x: (cy.width() - before.width) / 2, y: (cy.height() - before.height) / 2 };
  if (before.width > 0 && (by.x !== 0 || by.y !== 0)) cy.panBy(by);
}

/** About the middle of what is seen. */
export function zoomBy(cy: Core, factor: number): void {
  cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
}

export function focusOn(cy: Core, id: string): void {
  const node = cy.getElementById(id);
  if (node.empty()) return;
  const zoom = Math.max(cy.zoom(), READABLE_ZOOM);
  if (prefersStillness()) {
    cy.zoom(zoom);
    cy.center(node);
  } else cy.animate({ center: { eles: node }, zoom, duration: MOVE_MS });
}
