/** The paths of a picture's lines and the positions of their numbers, for canvas and files. */
import { placeBadges } from './badges';
import { shapeOf, type LineShape } from './lineShape';
import type { Box, CanvasLine, CanvasPicture } from './picture';

export interface DrawnShapes {
  /** Lines whose two ends are both in the picture. */
  lines: readonly CanvasLine[];
  boxes: ReadonlyMap<string, Box>;
  shapes: ReadonlyMap<string, LineShape>;
  badges: ReadonlyMap<string, Box>;
}

export function drawnShapes({ nodes, lines: given }: Pick<CanvasPicture, 'nodes' | 'lines'>): DrawnShapes {
  const boxes = new Map(nodes.map(({ id, box }) => [id, box]));
  const lines: CanvasLine[] = [];
  const shapes = new Map<string, LineShape>();
  for (const line of given) {
    const [from, to] = [boxes.get(line.from), boxes.get(line.to)];
    if (from === undefined || to === undefined) continue;
    lines.push(line);
    shapes.set(line.id, shapeOf(line, from, to));
  }
  // A frame only surrounds things, so it is no obstacle; its title is.
  const obstacles = nodes.flatMap(({ layer, box }) => (layer === 'card' || layer === 'row' || layer === 'title' ? [box] : []));
  const lettered = lines.flatMap(({ id, label = '' }) => {
    const shape = shapes.get(id);
    return label === '' || shape === undefined ? [] : [{ id, label, shape }];
  });
  return { lines, boxes, shapes, badges: placeBadges(lettered, obstacles) };
}
