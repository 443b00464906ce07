/** Keeps known nodes where they are and finds places for new ones beside what they are joined to. */
import { boxesOf, type Picture, type Point, type Positions } from './picture';

/** With more than this share unknown, a fresh layout serves better than guesses. */
const MOST_UNKNOWN_SHARE = 0.34;
const STEP = 64;

/** Positions for all nodes of the picture, or null when too few of them are known. */
export function settlePositions(picture: Picture, known: Positions): Positions | null {
  const boxes = boxesOf(picture);
  const leaves = picture.nodes.filter(({ id }) => !boxes.has(id));
  const unknown = leaves.filter(({ id }) => !known.has(id));
  if (leaves.length === 0) return new Map();
  if (unknown.length / leaves.length > MOST_UNKNOWN_SHARE) return null;
  const positions = new Map<string, Point>();
  for (const { id } of leaves) {
    const place = known.get(id);
    if (place !== undefined) positions.set(id, place);
  }
  unknown.forEach(({ id, parent }, index) => {
    const beside = neighbourPlaces(picture, positions, id, parent);
    positions.set(id, besidesAll(beside.length > 0 ? beside : [...positions.values()], index));
  });
  return positions;
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
