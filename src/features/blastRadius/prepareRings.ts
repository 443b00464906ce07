/** From an answer to a picture of rings: what failed in the middle, what it reaches around it. Pure. */
import { edgeClasses } from '@/client/symbols/edgeStyles';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { PictureDependency } from '@/contract/landscapePicture';
import { LANDMARK } from '@/ui/graph/distance';
import type { Marks, Picture, PictureEdge, PictureNode, Positions } from '@/ui/graph/picture';
import { ringLayout, type RingItem } from './ringLayout';

/** More than this are too many for a picture; the table and the roll-ups hold them all. */
export const MOST_DRAWN = 400;

/** So few that all of their names have room when the whole is seen from afar, as on a phone. */
const MOST_NAMED_FROM_AFAR = 16;

const SIZE = { origin: 46, reached: 34 };

export interface PreparedRings {
  picture: Picture;
  positions: Positions;
  /** Reached components that the picture leaves out. */
  leftOut: number;
}

/** `travelled` may come later than the answer: until then the shortest paths alone are drawn. */
export function prepareRings(answer: BlastRadiusAnswer, travelled: readonly PictureDependency[] | null): PreparedRings {
  const components = answer.components.slice(0, MOST_DRAWN);
  const items: RingItem[] = [
    ...answer.origin.map(({ id }) => ({ id, depth: 0, from: null })),
    ...components.map(({ id, depth, via }) => ({ id, depth, from: via.componentId })),
  ];
  const { positions, radii } = ringLayout(items);
  const rings = radii.map((radius, depth) => ringNode(depth, radius)).filter(({ width }) => width > 0);
  for (const { id } of rings) positions.set(id, { x: 0, y: 0 });
  const named = items.length <= MOST_NAMED_FROM_AFAR ? [LANDMARK] : [];
  const nodes = [
    ...rings.reverse(),
    ...answer.origin.map((origin) => componentNode(origin, ['origin', ...named], SIZE.origin)),
    ...components.map((component) => componentNode(component, named, SIZE.reached)),
  ];
  const drawn = new Set(items.map(({ id }) => id));
  return {
    picture: { nodes, edges: travelled === null ? viaEdges(answer, drawn) : travelledEdges(answer, travelled, drawn) },
    positions,
    leftOut: answer.counts.components - components.length,
  };
}

function ringNode(depth: number, radius: number): PictureNode {
  const size = depth === 0 ? 0 : radius * 2;
  return {
    id: `ring ${depth}`,
    label: depth === 1 ? '1 hop' : `${depth} hops`,
    width: size,
    height: size,
    classes: ['ring'],
    isInert: true,
  };
}

type Drawable = BlastRadiusAnswer['origin'][number];

function componentNode({ id, name, kind, expectedState, isExternal }: Drawable, more: readonly string[], size: number): PictureNode {
  return {
    id,
    label: name,
    width: size,
    height: size,
    classes: ['component', `kind-${kind}`, `state-${expectedState}`, ...(isExternal ? ['external'] : []), ...more],
  };
}

/** The ends of a shortest path's last edge, as source and target of the dependency. */
function viaEnds(answer: BlastRadiusAnswer, { id, via }: BlastRadiusAnswer['components'][number]): { source: string; target: string } {
  return answer.direction === 'downstream' ? { source: id, target: via.componentId } : { source: via.componentId, target: id };
}

function viaEdges(answer: BlastRadiusAnswer, drawn: ReadonlySet<string>): PictureEdge[] {
  return answer.components.flatMap((component) =>
    drawn.has(component.id) && drawn.has(component.via.componentId)
      ? [{ id: component.via.dependencyId, ...viaEnds(answer, component), classes: ['via'] }]
      : [],
  );
}

function travelledEdges(answer: BlastRadiusAnswer, travelled: readonly PictureDependency[], drawn: ReadonlySet<string>): PictureEdge[] {
  const via = new Set(answer.components.map((component) => component.via.dependencyId));
  return travelled.flatMap((dependency) => {
    const { id, sourceComponentId: source, targetComponentId: target } = dependency;
    if (!drawn.has(source) || !drawn.has(target)) return [];
    return [{ id, source, target, classes: [...edgeClasses(dependency), via.has(id) ? 'via' : 'other'] }];
  });
}

/** The components and dependencies of the shortest path to one of them, nearest to the origin last; empty when it is not listed. */
export function pathTo(answer: BlastRadiusAnswer, componentId: string | null): { components: string[]; dependencies: string[] } {
  const byId = new Map(answer.components.map((component) => [component.id, component]));
  const path = { components: [] as string[], dependencies: [] as string[] };
  let at = componentId === null ? undefined : byId.get(componentId);
  if (at === undefined) return path;
  while (at !== undefined) {
    path.components.push(at.id);
    path.dependencies.push(at.via.dependencyId);
    const next: string = at.via.componentId;
    at = byId.get(next);
    if (at === undefined) path.components.push(next);
  }
  return path;
}

/** Lights the path to the chosen component; the rest steps back. */
export function markPath({ nodes, edges }: Picture, answer: BlastRadiusAnswer, componentId: string | null): Marks {
  const marks = new Map<string, string[]>();
  const path = pathTo(answer, componentId);
  if (path.components.length === 0) return marks;
  const lit = new Set([...path.components, ...path.dependencies]);
  for (const { id, isInert } of nodes) {
    if (isInert === undefined) marks.set(id, id === componentId ? ['selected'] : lit.has(id) ? ['lit'] : ['faded']);
  }
  for (const { id } of edges) marks.set(id, lit.has(id) ? ['lit'] : ['faded']);
  return marks;
}
