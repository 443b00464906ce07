/** Keeps known nodes where they are and finds places for new ones beside what they are joined to. */
import { boxesOf, type Picture, type PictureNode, type Point, type Positions } from './picture';

/** With more than this share unknown, a fresh layout serves better than guesses. */
const MOST_UNKNOWN_SHARE = 0.34;
const STEP = 64;
const GAP = 16;
const BOX_ROOM = 34;

/** Positions for all nodes of the picture, or null when too few of them are known. */
export function settlePositions(picture: Picture, known: Positions): Positions | null {
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
  const opened = openBoxes(picture, positions, known);
  const room = makeRoom(picture, positions, opened);
  for (const { id, place } of [...opened.flatMap(({ inside }) => inside), ...room]) positions.set(id, place);
  unknown.filter(({ id }) => !positions.has(id)).forEach(({ id, parent }, index) => {
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
  id: string;
  inside: Placed[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Boxes of which nothing is placed yet, but which were one node before: their content in rows about that place. */
function openBoxes({ nodes }: Picture, positions: Positions, known: Positions): OpenedBox[] {
  const contents = new Map<string, PictureNode[]>();
  for (const node of nodes) if (node.parent !== undefined) contents.set(node.parent, [...(contents.get(node.parent) ?? []), node]);
  return [...contents].flatMap(([id, content]) => {
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
    return [{ id, inside, left: left - BOX_ROOM, right: left + columns * columnWidth + BOX_ROOM, top: top - BOX_ROOM, bottom: top + rows * rowHeight + BOX_ROOM }];
  });
}

/** What an opened box would cover moves straight out of it, to the nearer side. Only for as long as it is open: these places are not remembered. */
function makeRoom({ nodes }: Picture, positions: Positions, opened: readonly OpenedBox[]): Placed[] {
  if (opened.length === 0) return [];
  return nodes.flatMap(({ id, parent, width, height }) => {
    const place = positions.get(id);
    if (place === undefined || parent !== undefined) return [];
    const over = opened.find(({ left, right, top, bottom }) => place.x + width / 2 > left && place.x - width / 2 < right && place.y + height / 2 > top && place.y - height / 2 < bottom);
    if (over === undefined) return [];
    const isUpper = place.y < (over.top + over.bottom) / 2;
    const [across, along] = [Math.abs(place.x - (over.left + over.right) / 2) / (over.right - over.left), Math.abs(place.y - (over.top + over.bottom) / 2) / (over.bottom - over.top)];
    if (across > along) return [{ id, place: { x: place.x < (over.left + over.right) / 2 ? over.left - width / 2 : over.right + width / 2, y: place.y } }];
    return [{ id, place: { x: place.x, y: isUpper ? over.top - height / 2 : over.bottom + height / 2 } }];
  });
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
