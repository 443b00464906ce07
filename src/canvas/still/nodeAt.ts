/** What lies under a point of a picture. Pure. */
import { NODE_LAYERS, type Box, type CanvasNode, type CanvasPicture, type Point } from '@/canvas/model/picture';

/** Half of what is between two cells of a map: a pointer that moves over them is always on one. */
const BESIDE_ROW = 1;

/** The id that a press there selects: that of the foremost node that can be selected, or of the row right beside; null if there is none. */
export function nodeAt({ nodes }: CanvasPicture, point: Point): string | null {
  let found: CanvasNode | null = null;
  let beside: CanvasNode | null = null;
  for (const node of nodes) {
    const { box, chooses, layer } = node;
    if (chooses === null || !isWithin(box, point, BESIDE_ROW)) continue;
    if (!isWithin(box, point, 0)) beside = layer === 'row' ? node : beside;
    else if (found === null || NODE_LAYERS.indexOf(layer) >= NODE_LAYERS.indexOf(found.layer)) found = node;
  }
  const pressed = beside !== null && (found === null || found.layer === 'card' || found.layer === 'frame') ? beside : found;
  return pressed === null ? null : (pressed.chooses ?? pressed.id);
}

function isWithin(box: Box, { x, y }: Point, margin: number): boolean {
  return x >= box.x - margin && y >= box.y - margin && x <= box.x + box.width + margin && y <= box.y + box.height + margin;
}
