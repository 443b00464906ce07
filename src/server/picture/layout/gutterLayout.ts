/**
 * Lays out boxes in a grid, with lines in the gutters between them. Every line leaves sideways, runs only in gutters and arrives sideways,
 * so it can never cross a box.
 */
import { append } from '@/plain/grouped';
import { CLEARANCE, GAP, MARGIN, TRACK, type Band, type Box, type Layout, type PlanLine, type Point, type Size } from './layoutPlan';
import { layersOf } from './layers';
import { assignTracks, type Run } from './tracks';

interface Sized extends Size {
  id: string;
}

interface Cell {
  column: number;
  row: number;
}

interface Route {
  line: PlanLine;
  from: Cell;
  to: Cell;
  /** Whether it leaves or arrives at the right side. */
  leavesRight: boolean;
  arrivesRight: boolean;
  first: Run;
  /** For lines between columns that are not adjacent. */
  across: Run | null;
  last: Run;
}

/** Uses the given number of columns. Boxes keep their order within layers, and layers are side by side. */
export function gutterLayout(nodes: readonly Sized[], lines: readonly PlanLine[], columns: number): Layout {
  const rows = Math.ceil(nodes.length / columns);
  const inOrder = layersOf(nodes, lines);
  const cells = new Map(inOrder.map((node, place): [string, Cell] => [node.id, { column: Math.floor(place / rows), row: place % rows }]));
  const used = Math.ceil(nodes.length / Math.max(1, rows));
  const routes = lines.map((line) => routeOf(line, cells));
  const runs = routes.flatMap(({ first, last }) => (first === last ? [first] : [first, last]));
  const upright = assignTracks(runs, used + 1);
  const level = assignTracks(
    routes.flatMap(({ across }) => (across === null ? [] : [across])),
    rows + 1,
  );
  const widths = Array.from({ length: used }, (_, column) => largest(inOrder, cells, (cell) => cell.column === column, 'width'));
  const across = positionsOf(used, upright, (column) => widths[column] ?? 0);
  const down = positionsOf(rows, level, (row) => largest(inOrder, cells, (cell) => cell.row === row, 'height'));
  const boxes: Record<string, Box> = {};
  for (const { id, width, height } of inOrder) {
    const { column, row } = cells.get(id) ?? { column: 0, row: 0 };
    // All boxes of a column have the same width, so that their sides form one line.
    boxes[id] = { x: across.starts[column] ?? 0, y: down.starts[row] ?? 0, width: Math.max(width, widths[column] ?? 0), height };
  }
  return { size: { width: across.end, height: down.end }, boxes, routes: pathsOf(routes, boxes, across.gutters, down.gutters) };
}

function largest(
  nodes: readonly Sized[],
  cells: ReadonlyMap<string, Cell>,
  isIn: (cell: Cell) => boolean,
  side: 'width' | 'height',
): number {
  return Math.max(0, ...nodes.filter(({ id }) => isIn(cells.get(id) ?? { column: -1, row: -1 })).map((node) => node[side]));
}

/** Positions count rows and gutters together: 2 × row + 1 for a row, 2 × gutter for a gutter. The same for columns and vertical gutters. */
function routeOf(line: PlanLine, cells: ReadonlyMap<string, Cell>): Route {
  const from = cells.get(line.from) ?? { column: 0, row: 0 };
  const to = cells.get(line.to) ?? { column: 0, row: 0 };
  const [start, end] = [2 * from.row + 1, 2 * to.row + 1];
  const frame = { line, from, to };
  // Within one column, lines go down on the right and up on the left.
  const isRight = from.column === to.column ? to.row > from.row : to.column > from.column;
  const arrivesRight = from.column === to.column ? isRight : !isRight;
  const first = from.column + (isRight ? 1 : 0);
  const last = to.column + (arrivesRight ? 1 : 0);
  if (first === last) {
    const only = runOf(first, { at: start, isHigher: !isRight }, { at: end, isHigher: !arrivesRight });
    return { ...frame, leavesRight: isRight, arrivesRight, first: only, across: null, last: only };
  }
  const gutter = to.row > from.row ? from.row + 1 : from.row;
  const turn = 2 * gutter;
  return {
    ...frame,
    leavesRight: isRight,
    arrivesRight,
    first: runOf(first, { at: start, isHigher: !isRight }, { at: turn, isHigher: isRight }),
    across: runOf(gutter, { at: 2 * first, isHigher: start > turn }, { at: 2 * last, isHigher: end > turn }),
    last: runOf(last, { at: turn, isHigher: !isRight }, { at: end, isHigher: !arrivesRight }),
  };
}

function runOf(gutter: number, ...ends: [Run['ends'][number], Run['ends'][number]]): Run {
  const [a, b] = ends;
  return { gutter, from: Math.min(a.at, b.at), to: Math.max(a.at, b.at), ends, track: 0 };
}

/** Where columns or rows start, and where the first track of each gutter is. */
function positionsOf(
  count: number,
  tracks: readonly number[],
  lengthOf: (place: number) => number,
): { starts: number[]; gutters: number[]; end: number } {
  const starts: number[] = [];
  const gutters: number[] = [];
  let at = MARGIN;
  for (let place = 0; place <= count; place++) {
    const many = tracks[place] ?? 0;
    const isOuter = place === 0 || place === count;
    // Outside the outermost tracks there is only the margin.
    gutters.push(at + (place === 0 ? 0 : CLEARANCE));
    if (many > 0) at += (many - 1) * TRACK + (isOuter ? CLEARANCE : Math.max(GAP, 2 * CLEARANCE));
    else if (!isOuter) at += GAP;
    if (place < count) {
      starts.push(at);
      at += lengthOf(place);
    }
  }
  return { starts, gutters, end: at + MARGIN };
}

function pathsOf(
  routes: readonly Route[],
  boxes: Readonly<Record<string, Box>>,
  upright: readonly number[],
  level: readonly number[],
): Record<string, Point[]> {
  const ports = portsOf(routes, boxes);
  const paths: Record<string, Point[]> = {};
  for (const route of routes) {
    const { line, first, across, last } = route;
    const [start, end] = [ports.get(`${line.id} from`), ports.get(`${line.id} to`)];
    if (start === undefined || end === undefined) continue;
    const x1 = (upright[first.gutter] ?? 0) + first.track * TRACK;
    const x2 = (upright[last.gutter] ?? 0) + last.track * TRACK;
    const y = across === null ? null : (level[across.gutter] ?? 0) + across.track * TRACK;
    const middle =
      y === null
        ? []
        : [
            { x: x1, y },
            { x: x2, y },
          ];
    paths[line.id] = straightened([start, { x: x1, y: start.y }, ...middle, { x: x2, y: end.y }, end]);
  }
  return paths;
}

interface Port {
  key: string;
  /** The part of the node's side that it may be on, in units of the picture. */
  from: number;
  height: number;
  x: number;
  isRight: boolean;
  towards: number;
}

/** Ends that are closer than this cannot be told apart, so they meet. */
const LEAST_BETWEEN_PORTS = 6;

/**
 * Spreads the ends of lines over the sides of their boxes, or the parts of sides that belong to them, ordered by where they lead. Ends on right
 * sides and on left sides never have the same height, because two that face each other across a gutter would look like one line.
 */
function portsOf(routes: readonly Route[], boxes: Readonly<Record<string, Box>>): Map<string, Point> {
  const sides = new Map<string, Port[]>();
  const add = (id: string, band: Band | null | undefined, port: Pick<Port, 'key' | 'isRight' | 'towards'>): void => {
    const box = boxes[id];
    if (box === undefined) return;
    const { top, height } = band ?? { top: 0, height: box.height };
    const side = `${port.isRight ? 'right' : 'left'} ${top} ${id}`;
    const x = port.isRight ? box.x + box.width : box.x;
    append(sides, side, { ...port, x, from: box.y + top, height });
  };
  for (const { line, from, to, leavesRight, arrivesRight } of routes) {
    add(line.from, line.fromBand, { key: `${line.id} from`, isRight: leavesRight, towards: to.row });
    add(line.to, line.toBand, { key: `${line.id} to`, isRight: arrivesRight, towards: from.row });
  }
  const points = new Map<string, Point>();
  for (const ports of sides.values()) {
    ports.sort((a, b) => a.towards - b.towards || (a.key < b.key ? -1 : 1));
    ports.forEach(({ key, from, height, x, isRight }, place) => {
      const count = Math.max(1, Math.min(ports.length, Math.floor(height / LEAST_BETWEEN_PORTS) - 1));
      const port = Math.floor((place * count) / ports.length);
      const shift = isRight ? 0 : LEAST_BETWEEN_PORTS / 2;
      const wanted = from + (height * (port + 1)) / (count + 1);
      const y = Math.round((wanted - shift) / LEAST_BETWEEN_PORTS) * LEAST_BETWEEN_PORTS + shift;
      points.set(key, { x, y });
    });
  }
  return points;
}

/** Removes points that do not change the route. */
export function straightened(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last !== undefined && last.x === point.x && last.y === point.y) continue;
    const isOnWay =
      before !== undefined &&
      last !== undefined &&
      ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y));
    if (isOnWay) kept.pop();
    kept.push(point);
  }
  return kept;
}
