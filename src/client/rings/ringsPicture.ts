/**
 * Lays out a few affected components as rings: what fails in the middle, each component on the ring of its distance and in the sector of its
 * application, and each redundancy group that gave way beside the component that depends on it. Lines avoid the chips that they do not
 * connect. Pure.
 */
import { roomIn, type Size } from '@/canvas/camera/viewport';
import type { Box, CanvasLine, CanvasNode, CanvasPicture } from '@/canvas/model/picture';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import { stateImage } from '@/client/symbols/nodeImage';
import type { HealthState } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { CLEARANCE, WaysAround } from './aroundChips';
import type { RingComponent, Rings } from './rings';

/** With more components, columns or the table are easier to read. */
export const MOST_IN_RINGS = 60;
/** More than this many in the middle cannot be told apart. */
export const MOST_IN_MIDDLE = 12;
export const NAME_SIZE = 12;
/** Smaller names cannot be read, in pixels. */
const LEAST_NAME_SIZE = 11;

const CHIP = { width: 128, height: 24 };
/** Width of a bold letter relative to its font size. */
const LETTER_WIDTH = 0.68;
const AROUND_NAME = 40;
const MOST_CHIP_WIDTH = 200;
/** The label of a redundancy group beside a component. */
const MOST_GROUP_WIDTH = 260;
/** Room for a line to pass between two chips without touching either. */
const GAP = 2 * CLEARANCE;
const TURN = 2 * Math.PI;
/** Distance between two tried positions, in pixels. */
const STEP = 10;
/** Relative to the available room: narrow rings are tried first. */
const GROWTH = [0.8, 1];
/** Closer rings no longer show distance, in pixels. */
const LEAST_STEP = 36;
/** How much larger than its room a picture may be: it is scaled down until its names reach the smallest readable size. */
const MOST_SHRUNK = NAME_SIZE / LEAST_NAME_SIZE;

interface Chip {
  id: string;
  label: string;
  kind: 'component' | 'start' | 'sector' | 'group';
  state: HealthState | null;
  /** For a group: the component that it is beside. */
  beside?: string;
  isOnlyTogether?: boolean;
  box: Box;
}

/** Null if there are too many components, or if the names would not all be readable in the window. */
export function ringsPicture(shown: Rings, window: Size, palette: CanvasPalette): CanvasPicture | null {
  if (shown.components.length + shown.omitted > MOST_IN_RINGS || shown.middle.length > MOST_IN_MIDDLE) return null;
  const room = roomIn(window);
  for (const growth of GROWTH) {
    const grown = { width: room.width * growth, height: room.height * growth };
    if (ringStep(shown, grown) < LEAST_STEP) continue;
    const walls = { width: room.width * MOST_SHRUNK, height: room.height * MOST_SHRUNK };
    const settled = settle(placeChips(shown, grown), walls);
    const chips = settled === null ? null : withGroups(shown, settled, walls);
    if (chips === null) continue;
    const { size, moved, rings } = fromCorner(chips, ringBoxes(shown, room, growth));
    const zoom = Math.min(room.width / size.width, room.height / size.height);
    if (NAME_SIZE * zoom >= LEAST_NAME_SIZE)
      return { size, nodes: [...rings.map(ringNode), ...moved.map((chip) => nodeOf(chip, palette))], lines: linesOf(shown, moved) };
  }
  return null;
}

function chipWidth(label: string, most = MOST_CHIP_WIDTH): number {
  return Math.min(most, Math.max(64, label.length * NAME_SIZE * LETTER_WIDTH + AROUND_NAME));
}

/** Applications by size, then name. Each gets a sector as wide as its share of the components. */
function placeChips(shown: Rings, { width, height }: Size): Chip[] {
  const { components, applications } = shown;
  const byApplication = new Map<string, RingComponent[]>();
  for (const one of components) byApplication.set(one.applicationId, [...(byApplication.get(one.applicationId) ?? []), one]);
  const sectors = [...byApplication].sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || byCodeUnit(a, b));
  const at = (ring: number, angle: number, label: string): Box => {
    const reach = reachOf(shown, ring);
    const size = { width: chipWidth(label), height: CHIP.height };
    const middle = { x: Math.sin(angle) * reach * (width - CHIP.width) * 0.5, y: -Math.cos(angle) * reach * (height - CHIP.height) * 0.5 };
    return { x: middle.x - size.width / 2, y: middle.y - size.height / 2, ...size };
  };
  const chips: Chip[] = middleChips(shown);
  let from = 0;
  for (const [applicationId, members] of sectors) {
    const wide = (TURN * members.length) / components.length;
    const levels = new Map<number, typeof members>();
    for (const one of members) levels.set(one.depth, [...(levels.get(one.depth) ?? []), one]);
    for (const [depth, level] of levels) {
      level.forEach(({ id, name, expectedState, isOnlyTogether }, index) => {
        const angle = from + (wide * (index + 0.5)) / level.length;
        chips.push({ id, label: name, kind: 'component', state: expectedState, box: at(depth, angle, name), isOnlyTogether });
      });
    }
    const title = applications.find(({ id }) => id === applicationId)?.name ?? '';
    if (sectors.length > 1)
      chips.push({
        id: `sector ${applicationId}`,
        label: title,
        kind: 'sector',
        state: null,
        box: at(Math.max(...levels.keys()) + 0.6, from + wide / 2, title),
      });
    from += wide;
  }
  return chips.sort((a, b) => distanceOf(a) - distanceOf(b));
}

/** In columns around the middle. */
function middleChips({ middle }: Rings): Chip[] {
  const columns = middle.length <= 3 ? 1 : middle.length <= 8 ? 2 : 3;
  const rows = Math.ceil(middle.length / columns);
  const width = Math.max(...middle.map(({ name }) => chipWidth(name)));
  return middle.map(({ id, name, state }, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const own = chipWidth(name);
    const x = (column - (columns - 1) / 2) * (width + GAP) - own / 2;
    const y = (row - (rows - 1) / 2) * (CHIP.height + GAP) - CHIP.height / 2;
    return { id, label: name, kind: 'start' as const, state, box: { x, y, width: own, height: CHIP.height } };
  });
}

/** Places each group below the component that depends on it, or where there is room nearby; null if there is none. */
function withGroups({ groups }: Rings, settled: readonly Chip[], walls: Size): Chip[] | null {
  const chips = [...settled];
  for (const { id, componentId, label } of groups) {
    const beside = settled.find((chip) => chip.id === componentId);
    if (beside === undefined) continue;
    const width = chipWidth(label, MOST_GROUP_WIDTH);
    const { box } = beside;
    const wanted = { x: box.x + (box.width - width) / 2, y: box.y + box.height + GAP, width, height: CHIP.height };
    const place = nearestFree(wanted, chips, walls);
    if (place === null) return null;
    chips.push({ id, label, kind: 'group', state: beside.state, box: place, beside: componentId });
  }
  return chips;
}

function distanceOf({ kind, box: { x, y, width, height } }: Chip): number {
  return kind === 'start' ? -1 : Math.hypot(x + width / 2, y + height / 2);
}

/**
 * Puts each chip at the free position within the walls that is nearest to where it belongs, starting from the middle; null if one does not
 * fit.
 */
function settle(chips: readonly Chip[], walls: Size): Chip[] | null {
  const settled: Chip[] = [];
  for (const chip of chips) {
    const place = nearestFree(chip.box, settled, walls);
    if (place === null) return null;
    settled.push({ ...chip, box: place });
  }
  return settled;
}

function nearestFree(box: Box, settled: readonly Chip[], { width, height }: Size): Box | null {
  const isFree = (place: Box): boolean => !settled.some((other) => isTouching(place, other.box));
  const most = { x: width / 2 - box.width, y: height / 2 - box.height };
  const wanted = { ...box, x: Math.min(most.x, Math.max(-width / 2, box.x)), y: Math.min(most.y, Math.max(-height / 2, box.y)) };
  if (isFree(wanted)) return wanted;
  let best: Box | null = null;
  let least = Infinity;
  for (let y = -height / 2; y <= most.y; y += STEP) {
    for (let x = -width / 2; x <= most.x; x += STEP) {
      const off = Math.hypot(x - wanted.x, y - wanted.y);
      const place = { ...box, x, y };
      if (off < least && isFree(place)) [least, best] = [off, place];
    }
  }
  return best;
}

function isTouching(a: Box, b: Box): boolean {
  return a.x < b.x + b.width + GAP && b.x < a.x + a.width + GAP && a.y < b.y + b.height + GAP && b.y < a.y + a.height + GAP;
}

function ringCount({ components }: Rings): number {
  return Math.max(1, ...components.map(({ depth }) => depth));
}

/** In ring widths: how far outside the names of the sectors are. 0 if there is only one sector. */
function outside({ components }: Rings): number {
  return new Set(components.map(({ applicationId }) => applicationId)).size > 1 ? 0.55 : 0;
}

/** In ring widths: the extra room for several failures in the middle. */
function inside({ middle }: Rings): number {
  return middle.length === 1 ? 0 : middle.length <= 4 ? 0.5 : 1;
}

/** The distance of a ring from the middle, as a fraction of the distance to the border. */
function reachOf(shown: Rings, ring: number): number {
  return (ring + inside(shown)) / (ringCount(shown) + outside(shown) + inside(shown));
}

/** Distance from one ring to the next, horizontally or vertically, whichever is less. */
function ringStep(shown: Rings, { width, height }: Size): number {
  return Math.min(width - CHIP.width, height - CHIP.height) / 2 / (ringCount(shown) + outside(shown) + inside(shown));
}

/** The rings fill the room, so they are ellipses if it is not square. */
function ringBoxes(shown: Rings, room: Size, growth: number): Box[] {
  const count = shown.components.length === 0 ? 0 : ringCount(shown);
  return Array.from({ length: count }, (_, at) => {
    const reach = reachOf(shown, at + 1);
    const [width, height] = [reach * (room.width * growth - CHIP.width), reach * (room.height * growth - CHIP.height)];
    return { x: -width / 2, y: -height / 2, width, height };
  });
}

function fromCorner(chips: readonly Chip[], ringsAround: readonly Box[]): { size: Size; moved: Chip[]; rings: Box[] } {
  const all = [...chips.map(({ box }) => box), ...ringsAround];
  const left = Math.min(...all.map(({ x }) => x));
  const top = Math.min(...all.map(({ y }) => y));
  const move = (box: Box): Box => ({ ...box, x: box.x - left, y: box.y - top });
  const size = {
    width: Math.max(...all.map(({ x, width }) => x + width)) - left,
    height: Math.max(...all.map(({ y, height }) => y + height)) - top,
  };
  return { size, moved: chips.map((chip) => ({ ...chip, box: move(chip.box) })), rings: ringsAround.map(move) };
}

function ringNode(box: Box, at: number): CanvasNode {
  return { id: `ring ${at + 1}`, layer: 'frame', box, label: '', classes: ['ring'], chooses: null };
}

function nodeOf({ id, label, kind, state, box, beside, isOnlyTogether }: Chip, palette: CanvasPalette): CanvasNode {
  const colour = kind === 'start' ? palette.onState : undefined;
  const icon = state === null || kind === 'group' ? null : stateImage({ health: state, isUnderMaintenance: false }, palette, colour);
  return {
    id,
    layer: kind === 'sector' || kind === 'group' ? 'title' : 'row',
    box,
    label,
    ...(icon === null ? {} : { icon }),
    classes: [kind, ...(state === null ? [] : [`state-${state}`]), ...(isOnlyTogether === true ? ['together'] : [])],
    ...(kind === 'component' ? {} : { chooses: beside ?? null }),
  };
}

/** The last step of each shortest path, and a line from each component to the groups beside it. */
function linesOf({ components, isUpstream }: Rings, chips: readonly Chip[]): CanvasLine[] {
  const known = new Map(chips.map((chip) => [chip.id, chip]));
  const ways = new WaysAround(chips);
  const between = (id: string, fromId: string, toId: string, classes: string[]): CanvasLine[] => {
    const [from, to] = [known.get(fromId), known.get(toId)];
    return from === undefined || to === undefined ? [] : [{ id, from: fromId, to: toId, points: ways.between(from, to), classes }];
  };
  return [
    ...components.flatMap(({ id, fromId, expectedState }) => {
      if (fromId === null) return [];
      const [from, to] = isUpstream ? [id, fromId] : [fromId, id];
      return between(`way ${id}`, from, to, ['way', `state-${expectedState}`]);
    }),
    ...chips.flatMap(({ id, beside }) => (beside === undefined ? [] : between(`beside ${id}`, beside, id, ['beside']))),
  ];
}

/** What is highlighted when a component is selected: the path to it. */
export function ringsHighlight(picture: CanvasPicture, way: readonly string[]): { ids: Set<string>; lines: CanvasLine[] } | null {
  if (way.length === 0) return null;
  const onWay = new Set(way);
  const always = ['sector', 'start', 'ring'];
  const isBeside = ({ classes, chooses }: CanvasNode): boolean => classes.includes('group') && onWay.has(chooses ?? '');
  const kept = picture.nodes.filter((node) => isBeside(node) || always.some((one) => node.classes.includes(one))).map(({ id }) => id);
  const lines = picture.lines.filter(({ id }) => onWay.has(id.slice('way '.length)));
  return {
    ids: new Set([...way, ...kept, ...kept.map((id) => `beside ${id}`)]),
    lines: lines.map((line) => ({ ...line, id: `lit ${line.id}`, classes: ['lit'] })),
  };
}
