/** The path of a line from border to border, derived from its two ends if the line itself gives no points. */
import type { Box, CanvasLine, Point } from './picture';

export interface LineShape {
  from: Point;
  to: Point;
  /** Corners of straight pieces, or the control points of a curve. */
  bends: readonly Point[];
  isCurved: boolean;
}

/** The least distance that a curve swings out sideways. */
const LEAST_SWING = 36;

export function shapeOf({ points, isCurved = false }: CanvasLine, from: Box, to: Box): LineShape {
  const [first, ...others] = points;
  const last = others.pop();
  if (first !== undefined && last !== undefined) return { from: first, to: last, bends: others, isCurved };
  return isCurved ? sideways(from, to) : straight(from, to);
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Leaves at one side and arrives at the facing side; if one box is above the other, both ends are at the right. */
function sideways(from: Box, to: Box): LineShape {
  const [a, b] = [middleOf(from), middleOf(to)];
  const isAfter = to.x >= from.x + from.width;
  const isBefore = to.x + to.width <= from.x;
  const start = { x: isBefore ? from.x : from.x + from.width, y: a.y };
  const end = { x: isAfter ? to.x : to.x + to.width, y: b.y };
  const swing = Math.max(LEAST_SWING, Math.abs(end.x - start.x) / 2);
  const bends = [
    { x: start.x + (isBefore ? -swing : swing), y: start.y },
    { x: end.x + (isAfter ? -swing : swing), y: end.y },
  ];
  return { from: start, to: end, bends, isCurved: true };
}

function straight(from: Box, to: Box): LineShape {
  const [a, b] = [middleOf(from), middleOf(to)];
  return { from: onBorder(from, b), to: onBorder(to, a), bends: [], isCurved: false };
}

/** Where the line from the centre of a box to a point crosses its border. */
function onBorder(box: Box, towards: Point): Point {
  const middle = middleOf(box);
  const [dx, dy] = [towards.x - middle.x, towards.y - middle.y];
  const reach = Math.max(Math.abs(dx) / Math.max(1, box.width / 2), Math.abs(dy) / Math.max(1, box.height / 2));
  return reach <= 1 ? middle : { x: middle.x + dx / reach, y: middle.y + dy / reach };
}

/** Each point as a fraction of the line's length (0 to 1) and its distance to the right of the line: the format of Cytoscape's segments. */
export function relativeTo({ from, to, bends }: LineShape): { weights: number[]; distances: number[] } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  return {
    weights: bends.map(({ x, y }) => ((x - from.x) * dx + (y - from.y) * dy) / length ** 2),
    distances: bends.map(({ x, y }) => ((y - from.y) * dx - (x - from.x) * dy) / length),
  };
}
