/** Places for a picture of boxes: layers inside each box, and the boxes near to those they are joined with. */
import { elkGraph, runElk, type Joined, type Sized } from './elkEngine';
import { boxesOf, type Picture, type Point, type Positions } from './picture';
import { turnedRight } from './turnedRight';

/** Windows are wider than high. */
const WANTED_ASPECT = 1.45;
const BOX_PADDING = 27;
const BOX_GAP = '46';

const LAYERED = {
  'elk.algorithm': 'layered',
  'elk.spacing.nodeNode': '16',
  'elk.spacing.componentComponent': '18',
  'elk.aspectRatio': String(WANTED_ASPECT),
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
};
const DOWN = { ...LAYERED, 'elk.direction': 'DOWN', 'elk.layered.spacing.nodeNodeBetweenLayers': '34' };
const RIGHT = { ...LAYERED, 'elk.direction': 'RIGHT', 'elk.layered.spacing.nodeNodeBetweenLayers': '54' };

interface Inside {
  places: Map<string, Point>;
  width: number;
  height: number;
}

export async function layOutInBoxes(picture: Picture): Promise<Positions> {
  const boxes = boxesOf(picture);
  if (boxes.size === 0 && picture.nodes.every(({ classes }) => !classes.includes('folded'))) return (await inLayers(picture.nodes, picture.edges)).places;
  const boxOf = new Map(picture.nodes.map(({ id, parent }) => [id, parent ?? id]));
  const insides = new Map<string, Inside>();
  for (const box of [...boxes].sort()) {
    const members = picture.nodes.filter(({ parent }) => parent === box);
    const inside = new Set(members.map(({ id }) => id));
    insides.set(box, await inLayers(members, picture.edges.filter(({ source, target }) => inside.has(source) && inside.has(target))));
  }
  const items: Sized[] = picture.nodes.filter(({ parent }) => parent === undefined).map((node) => sizeOf(node, insides.get(node.id)));
  const joins = picture.edges.map(({ source, target }) => ({ source: boxOf.get(source) ?? source, target: boxOf.get(target) ?? target }));
  const corners = await besideNeighbours(items, joins.filter(({ source, target }) => source !== target));
  const positions = new Map<string, Point>();
  for (const item of items) {
    const corner = corners.get(item.id) ?? { x: 0, y: 0 };
    const inside = insides.get(item.id);
    if (inside === undefined) positions.set(item.id, { x: corner.x + item.width / 2, y: corner.y + item.height / 2 });
    else for (const [id, { x, y }] of inside.places) positions.set(id, { x: corner.x + BOX_PADDING + x, y: corner.y + BOX_PADDING + y });
  }
  return positions;
}

function sizeOf({ id, width, height }: Sized, inside: Inside | undefined): Sized {
  return inside === undefined ? { id, width, height } : { id, width: inside.width + 2 * BOX_PADDING, height: inside.height + 2 * BOX_PADDING };
}

/** Layers downwards or to the right, whichever comes nearer to the wanted aspect. Places are centres. */
async function inLayers(items: readonly Sized[], joins: readonly Joined[]): Promise<Inside> {
  const [down, right] = await Promise.all([DOWN, RIGHT].map((options) => runElk(elkGraph(items, joins, { ...options, 'elk.padding': '[top=0,left=0,bottom=0,right=0]' }))));
  const cost = (graph: { width?: number; height?: number } | undefined): number => Math.max((graph?.width ?? 0) / WANTED_ASPECT, graph?.height ?? 0);
  const best = cost(down) <= cost(right) ? down : right;
  const places = new Map((best?.children ?? []).map(({ id, x = 0, y = 0, width = 0, height = 0 }): [string, Point] => [id, { x: x + width / 2, y: y + height / 2 }]));
  return { places, width: best?.width ?? 0, height: best?.height ?? 0 };
}

/** Corners of the items: joined ones near each other, what depends on others left of them, none over another. */
async function besideNeighbours(items: readonly Sized[], joins: readonly Joined[]): Promise<Map<string, Point>> {
  const reach = items.reduce((sum, { width, height }) => sum + Math.max(width, height), 0) / Math.max(1, items.length);
  const stressed = await runElk(elkGraph(items, joins, { 'elk.algorithm': 'stress', 'elk.stress.desiredEdgeLength': String(reach + 60) }));
  const turned = turnedRight(cornersOf(stressed.children), joins);
  const graph = elkGraph(items, [], { 'elk.algorithm': 'sporeOverlap', 'elk.spacing.nodeNode': BOX_GAP });
  const apart = await runElk({ ...graph, children: (graph.children ?? []).map((child) => ({ ...child, ...turned.get(child.id) })) });
  return cornersOf(apart.children);
}

function cornersOf(children: readonly { id: string; x?: number; y?: number }[] | undefined): Map<string, Point> {
  return new Map((children ?? []).map(({ id, x = 0, y = 0 }): [string, Point] => [id, { x, y }]));
}
