/** Checks the guarantees of a layout, no matter how it was made. */
import type { Box, Layout, PlanLine, Point, Size } from './layoutPlan';

/** For rounding errors, in units. */
const TOLERANCE = 0.01;

/**
 * Nothing overlaps or is outside the picture. Every line ends on the borders of the boxes that it connects, within its bands, consists of horizontal and
 * vertical pieces, avoids all other boxes, and does not enter its own.
 */
export function isSound({ size, boxes, routes }: Layout, nodes: readonly (Size & { id: string })[], lines: readonly PlanLine[]): boolean {
  const placed = nodes.map(({ id }) => boxes[id]);
  if (!placed.every((box) => box !== undefined && isWithin(box, size))) return false;
  const all = placed.flatMap((box) => (box === undefined ? [] : [box]));
  if (all.some((box, place) => all.slice(place + 1).some((other) => overlaps(box, other)))) return false;
  return lines.every(({ id, from, to, fromBand, toBand }) => {
    const [points, start, end] = [routes[id], boxes[from], boxes[to]];
    if (points === undefined || start === undefined || end === undefined || points.length < 2) return false;
    if (!isOnBorder(points[0], bandOf(start, fromBand)) || !isOnBorder(points.at(-1), bandOf(end, toBand))) return false;
    return pieces(points).every(
      (piece) => isWithin(piece, size) && (piece.width < TOLERANCE || piece.height < TOLERANCE) && !all.some((box) => overlaps(piece, box)),
    );
  });
}

function bandOf(box: Box, band: PlanLine['fromBand']): Box {
  return band == null ? box : { ...box, y: box.y + band.top, height: band.height };
}

function pieces(points: readonly Point[]): Box[] {
  return points.slice(1).map((point, place) => {
    const before = points[place] ?? point;
    const [x, y] = [Math.min(before.x, point.x), Math.min(before.y, point.y)];
    return { x, y, width: Math.abs(point.x - before.x), height: Math.abs(point.y - before.y) };
  });
}

function isWithin({ x, y, width, height }: Box, size: Size): boolean {
  return x >= -TOLERANCE && y >= -TOLERANCE && x + width <= size.width + TOLERANCE && y + height <= size.height + TOLERANCE;
}

/** Touching does not count. A line is a box without width or height. */
function overlaps(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.width - TOLERANCE &&
    b.x < a.x + a.width - TOLERANCE &&
    a.y < b.y + b.height - TOLERANCE &&
    b.y < a.y + a.height - TOLERANCE
  );
}

function isOnBorder(point: Point | undefined, { x, y, width, height }: Box): boolean {
  if (point === undefined) return false;
  const isBetween = (value: number, from: number, length: number): boolean =>
    value >= from - TOLERANCE && value <= from + length + TOLERANCE;
  const isAt = (value: number, side: number): boolean => Math.abs(value - side) <= TOLERANCE;
  if (!isBetween(point.x, x, width) || !isBetween(point.y, y, height)) return false;
  return isAt(point.x, x) || isAt(point.x, x + width) || isAt(point.y, y) || isAt(point.y, y + height);
}
