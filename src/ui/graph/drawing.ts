/** Hands a picture on to Cytoscape with the fewest changes, so that what stays does not flicker or move. */
import type { CollectionReturnValue, Core, ElementDefinition } from 'cytoscape';
import type { Bounds } from './bounds';
import { inSlices } from './inSlices';
import { boxesOf, type Marks, type Picture, type PictureEdge, type PictureNode, type Point, type Positions } from './picture';

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
const FADED = 'faded';

export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export function claimStyleMark(): void {
  if (document.getElementById(STYLE_MARK) !== null) return;
  const mark = document.createElement('meta');
  mark.id = STYLE_MARK;
  document.head.append(mark);
}

function nodeElement(node: PictureNode, positions: Positions, marks: readonly string[]): ElementDefinition {
  const { id, parent, label, width, height, classes, icon } = node;
  const position = positions.get(id);
  return {
    group: 'nodes',
    scratch: { [DRAWN]: nodeLook(node), [MARKS]: marks.join(' ') },
    data: { id, label, width, height, ...(parent === undefined ? {} : { parent }), ...(icon === undefined ? {} : { icon }) },
    classes: [...classes, ...marks],
    ...(position === undefined ? {} : { position: { ...position } }),
  };
}

function edgeElement(edge: PictureEdge, marks: readonly string[]): ElementDefinition {
  const { id, source, target, classes, label } = edge;
  return { group: 'edges', scratch: { [DRAWN]: edgeLook(edge), [MARKS]: marks.join(' ') }, data: { id, source, target, label: label ?? '' }, classes: [...classes, ...marks] };
}

function moveInto(cy: Core, id: string, parent: string | undefined): void {
  const node = cy.getElementById(id);
  if (node.empty()) return;
  const held = node.parent();
  if ((held.empty() ? undefined : held.first().id()) !== parent) node.move({ parent: parent ?? null });
}

/** What is added in one go, an edge counting one, since each go draws the whole picture again; the rest comes a frame later, so that nothing else has to wait for a large picture. The first picture comes while the page itself is still being built. */
const WEIGHT_AT_ONCE = { first: 240, later: 480 };
const NODE_WEIGHT = 3;
const MARKED_AT_ONCE = 320;
const DRAWN = 'drawn';

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
  const added: ElementDefinition[] = [];
  const moved: PictureNode[] = [];
  const isFirst = cy.elements().empty();
  const gone = cy.elements().filter((element) => !wanted.has(element.id()));
  cy.batch(() => {
    // A box that goes would take with it what lies in it, so that is moved out first.
    for (const { id, parent } of picture.nodes) {
      if (parent === undefined || cy.getElementById(parent).nonempty()) moveInto(cy, id, parent);
    }
    gone.remove();
    const inOrder = [...picture.nodes].sort((a, b) => Number(boxes.has(b.id)) - Number(boxes.has(a.id)));
    for (const node of inOrder) {
      const element = cy.getElementById(node.id);
      if (element.empty()) added.push(nodeElement(node, positions, marks.get(node.id) ?? []));
      else if (!updateNode(cy, element, node)) moved.push(node);
    }
    for (const edge of picture.edges) {
      const element = cy.getElementById(edge.id);
      if (element.empty()) added.push(edgeElement(edge, marks.get(edge.id) ?? []));
      else updateEdge(element, edge);
    }
  });
  const additions = slicesOf(added, isFirst ? WEIGHT_AT_ONCE.first : WEIGHT_AT_ONCE.later).map((slice) => () => void cy.add(slice));
  const moves = moved.length === 0 ? [] : [() => moved.forEach(({ id, parent }) => moveInto(cy, id, parent))];
  // Where more is added than at once, what was pressed is seen to be taken first.
  const steps = [...(additions.length > 1 ? [() => undefined] : []), ...additions, ...moves];
  return drawInSteps(cy, steps.length === 0 ? [() => undefined] : steps, done);
}

/** False where its box is among those that are still to come. */
function updateNode(cy: Core, element: CollectionReturnValue, node: PictureNode): boolean {
  const look = nodeLook(node);
  if (element.scratch(DRAWN) !== look) {
    element.data({ label: node.label, width: node.width, height: node.height, icon: node.icon });
    element.classes([...node.classes]);
    element.scratch(DRAWN, look).scratch(MARKS, '');
  }
  const isThere = node.parent === undefined || cy.getElementById(node.parent).nonempty();
  if (isThere) moveInto(cy, node.id, node.parent);
  return isThere;
}

function updateEdge(element: CollectionReturnValue, edge: PictureEdge): void {
  const look = edgeLook(edge);
  if (element.scratch(DRAWN) === look) return;
  element.data('label', edge.label ?? '');
  element.classes([...edge.classes]);
  element.scratch(DRAWN, look).scratch(MARKS, '');
}

/** A node has words and an icon to be measured, an edge seldom. */
function slicesOf(elements: readonly ElementDefinition[], atOnce: number): ElementDefinition[][] {
  const slices: ElementDefinition[][] = [];
  let room = 0;
  for (const element of elements) {
    if (room <= 0) {
      slices.push([]);
      room = atOnce;
    }
    slices.at(-1)?.push(element);
    room -= element.group === 'nodes' ? NODE_WEIGHT : 1;
  }
  return slices;
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
  const stop = inSlices(steps, (step) => {
    cy.batch(step);
    done();
    if (step === steps.at(-1)) frame = requestAnimationFrame(() => cy.container()?.setAttribute('data-drawn', 'true'));
  });
  return () => {
    stop();
    cancelAnimationFrame(frame);
  };
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

/** How to stop the marks that are still being drawn. */
const marking = new WeakMap<Core, () => void>();

/** What is pointed out comes first; what steps back follows over the next frames. */
export function drawMarks(cy: Core, marks: Marks): void {
  marking.get(cy)?.();
  const first: (() => void)[] = [];
  const rest: (() => void)[] = [];
  cy.elements().forEach((element) => {
    const wanted = marks.get(element.id())?.join(' ') ?? '';
    const held = (element.scratch(MARKS) as string | undefined) ?? '';
    if (held === wanted) return;
    const mark = (): void => {
      if (held !== '') element.removeClass(held);
      if (wanted !== '') element.addClass(wanted);
      element.scratch(MARKS, wanted);
    };
    (wanted === FADED || wanted === '' ? rest : first).push(mark);
  });
  const slices = Array.from({ length: Math.ceil(rest.length / MARKED_AT_ONCE) }, (_, at) => () => rest.slice(at * MARKED_AT_ONCE, (at + 1) * MARKED_AT_ONCE).forEach((mark) => mark()));
  marking.set(cy, inSlices([() => first.forEach((mark) => mark()), ...slices], (step) => cy.batch(step)));
}

/** A drawing that goes stops what is still to be drawn of it. */
export function stopMarks(cy: Core): void {
  marking.get(cy)?.();
  marking.delete(cy);
}

/** In pixels of the canvas: its left part, where no panel lies over it. */
export function sightOf(cy: Core): { width: number; height: number } {
  const container = cy.container();
  const covered = container === null ? 0 : Number.parseFloat(getComputedStyle(container).getPropertyValue('--covered'));
  return { width: Math.max(0, cy.width() - (Number.isNaN(covered) ? 0 : covered)), height: cy.height() };
}

/** Where the canvas has to lie so that this place of the picture is in the middle of what is seen. */
export function panTo(cy: Core, place: Point, zoom: number): Point {
  const sight = sightOf(cy);
  return { x: sight.width / 2 - place.x * zoom, y: sight.height / 2 - place.y * zoom };
}

/** All of the picture in sight; a handful of nodes is not blown up to the size of the window. */
export function fitInto(cy: Core, bounds: Bounds | null, isAnimated: boolean): void {
  if (bounds === null || cy.width() === 0) return;
  const sight = sightOf(cy);
  const room = { width: Math.max(40, sight.width - 2 * PADDING_PX), height: Math.max(40, sight.height - 2 * PADDING_PX) };
  const size = { width: bounds.width + 2 * BOX_ROOM, height: bounds.height + 2 * BOX_ROOM };
  const zoom = Math.min(MOST_ZOOM, Math.max(cy.minZoom(), Math.min(room.width / size.width, room.height / size.height)));
  const pan = panTo(cy, { x: bounds.left + bounds.width / 2, y: bounds.top + bounds.height / 2 }, zoom);
  moveTo(cy, pan, zoom, isAnimated);
}

/** After the window has changed the size, what was in the middle still is. */
export function keepMiddle(cy: Core): void {
  const before = { width: cy.width(), height: cy.height() };
  cy.resize();
  const by = { x: (cy.width() - before.width) / 2, y: (cy.height() - before.height) / 2 };
  if (before.width > 0 && (by.x !== 0 || by.y !== 0)) cy.panBy(by);
}

/** About the middle of what is seen. */
export function zoomBy(cy: Core, factor: number): void {
  const { width, height } = sightOf(cy);
  cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: width / 2, y: height / 2 } });
}

/** Instead of wherever it is moving to. */
function moveTo(cy: Core, pan: Point, zoom: number, isAnimated = !prefersStillness()): void {
  cy.stop(true);
  if (isAnimated) cy.animate({ zoom, pan, duration: MOVE_MS });
  else cy.viewport({ zoom, pan });
}

function closeUp(cy: Core, place: Point): { pan: Point; zoom: number } {
  const zoom = Math.max(cy.zoom(), READABLE_ZOOM);
  return { pan: panTo(cy, place, zoom), zoom };
}

/** Where it is, or will be once it is drawn; of a box, which has no place of its own, the middle. */
export function focusOn(cy: Core, id: string, positions: Positions): void {
  const node = cy.getElementById(id);
  const place = positions.get(id) ?? (node.empty() ? undefined : node.position());
  if (place === undefined) return;
  const { pan, zoom } = closeUp(cy, place);
  moveTo(cy, pan, zoom);
}

/** At once, and also before it is drawn. Where the whole can be read already it stays in view. */
export function startAt(cy: Core, place: Point): void {
  if (cy.zoom() >= READABLE_ZOOM) return;
  const { pan, zoom } = closeUp(cy, place);
  moveTo(cy, pan, zoom, false);
}

/** What a panel has come to lie over is moved beside it, no further than needed; the rest stays where it is. */
export function uncover(cy: Core, id: string): void {
  const node = cy.getElementById(id);
  if (node.empty()) return;
  const { x2, w } = node.renderedBoundingBox({});
  const { width } = sightOf(cy);
  const by = x2 + PADDING_PX - width;
  // What is wider than the place beside the panel is not moved out of it to the left.
  if (by > 0 && w + 2 * PADDING_PX < width) moveTo(cy, { x: cy.pan().x - by, y: cy.pan().y }, cy.zoom());
}
