/** Places the number of each line: on its longest straight piece if there is room, never over a box or another number. */
import type { LineShape } from './lineShape';
import type { Box, Point } from './picture';

/** The text size of the numbers, in units of the picture: as large as a name. */
export const BADGE_SIZE = 12;
const HEIGHT = 17;
const LETTER = 7.4;
const SIDES = 9;
const STEPS = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88];

export interface Lettered {
  id: string;
  label: string;
  shape: LineShape;
}

/**
 * By line, in the order of the lines, so that the same picture always gets the same positions. A number that would overlap a box or another
 * number is left out.
 */
export function placeBadges(lines: readonly Lettered[], boxes: readonly Box[]): Map<string, Box> {
  const placed = new Map<string, Box>();
  for (const { id, label, shape } of lines) {
    const size = { width: label.length * LETTER + SIDES, height: HEIGHT };
    const pieces = shape.isCurved ? [middleOfCurve(shape)] : piecesOf(shape);
    const tries = pieces.flatMap(([a, b]) =>
      STEPS.map((part) => around({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }, size)),
    );
    const taken = [...boxes, ...placed.values()];
    const free = tries.find((box) => !taken.some((other) => overlaps(box, other)));
    if (free !== undefined) placed.set(id, free);
  }
  return placed;
}

/** The centre of a curve's control points. */
function middleOfCurve({ from, to, bends }: LineShape): readonly [Point, Point] {
  const points = [from, ...bends, to];
  const middle = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
  return [middle, middle];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** The longest straight piece first. */
function piecesOf({ from, to, bends }: LineShape): (readonly [Point, Point])[] {
  const points = [from, ...bends, to];
  const pieces = points.slice(1).map((point, at): readonly [Point, Point] => [points[at] ?? from, point]);
  const lengthOf = ([a, b]: readonly [Point, Point]): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
  return pieces.sort((a, b) => lengthOf(b) - lengthOf(a));
}

function around({ x, y }: Point, { width, height }: { width: number; height: number }): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
