/** What lies under a point of a picture. Pure. */
import { NODE_LAYERS, type CanvasNode, type CanvasPicture, type Point } from '../model/picture';

/** The id that a press there selects: that of the foremost node that can be selected; null if there is none. */
export function nodeAt({ nodes }: CanvasPicture, { x, y }: Point): string | null {
  let found: CanvasNode | null = null;
  for (const node of nodes) {
    const { box, chooses, layer } = node;
    if (chooses === null || x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) continue;
    if (found === null || NODE_LAYERS.indexOf(layer) >= NODE_LAYERS.indexOf(found.layer)) found = node;
  }
  return found === null ? null : (found.chooses ?? found.id);
}
