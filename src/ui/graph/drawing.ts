/** Hands a picture on to Cytoscape with the fewest changes, so that what stays does not flicker or move. */
import type { Core, ElementDefinition } from 'cytoscape';
import { boxesOf, type Marks, type Picture, type PictureEdge, type PictureNode, type Positions } from './picture';

const PADDING_PX = 36;
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

/** Removes what is gone, adds what is new, and brings the rest up to date in place. */
export function drawPicture(cy: Core, picture: Picture, positions: Positions): void {
  const wanted = new Set([...picture.nodes, ...picture.edges].map(({ id }) => id));
  const boxes = boxesOf(picture);
  cy.batch(() => {
    // A box that goes would take with it what lies in it, so that is moved out first.
    for (const { id, parent } of picture.nodes) {
      if (parent === undefined || cy.getElementById(parent).nonempty()) moveInto(cy, id, parent);
    }
    cy.elements().filter((element) => !wanted.has(element.id())).remove();
    const inOrder = [...picture.nodes].sort((a, b) => Number(boxes.has(b.id)) - Number(boxes.has(a.id)));
    for (const node of inOrder) {
      const element = cy.getElementById(node.id);
      if (element.empty()) cy.add(nodeElement(node, positions));
      else {
        element.data({ label: node.label, width: node.width, height: node.height, icon: node.icon });
        element.classes([...node.classes]);
        moveInto(cy, node.id, node.parent);
      }
    }
    for (const edge of picture.edges) {
      const element = cy.getElementById(edge.id);
      if (element.empty()) cy.add(edgeElement(edge));
      else {
        element.data('label', edge.label ?? '');
        element.classes([...edge.classes]);
      }
    }
  });
}

export function placeNodes(cy: Core, positions: Positions): void {
  cy.batch(() => {
    for (const [id, place] of positions) {
      const node = cy.getElementById(id);
      if (node.nonempty() && !node.isParent()) node.position({ ...place });
    }
  });
}

export function drawMarks(cy: Core, marks: Marks): void {
  cy.batch(() => {
    cy.elements().forEach((element) => {
      const wanted = marks.get(element.id())?.join(' ') ?? '';
      const held = (element.scratch(MARKS) as string | undefined) ?? '';
      if (held !== '') element.removeClass(held);
      if (wanted !== '') element.addClass(wanted);
      element.scratch(MARKS, wanted);
    });
  });
}

export function fitInto(cy: Core, isAnimated: boolean): void {
  const all = cy.elements();
  if (all.empty()) return;
  if (isAnimated) cy.animate({ fit: { eles: all, padding: PADDING_PX }, duration: MOVE_MS });
  else cy.fit(all, PADDING_PX);
  // A handful of nodes would be blown up to the size of the window.
  if (!isAnimated && cy.zoom() > 1.2) {
    cy.zoom(1.2);
    cy.center(all);
  }
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
