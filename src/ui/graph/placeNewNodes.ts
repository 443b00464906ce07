/** Keeps known nodes where they are and finds places for new ones beside what they are joined to. */
import { boxesOf, type Picture, type PictureNode, type Point, type Positions } from './picture';
import { around, liesOver, pushOut, type Rectangle } from './pushOut';

/** With more than this share unknown, a fresh layout serves better than guesses. */
const MOST_UNKNOWN_SHARE = 0.34;
const STEP = 64;
const GAP = 16;
const BOX_ROOM = 34;

/** Positions for all nodes of the picture, or null when too few of them are known. */
export function placeNewNodes(picture: Picture, known: Positions): Positions | null {
  const boxes = boxesOf(picture);
  const leaves = picture.nodes.filter(({ id }) => !boxes.has(id));
  const unknown = leaves.filter(({ id }) => !known.has(id));
  if (leaves.length === 0) return new Map();
  const inOpened = unknown.filter(({ parent }) => parent !== undefined && known.has(parent)).length;
  if ((unknown.length - inOpened) / leaves.length > MOST_UNKNOWN_SHARE) return null;
  const positions = new Map<string, Point>();
  for (const { id } of leaves) {
    const place = known.get(id);
    if (place !== undefined) positions.set(id, place);
  }
  const opened = apart(openBoxes(picture, positions, known));
  const room = makeRoom(picture, positions, opened);
  for (const { id, place } of [...opened.flatMap(({ inside }) => inside), ...room]) positions.set(id, place);
  unknown
    .filter(({ id }) => !positions.has(id))
    .forEach(({ id, parent }, index) => {
      const beside = neighbourPlaces(picture, positions, id, parent);
      positions.set(id, besidesAll(beside.length > 0 ? beside : [...positions.values()], index));
    });
  return positions;
}

interface Placed {
  id: string;
  place: Point;
}

interface OpenedBox {
  inside: Placed[];
  outline: Rectangle;
}

/** Boxes of which nothing is placed yet, but which were one node before: their content in rows about that place. */
function openBoxes({ nodes }: Picture, positions: Positions, known: Positions): OpenedBox[] {
  const contents = new Map<string, PictureNode[]>();
  for (const node of nodes) if (node.parent !== undefined) contents.set(node.parent, [...(contents.get(node.parent) ?? []), node]);
  return [...contents].flatMap(([id, content]): OpenedBox[] => {
    const centre = known.get(id);
    if (centre === undefined || content.some((node) => positions.has(node.id))) return [];
    const columns = Math.max(1, Math.round(Math.sqrt(content.length / 2)));
    const columnWidth = Math.max(...content.map(({ width }) => width)) + GAP;
    const rowHeight = Math.max(...content.map(({ height }) => height)) + GAP;
    const rows = Math.ceil(content.length / columns);
    const [left, top] = [centre.x - (columns * columnWidth) / 2, centre.y - (rows * rowHeight) / 2];
    const inside = content.map((node, index) => ({
      id: node.id,
      place: { x: left + (0.5 + (index % columns)) * columnWidth, y: top + (0.5 + Math.floor(index / columns)) * rowHeight },
    }));
    return [{ inside, outline: around(centre, { width: columns * columnWidth, height: rows * rowHeight }, BOX_ROOM) }];
  });
}

/** Of two that would lie over each other the first stays. */
function apart(boxes: readonly OpenedBox[]): OpenedBox[] {
  const placed: OpenedBox[] = [];
  for (const box of boxes) {
    const outlines = placed.map(({ outline }) => outline);
    const over = outlines.find((other) => liesOver(box.outline, other));
    placed.push(over === undefined ? box : moveBox(box, pushOut(box.outline, over, outlines)));
  }
  return placed;
}

function moveBox({ inside, outline }: OpenedBox, to: Rectangle): OpenedBox {
  const [x, y] = [to.left - outline.left, to.top - outline.top];
  return { inside: inside.map(({ id, place }) => ({ id, place: { x: place.x + x, y: place.y + y } })), outline: to };
}

/** What an opened box would cover moves out of it and lies over nothing else then; the nearest to a side first. Only for as long as it is open: these places are not remembered. */
function makeRoom({ nodes }: Picture, positions: Positions, opened: readonly OpenedBox[]): Placed[] {
  if (opened.length === 0) return [];
  const taken = opened.map(({ outline }) => outline);
  const covered: { id: string; outline: Rectangle; cover: Rectangle; out: Rectangle }[] = [];
  for (const { id, parent, width, height } of nodes) {
    const place = positions.get(id);
    if (place === undefined || parent !== undefined) continue;
    const outline = around(place, { width, height });
    const cover = opened.find((box) => liesOver(outline, box.outline))?.outline;
    if (cover === undefined) taken.push(around(place, { width, height }, GAP));
    else covered.push({ id, outline, cover, out: pushOut(outline, cover, []) });
  }
  covered.sort((a, b) => wayBetween(a.outline, a.out) - wayBetween(b.outline, b.out) || (a.id < b.id ? -1 : 1));
  return covered.map(({ id, outline, cover }) => {
    const { left, right, top, bottom } = pushOut(outline, cover, taken);
    taken.push({ left: left - GAP, right: right + GAP, top: top - GAP, bottom: bottom + GAP });
    return { id, place: { x: (left + right) / 2, y: (top + bottom) / 2 } };
  });
}

function wayBetween(one: Rectangle, other: Rectangle): number {
  return Math.abs(one.left - other.left) + Math.abs(one.top - other.top);
}

function neighbourPlaces(picture: Picture, positions: Positions, id: string, parent: string | undefined): Point[] {
  const inBox = picture.nodes.filter((node) => parent !== undefined && node.parent === parent).map((node) => node.id);
  const joined = picture.edges.flatMap(({ source, target }) => (source === id ? [target] : target === id ? [source] : []));
  const near = inBox.some((other) => positions.has(other)) ? inBox : joined;
  return near.flatMap((other) => positions.get(other) ?? []);
}

function besidesAll(places: readonly Point[], index: number): Point {
  const x = places.reduce((sum, place) => sum + place.x, 0) / Math.max(1, places.length);
  const lowest = Math.max(0, ...places.map((place) => place.y));
  return { x: x + (index % 3) * STEP, y: lowest + STEP * (1 + Math.floor(index / 3)) };
}
