/** Circles of dependencies: groups of components in which each depends on all others, directly or indirectly. */
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { EVERY_EDGE, NodePositions, StronglyConnected } from '@/domain/graph/spread/stronglyConnected';
import { byCodeUnit } from '@/plain/order';
import { finish } from '@/plain/steps';

/** The technicalNames of each circle, sorted. Dependencies that do not propagate count too. */
export function dependencyCycles(landscape: Landscape): string[][] {
  const graph = graphOf(landscape);
  const all = Int32Array.from(graph.nodes());
  const nodes = new NodePositions();
  nodes.assign(all, all.length, graph.components.capacity);
  const connected = new StronglyConnected();
  finish(connected.find(nodes, graph.edges.dependencies, EVERY_EDGE));
  const circles: string[][] = Array.from({ length: connected.groupCount }, () => []);
  for (let i = 0; i < all.length; i++) circles[connected.groups[i]!]!.push(graph.components.technicalNameOf(connected.order[i]!));
  return circles.filter(({ length }) => length > 1).map((names) => names.sort(byCodeUnit));
}
