/** A rectangle drawn over a picture, and what is in it. Pure. */
import type { Viewport } from '@/canvas/camera/viewport';
import type { Box, CanvasNode, Point } from '@/canvas/model/picture';

export interface Size {
  width: number;
  height: number;
}

/** Two opposite corners, in pixels of the window from the canvas' top left corner. */
export function areaBetween(a: Point, b: Point): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

/** Converts pixels of the window to units of the picture. */
export function areaInPicture({ x, y, width, height }: Box, { zoom, pan }: Viewport): Box {
  return {
    x: (x - pan.x) / zoom,
    y: (y - pan.y) / zoom,
    width: width / zoom,
    height: height / zoom,
  };
}

/**
 * Ids of the nodes in an area: a frame or card if all of it is inside, a row or box if its centre is. Leaves out what cannot be selected,
 * and titles and marks, which belong to another node.
 */
export function nodesIn(nodes: readonly CanvasNode[], area: Box): string[] {
  return nodes.flatMap(({ id, layer, box, chooses }) => {
    if (chooses === null || layer === 'title' || layer === 'mark') return [];
    const isIn = layer === 'row' ? holds(area, { x: box.x + box.width / 2, y: box.y + box.height / 2 }) : holdsBox(area, box);
    return isIn ? [id] : [];
  });
}

function holds({ x, y, width, height }: Box, at: Point): boolean {
  return at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height;
}

function holdsBox(area: Box, { x, y, width, height }: Box): boolean {
  return holds(area, { x, y }) && holds(area, { x: x + width, y: y + height });
}

const STEP = 24;
const LEAST = STEP;

/** The start position of an area that is moved by keys: in the middle, a third as wide and high. */
export function middleArea({ width, height }: Size): Box {
  return { x: width / 3, y: height / 3, width: width / 3, height: height / 3 };
}

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** Moves the area by one step within the window, or moves its right and lower sides. Null for a key that does neither. */
export function areaByKey(key: string, isResized: boolean, area: Box, { width, height }: Size): Box | null {
  const step = STEPS[key];
  if (step === undefined) return null;
  if (isResized)
    return {
      ...area,
      width: between(LEAST, area.width + step.x, width - area.x),
      height: between(LEAST, area.height + step.y, height - area.y),
    };
  return {
    ...area,
    x: between(0, area.x + step.x, width - area.width),
    y: between(0, area.y + step.y, height - area.height),
  };
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
