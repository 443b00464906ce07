/** A lower bound of the revenue that depends on each component. */
import { EDGE_ATTRIBUTES, GROUPED_FROM, NEIGHBOUR_MASK } from '@/domain/graph/arrays/edgeAttributes';
import { counts } from '@/domain/graph/spread/inService';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { segmentExposure } from '@/domain/graph/spread/revenue';

/**
 * By attribute byte: 1 for dependencies whose source certainly fails with its target: Hard, required, propagating and without redundancy.
 */
const FAILS_WITH: Uint8Array = Uint8Array.from(EDGE_ATTRIBUTES, ({ mode, required, propagates }, byte) =>
  mode === 'Hard' && required && propagates && byte < GROUPED_FROM ? 1 : 0,
);
const OUTAGE = 3;

/**
 * By node: the revenue per hour that is lost at least while the component is down. It is the revenue of the highest-earning application
 * that certainly fails with it. Such an application has an outermost component that is the component itself, or depends on it only through
 * Hard, required dependencies without redundancy. Several such applications together may earn more; the blast radius says how much.
 */
export function leastExposures(landscape: Landscape): Float64Array {
  const graph = graphOf(landscape);
  const exposures = new Float64Array(graph.components.capacity);
  const isReached = new Uint8Array(graph.components.capacity);
  const earning = [...graph.applications]
    .map(({ id }) => graph.applications.indexOf(id))
    .filter((application) => counts(graph, application))
    .map((application) => ({ application, perHour: exposureOf(graph, application) }))
    .filter(({ perHour }) => perHour > 0)
    .sort((a, b) => b.perHour - a.perHour);
  // Highest earner first: whatever it reaches cannot get a larger value later.
  for (const { application, perHour } of earning) {
    const queue = [...graph.components.ofApplication.row(application)].filter((node) => graph.outermost.has(node) && isReached[node] === 0);
    for (const node of queue) isReached[node] = 1;
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      exposures[node] = perHour;
      eachSureNeighbour(graph, 'dependencies', node, (target) => {
        if (isReached[target] === 1) return;
        isReached[target] = 1;
        queue.push(target);
      });
    }
  }
  return exposures;
}

/** By node: how many components certainly fail if it does. */
export function sureDependents(landscape: Landscape): Int32Array {
  const graph = graphOf(landscape);
  const counts = new Int32Array(graph.components.capacity);
  for (const node of graph.nodes()) {
    const sources = new Set<number>();
    eachSureNeighbour(graph, 'dependents', node, (source) => sources.add(source));
    counts[node] = sources.size;
  }
  return counts;
}

function exposureOf({ links, segments, capabilities }: LandscapeGraph, application: number): number {
  const affected = new Set<string>();
  const add = (capability: number): void => {
    const { id } = capabilities.at(capability);
    if (affected.has(id)) return;
    affected.add(id);
    links.capabilityParents.named.row(capability).forEach(add);
  };
  links.applicationCapabilities.named.row(application).forEach(add);
  if (affected.size === 0) return 0;
  let perHour = 0;
  for (const segment of segments) perHour += segmentExposure(segment, (id) => (affected.has(id) ? OUTAGE : 0)).perHour;
  return perHour;
}

function eachSureNeighbour(graph: LandscapeGraph, rows: 'dependencies' | 'dependents', node: number, take: (other: number) => void): void {
  const { starts, lengths, values } = graph.edges[rows];
  const start = starts[node] ?? 0;
  const end = start + (lengths[node] ?? 0);
  for (let index = start; index < end; index++) {
    const edge = values[index] ?? 0;
    if (FAILS_WITH[edge >>> 24] === 1) take(edge & NEIGHBOUR_MASK);
  }
}
