/** Where the number of a line stands: on its longest straight piece, beside the numbers of other lines and not on them. */
import type { LineShape } from './lineShape';
import type { Box, Point } from './picture';

/** Of the number, in units of the picture: as large as a name. */
export const BADGE_SIZE = 12;
const HEIGHT = 17;
const LETTER = 7.4;
const SIDES = 9;
const STEPS = [0.5, 0.35, 0.65, 0.2, 0.8];

export interface Lettered {
  id: string;
  label: string;
  shape: LineShape;
}

/** By line; in the order of the lines, so that the same picture has them at the same places. */
export function placeBadges(lines: readonly Lettered[]): Map<string, Box> {
  const placed = new Map<string, Box>();
  for (const { id, label, shape } of lines) {
    const size = { width: label.length * LETTER + SIDES, height: HEIGHT };
    const [a, b] = shape.isCurved ? flat(shape) : longestPiece(shape);
    const tries = STEPS.map((part) => around({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }, size));
    const free = tries.find((box) => ![...placed.values()].some((other) => overlaps(box, other)));
    placed.set(id, free ?? tries[0] ?? around(a, size));
  }
  return placed;
}

/** Around the middle of a curve, which is where its control points balance. */
function flat({ from, to, bends }: LineShape): readonly [Point, Point] {
  const points = [from, ...bends, to];
  const middle = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
  return [middle, middle];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function longestPiece({ from, to, bends }: LineShape): readonly [Point, Point] {
  const points = [from, ...bends, to];
  let best: readonly [Point, Point] = [from, to];
  let longest = -1;
  points.slice(1).forEach((point, at) => {
    const before = points[at] ?? from;
    const length = Math.abs(point.x - before.x) + Math.abs(point.y - before.y);
    if (length > longest) [longest, best] = [length, [before, point]];
  });
  return best;
}

function around({ x, y }: Point, { width, height }: { width: number; height: number }): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
