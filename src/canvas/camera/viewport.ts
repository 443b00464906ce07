/** Calculates zoom and pan. Pure. */
import type { Box, Point } from '@/canvas/model/picture';

export interface Size {
  width: number;
  height: number;
}

export interface Viewport {
  zoom: number;
  pan: Point;
}

/** The margin around a picture, in pixels. */
export const MARGIN = 16;
/** A few boxes are not enlarged to the size of the window. */
const MOST_ZOOM = 1.6;
/** The smallest zoom at which one thing is shown. */
const READABLE_ZOOM = 1;

/** Below this zoom names are too small to read. */
const LEAST_READABLE_ZOOM = 0.9;

/** A window narrower than this is read from the top, like the page around it. */
const NARROW_BELOW = 600;

/**
 * The viewport that centres a whole picture in the free part of a window; only its top, if all of a high one would be too small to read. In a
 * narrow window the picture begins at the top: above it, empty space would look like something that failed to load.
 */
export function fitted(picture: Size, free: Size): Viewport {
  const room = { width: Math.max(40, free.width - 2 * MARGIN), height: Math.max(40, free.height - 2 * MARGIN) };
  const across = Math.min(MOST_ZOOM, room.width / Math.max(1, picture.width));
  const zoom = Math.min(across, room.height / Math.max(1, picture.height));
  if (zoom < LEAST_READABLE_ZOOM && across >= LEAST_READABLE_ZOOM)
    return { zoom: across, pan: { x: (free.width - picture.width * across) / 2, y: MARGIN } };
  const y = free.width < NARROW_BELOW ? MARGIN : (free.height - picture.height * zoom) / 2;
  return { zoom, pan: { x: (free.width - picture.width * zoom) / 2, y } };
}

/** The viewport that centres one thing, large enough to read. */
export function closeUp(box: Box, free: Size, zoomNow: number): Viewport {
  const zoom = Math.max(zoomNow, READABLE_ZOOM);
  return {
    zoom,
    pan: { x: free.width / 2 - (box.x + box.width / 2) * zoom, y: free.height / 2 - (box.y + box.height / 2) * zoom },
  };
}

/** Whether a whole box is visible. */
export function isInSight({ x, y, width, height }: Box, { zoom, pan }: Viewport, free: Size): boolean {
  const [left, top] = [x * zoom + pan.x, y * zoom + pan.y];
  return left >= 0 && top >= 0 && left + width * zoom <= free.width && top + height * zoom <= free.height;
}

/** The space for a picture in a window of this size, in pixels. */
export function roomIn({ width, height }: Size): Size {
  return { width: Math.max(0, width - 2 * MARGIN), height: Math.max(0, height - 2 * MARGIN) };
}
