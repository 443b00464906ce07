/** Finds places for the nodes of a picture, in workers: layers inside each box, and boxes (or single nodes) near to those they are joined with. */
import { elkGraph, runElk, type Joined, type Sized } from './elkEngine';
import { removeOverlap } from './removeOverlap';
import { boxesOf, type Picture, type Point, type Positions } from './picture';
import { runSprings } from './springs';
import { strongestJoins } from './strongestJoins';
import { rotatePicture } from './rotatePicture';

/** Layers take seconds above this many nodes, stress above this many boxes or where each is joined to many: from there on springs do. */
const LAYERS_UP_TO = 300;
/** Layers take minutes where much is joined to much, and show little there. */
const LAYERS_UP_TO_JOINS = 260;
const JOINS_PER_ITEM = 3;
/** Up to here the placement that looks best takes under a second; above, it would be the larger part of several. */
const STRAIGHT_UP_TO_JOINS_PER_ITEM = 2;
/** So few joins are quick among however few items. */
const FEW_JOINS = 40;
const STRESS_UP_TO = 40;

/** Windows are wider than high. */
const WANTED_ASPECT = 1.45;
const BOX_PADDING = 27;
const GAP = 46;
const SPRING_GAP = 28;

const LAYERED = {
  'elk.algorithm': 'layered',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
  'elk.spacing.nodeNode': '16',
  'elk.spacing.componentComponent': '18',
  'elk.aspectRatio': String(WANTED_ASPECT),
};
const DOWN = { ...LAYERED, 'elk.direction': 'DOWN', 'elk.layered.spacing.nodeNodeBetweenLayers': '34' };
const RIGHT = { ...LAYERED, 'elk.direction': 'RIGHT', 'elk.layered.spacing.nodeNodeBetweenLayers': '54' };

interface Inside {
  /** Centres, from the top left corner. */
  places: Map<string, Point>;
  width: number;
  height: number;
}

export async function computeLayout(picture: Picture): Promise<Positions> {
  const boxes = boxesOf(picture);
  if (boxes.size === 0 && areLayersQuick(picture.nodes, picture.edges)) return (await inLayers(picture.nodes, picture.edges)).places;
  const insides = new Map<string, Inside>();
  for (const box of [...boxes].sort()) insides.set(box, await layOutInside(picture, box));
  const items: Sized[] = picture.nodes.filter(({ parent }) => parent === undefined).map((node) => sizeOf(node, insides.get(node.id)));
  const boxOf = new Map(picture.nodes.map(({ id, parent }) => [id, parent ?? id]));
  const joins = picture.edges.map(({ source, target }) => ({ source: boxOf.get(source) ?? source, target: boxOf.get(target) ?? target }));
  const corners = await besideNeighbours(
    items,
    joins.filter(({ source, target }) => source !== target),
  );
  const positions = new Map<string, Point>();
  for (const item of items) {
    const corner = corners.get(item.id) ?? { x: 0, y: 0 };
    const inside = insides.get(item.id);
    if (inside === undefined) positions.set(item.id, { x: corner.x + item.width / 2, y: corner.y + item.height / 2 });
    else for (const [id, { x, y }] of inside.places) positions.set(id, { x: corner.x + BOX_PADDING + x, y: corner.y + BOX_PADDING + y });
  }
  return positions;
}

function areLayersQuick(items: readonly unknown[], joins: readonly Joined[]): boolean {
  return items.length <= LAYERS_UP_TO && pairsOf(joins) <= LAYERS_UP_TO_JOINS && !isDense(items, joins, JOINS_PER_ITEM);
}

function isDense(items: readonly unknown[], joins: readonly Joined[], joinsPerItem: number): boolean {
  return pairsOf(joins) > Math.max(FEW_JOINS, joinsPerItem * items.length);
}

/** Several joins of the same two weigh no more than one. */
function pairsOf(joins: readonly Joined[]): number {
  return new Set(joins.map(({ source, target }) => `${source} ${target}`)).size;
}

function layOutInside(picture: Picture, box: string): Promise<Inside> | Inside {
  const members = picture.nodes.filter(({ parent }) => parent === box);
  const inside = new Set(members.map(({ id }) => id));
  const joins = picture.edges.filter(({ source, target }) => inside.has(source) && inside.has(target));
  return areLayersQuick(members, joins) ? inLayers(members, joins) : inRows(members);
}

function sizeOf({ id, width, height }: Sized, inside: Inside | undefined): Sized {
  return inside === undefined
    ? { id, width, height }
    : { id, width: inside.width + 2 * BOX_PADDING, height: inside.height + 2 * BOX_PADDING };
}

function inRows(items: readonly Sized[]): Inside {
  const width = Math.max(...items.map((item) => item.width)) + SPRING_GAP;
  const height = Math.max(...items.map((item) => item.height)) + SPRING_GAP;
  const columns = Math.max(1, Math.round(Math.sqrt((items.length * height * WANTED_ASPECT) / width)));
  const inOrder = [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
  const places = new Map(
    inOrder.map(({ id }, at): [string, Point] => [id, { x: ((at % columns) + 0.5) * width, y: (Math.floor(at / columns) + 0.5) * height }]),
  );
  return { places, width: columns * width, height: Math.ceil(items.length / columns) * height };
}

/** Layers downwards or to the right, whichever comes nearer to the wanted aspect. */
async function inLayers(items: readonly Sized[], joins: readonly Joined[]): Promise<Inside> {
  const placement = isDense(items, joins, STRAIGHT_UP_TO_JOINS_PER_ITEM) ? 'BRANDES_KOEPF' : 'NETWORK_SIMPLEX';
  const [down, right] = await Promise.all(
    [DOWN, RIGHT].map((options) => runElk(elkGraph(items, joins, { ...options, 'elk.layered.nodePlacement.strategy': placement }))),
  );
  const cost = (graph: { width?: number; height?: number } | undefined): number =>
    Math.max((graph?.width ?? 0) / WANTED_ASPECT, graph?.height ?? 0);
  const best = cost(down) <= cost(right) ? down : right;
  const places = new Map(
    (best?.children ?? []).map(({ id, x = 0, y = 0, width = 0, height = 0 }): [string, Point] => [
      id,
      { x: x + width / 2, y: y + height / 2 },
    ]),
  );
  return { places, width: best?.width ?? 0, height: best?.height ?? 0 };
}

/** Corners of the items: joined ones near each other, what depends on others left of them, none over another. */
async function besideNeighbours(items: readonly Sized[], joins: readonly Joined[]): Promise<ReadonlyMap<string, Point>> {
  if (items.length > STRESS_UP_TO || isDense(items, joins, JOINS_PER_ITEM)) {
    const centres = await runSprings(items, strongestJoins(joins, JOINS_PER_ITEM));
    return removeOverlap(items, rotatePicture(centres, joins), SPRING_GAP);
  }
  const reach = items.reduce((sum, { width, height }) => sum + Math.max(width, height), 0) / Math.max(1, items.length);
  const stressed = await runElk(elkGraph(items, joins, { 'elk.algorithm': 'stress', 'elk.stress.desiredEdgeLength': String(reach + 60) }));
  const turned = rotatePicture(cornersOf(stressed.children), joins);
  const graph = elkGraph(items, [], { 'elk.algorithm': 'sporeOverlap', 'elk.spacing.nodeNode': String(GAP) });
  const apart = await runElk({ ...graph, children: (graph.children ?? []).map((child) => ({ ...child, ...turned.get(child.id) })) });
  return cornersOf(apart.children);
}

function cornersOf(children: readonly { id: string; x?: number; y?: number }[] | undefined): Map<string, Point> {
  return new Map((children ?? []).map(({ id, x = 0, y = 0 }): [string, Point] => [id, { x, y }]));
}
