/**
 * Lays out a map: groups in columns, each with its title, the shares of its colours, and its cells. Every title is whole. Cells are named while
 * all names fit; beyond that the most important ones are, and the others are tiles.
 */
import { estimatedWidth } from '@/plain/estimatedWidth';
import { TITLE_FONT, linesOf, NAME_FONT, widthForTwoLines } from '@/server/picture/nameLines';
import { formatNumber } from '@/plain/counts';
import { MARGIN, type Box, type Size } from '@/server/picture/layout/layoutPlan';

export interface MapGroup {
  title: string;
  /** Its components, beside the title. */
  count: number;
  /** The names of its cells, most important first, each with its place among all cells of the map: one for all cells of one thing. */
  cells: readonly { name: string; rank: number }[];
}

export interface PlacedGroup {
  box: Box;
  titleHeight: number;
  shares: Box;
  /** In the order of the group. */
  cells: readonly { box: Box; isNamed: boolean }[];
}

export interface MapLayout {
  size: Size;
  groups: readonly PlacedGroup[];
}

const BETWEEN_GROUPS = 7;
const PADDING = 5;
const TITLE_HEIGHTS = [23, 37] as const;
/** Around a title and its count. */
const TITLE_PADDING = 22;
const SHARES_HEIGHT = 4;
const BELOW_SHARES = 3;
const BETWEEN_CELLS = 2;
/** Beside a name in its cell: padding and the sign of a state. */
const BESIDE_NAME = 26;
const LEAST_CELL_WIDTH = 96;
/** Longer names are cut. */
const LONGEST_NAME = 210;
/** On a phone people move a picture down anyway: below this width, a map may be so many windows high. */
const NARROW = 480;
const WINDOWS_DOWN = 3;
const LEAST_COLUMN = 132;
const MOST_COLUMN = 340;

interface Style {
  /** Cells of a lower rank have a name. */
  named: number;
  nameHeight: number;
  tile: number;
}

/** In the order in which they are tried. The last one may be higher than the window. */
function* styles(cells: number): Generator<Style> {
  for (const nameHeight of [26, 22, 20, 18, 17]) yield { named: cells, nameHeight, tile: 0 };
  for (const tile of [18, 14, 11]) for (const named of [150, 100, 60, 30]) if (named < cells) yield { named, nameHeight: 18, tile };
  for (const tile of [9, 7, 5]) for (const named of [60, 30, 12, 0]) if (named < cells) yield { named, nameHeight: 18, tile };
}
const SMALLEST: Style = { named: 30, nameHeight: 18, tile: 9 };

/** Fits the window's width; higher than a wide window only if even the smallest tiles do not fit. Groups keep their order, down the columns. */
export function mapLayout(groups: readonly MapGroup[], window: Size): MapLayout {
  const measured = groups.map(measure);
  const high = window.width < NARROW ? window.height * WINDOWS_DOWN : window.height;
  const room = { width: window.width - 2 * MARGIN, height: high - 2 * MARGIN };
  const cells = groups.reduce((sum, group) => sum + group.cells.length, 0);
  const widths = columnWidths(measured, room.width);
  for (const mayCut of [false, true])
    for (const style of styles(cells))
      for (const width of widths) {
        const sized = sizedGroups(measured, style, width);
        const columns = columnsOf(width, room.width);
        if ((!mayCut && sized.some(({ inside }) => inside.isCut)) || !isEnough(sized, columns, room.height)) continue;
        return drawn(lowest(sized, columns), style, width);
      }
  const width = widths[0] ?? LEAST_COLUMN;
  return drawn(lowest(sizedGroups(measured, SMALLEST, width), columnsOf(width, room.width)), SMALLEST, width);
}

interface Measured extends MapGroup {
  /** The width of the widest of its most important names: the first one, the first two, and so on; and the ranks of these cells. */
  widest: readonly number[];
  ranks: readonly number[];
  /** The least width of a column in which its title takes at most two lines beside its count. */
  leastWidth: number;
  /** The height of its title in a column of this width. */
  titleHeightAt: (width: number) => number;
}

function measure(group: MapGroup): Measured {
  const besideTitle = estimatedWidth(formatNumber(group.count), NAME_FONT) + TITLE_PADDING;
  const title = widthForTwoLines(group.title, 40, MOST_COLUMN - besideTitle, TITLE_FONT);
  const cells = [...group.cells].sort((a, b) => a.rank - b.rank);
  let most = 0;
  const widest = cells.map(({ name }) => (most = Math.max(most, estimatedWidth(name, NAME_FONT))));
  // Many styles are tried with each width.
  const heights = new Map<number, number>();
  const titleHeightAt = (width: number): number => {
    const height = heights.get(width) ?? TITLE_HEIGHTS[linesOf(group.title, width - besideTitle, TITLE_FONT) === 1 ? 0 : 1];
    heights.set(width, height);
    return height;
  };
  return { ...group, widest, ranks: cells.map(({ rank }) => rank), leastWidth: Math.ceil(title + besideTitle), titleHeightAt };
}

/** The widths of columns to try, narrow ones first. */
function columnWidths(groups: readonly Measured[], room: number): number[] {
  const least = Math.min(
    room,
    groups.reduce((widest, { leastWidth }) => Math.max(widest, leastWidth), LEAST_COLUMN),
  );
  const most = Math.max(1, Math.min(groups.length, Math.floor((room + BETWEEN_GROUPS) / (least + BETWEEN_GROUPS))));
  const widthOf = (columns: number): number => Math.floor((room - (columns - 1) * BETWEEN_GROUPS) / columns);
  return Array.from({ length: most }, (_, place) => widthOf(most - place));
}

interface Inside {
  /** Whether a name is cut. */
  isCut: boolean;
  titleHeight: number;
  height: number;
  /** Named cells in a row, and their width. */
  perRow: number;
  cellWidth: number;
  namedRows: number;
  namedCount: number;
  tilesPerRow: number;
}

function insideOf(group: Measured, style: Style, width: number): Inside {
  const inner = width - 2 * PADDING;
  const isWhole = style.tile === 0;
  const firstTile = isWhole ? -1 : group.ranks.findIndex((rank) => rank >= style.named);
  const namedCount = firstTile === -1 ? group.cells.length : firstTile;
  const needed = Math.min(LONGEST_NAME, group.widest[namedCount - 1] ?? 0) + BESIDE_NAME;
  const wanted = Math.min(inner, Math.max(LEAST_CELL_WIDTH, needed));
  const perRow = Math.max(1, Math.floor((inner + BETWEEN_CELLS) / (wanted + BETWEEN_CELLS)));
  const namedRows = Math.ceil(namedCount / perRow);
  const tilesPerRow = isWhole ? 1 : Math.max(1, Math.floor((inner + BETWEEN_CELLS) / (style.tile + BETWEEN_CELLS)));
  const tileRows = isWhole ? 0 : Math.ceil((group.cells.length - namedCount) / tilesPerRow);
  const titleHeight = group.titleHeightAt(width);
  const height =
    titleHeight +
    SHARES_HEIGHT +
    BELOW_SHARES +
    namedRows * (style.nameHeight + BETWEEN_CELLS) +
    tileRows * (style.tile + BETWEEN_CELLS) +
    PADDING -
    BETWEEN_CELLS;
  const cellWidth = Math.floor((inner - (perRow - 1) * BETWEEN_CELLS) / perRow);
  const isCut = namedCount > 0 && needed > inner;
  return { isCut, titleHeight, height, perRow, cellWidth, namedRows, namedCount, tilesPerRow };
}

type Sized = Measured & { inside: Inside };

interface Placed {
  groups: readonly (Sized & { column: number; y: number })[];
  columns: number;
  height: number;
}

function sizedGroups(groups: readonly Measured[], style: Style, width: number): Sized[] {
  return groups.map((group) => ({ ...group, inside: insideOf(group, style, width) }));
}

function columnsOf(width: number, room: number): number {
  return Math.max(1, Math.floor((room + BETWEEN_GROUPS) / (width + BETWEEN_GROUPS)));
}

/** The lowest arrangement that keeps the order of the groups. */
function lowest(sized: readonly Sized[], columns: number): Placed {
  let [tooLow, enough] = [0, sized.reduce((sum, { inside }) => sum + inside.height + BETWEEN_GROUPS, 0)];
  while (enough - tooLow > 1) {
    const middle = Math.floor((tooLow + enough) / 2);
    if (isEnough(sized, columns, middle)) enough = middle;
    else tooLow = middle;
  }
  let column = 0;
  let y = 0;
  const placed = sized.map((group) => {
    if (y > 0 && y + group.inside.height > enough) {
      column++;
      y = 0;
    }
    const at = { ...group, column, y };
    y += group.inside.height + BETWEEN_GROUPS;
    return at;
  });
  const height = Math.max(0, ...placed.map((group) => group.y + group.inside.height));
  return { groups: placed, columns: column + 1, height };
}

/** Whether the groups fit into this many columns of this height, in their order. */
function isEnough(groups: readonly { inside: Inside }[], columns: number, height: number): boolean {
  let used = 1;
  let y = 0;
  for (const { inside } of groups) {
    if (inside.height > height) return false;
    if (y > 0 && y + inside.height > height) {
      used++;
      y = 0;
    }
    y += inside.height + BETWEEN_GROUPS;
  }
  return used <= columns;
}

function drawn({ groups, columns, height }: Placed, style: Style, width: number): MapLayout {
  const size = {
    width: columns * (width + BETWEEN_GROUPS) - BETWEEN_GROUPS + 2 * MARGIN,
    height: Math.max(height, 1) + 2 * MARGIN,
  };
  return { size, groups: groups.map((group) => placedGroup(group, style, width)) };
}

function placedGroup({ inside, column, y: top, cells }: Placed['groups'][number], style: Style, width: number): PlacedGroup {
  const x = MARGIN + column * (width + BETWEEN_GROUPS);
  const y = MARGIN + top;
  const left = x + PADDING;
  const first = y + inside.titleHeight + SHARES_HEIGHT + BELOW_SHARES;
  const tilesFrom = first + inside.namedRows * (style.nameHeight + BETWEEN_CELLS);
  const shares = { x: left, y: y + inside.titleHeight, width: width - 2 * PADDING, height: SHARES_HEIGHT };
  const boxOf = (place: number): Box => {
    if (place < inside.namedCount) {
      const [row, at] = [Math.floor(place / inside.perRow), place % inside.perRow];
      const across = left + at * (inside.cellWidth + BETWEEN_CELLS);
      return { x: across, y: first + row * (style.nameHeight + BETWEEN_CELLS), width: inside.cellWidth, height: style.nameHeight };
    }
    const tile = place - inside.namedCount;
    const [row, at] = [Math.floor(tile / inside.tilesPerRow), tile % inside.tilesPerRow];
    const step = style.tile + BETWEEN_CELLS;
    return { x: left + at * step, y: tilesFrom + row * step, width: style.tile, height: style.tile };
  };
  // Named cells come first, whatever their place in the group.
  const isNamed = (rank: number): boolean => style.tile === 0 || rank < style.named;
  let named = 0;
  let tiles = inside.namedCount;
  const placedCells = cells.map(({ rank }) =>
    isNamed(rank) ? { box: boxOf(named++), isNamed: true } : { box: boxOf(tiles++), isNamed: false },
  );
  return { box: { x, y, width, height: inside.height }, titleHeight: inside.titleHeight, shares, cells: placedCells };
}
