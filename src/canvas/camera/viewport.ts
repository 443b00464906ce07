/** Which zoom and pan show a picture, in numbers alone. */
import type { Box, Point } from '../model/picture';

export interface Size {
  width: number;
  height: number;
}

export interface Viewport {
  zoom: number;
  pan: Point;
}

/** Pixels that stay free around a picture. */
export const MARGIN = 16;
/** A handful of boxes is not blown up to the size of the window. */
const MOST_ZOOM = 1.6;
/** What is gone to is shown at least this near. */
const READABLE_ZOOM = 1;

/** All of a picture in the middle of the free part of a window. */
export function fitted(picture: Size, free: Size): Viewport {
  const room = { width: Math.max(40, free.width - 2 * MARGIN), height: Math.max(40, free.height - 2 * MARGIN) };
  const zoom = Math.min(MOST_ZOOM, room.width / Math.max(1, picture.width), room.height / Math.max(1, picture.height));
  return { zoom, pan: { x: (free.width - picture.width * zoom) / 2, y: (free.height - picture.height * zoom) / 2 } };
}

/** One thing in the middle, near enough to be read. */
export function closeUp(box: Box, free: Size, zoomNow: number): Viewport {
  const zoom = Math.max(zoomNow, READABLE_ZOOM);
  return {
    zoom,
    pan: { x: free.width / 2 - (box.x + box.width / 2) * zoom, y: free.height / 2 - (box.y + box.height / 2) * zoom },
  };
}

/** Whether a box is in sight, all of it. */
export function isInSight({ x, y, width, height }: Box, { zoom, pan }: Viewport, free: Size): boolean {
  const [left, top] = [x * zoom + pan.x, y * zoom + pan.y];
  return left >= 0 && top >= 0 && left + width * zoom <= free.width && top + height * zoom <= free.height;
}

/** The pixels that a window of this size has for a picture. */
export function roomIn({ width, height }: Size): Size {
  return { width: Math.max(0, width - 2 * MARGIN), height: Math.max(0, height - 2 * MARGIN) };
}
