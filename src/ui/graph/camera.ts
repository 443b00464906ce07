/** What part of a picture is in sight: all of it, one thing from near, what a panel has come to lie over. */
import type { Core } from 'cytoscape';
import type { Bounds } from './bounds';
import type { Point, Positions } from './picture';

const PADDING_PX = 36;
/** How far a box reaches beyond what lies in it. */
const BOX_ROOM = 28;
const MOST_ZOOM = 1.2;
const MOVE_MS = 280;
/** Zooming in on one thing goes this close, and no closer. */
const READABLE_ZOOM = 0.9;

export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
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

/** After the window has changed the size, what was in the middle still is. Where it has not, nothing is drawn anew. */
export function keepMiddle(cy: Core): void {
  const before = { width: cy.width(), height: cy.height() };
  const container = cy.container();
  if (container?.clientWidth === before.width && container.clientHeight === before.height) return;
  cy.resize();
  const by = { x: (cy.width() - before.width) / 2, y: (cy.height() - before.height) / 2 };
  if (before.width > 0 && (by.x !== 0 || by.y !== 0)) cy.panBy(by);
}

/** About the middle of what is seen. */
export function zoomBy(cy: Core, factor: number): void {
  const { width, height } = sightOf(cy);
  cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: width / 2, y: height / 2 } });
}

/** Whoever follows how near a picture is seen is told once a movement has come to its end, which may lead over several distances. */
export const ARRIVED = 'arrived';

/** Instead of wherever it is moving to. */
function moveTo(cy: Core, pan: Point, zoom: number, isAnimated = !prefersStillness()): void {
  cy.stop(true);
  if (isAnimated) cy.animate({ zoom, pan, duration: MOVE_MS, complete: () => void cy.emit(ARRIVED) });
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
