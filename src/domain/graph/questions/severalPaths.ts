/** The paths along which a failure reaches a component, shortest first: what a single path would hide. */
import { analyse, type Analysis, type ImpactQuestion } from './analysis';
import { stateOf } from './blastRadius';
import { NEIGHBOUR_MASK, TRAVELS, TYPE_ORDER } from '@/domain/graph/arrays/edgeAttributes';
import { pathStep, type PathStep } from './explain';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import type { HealthState } from '@/domain/vocabulary';
import type { Steps } from '@/plain/steps';

export interface SeveralPaths {
  /** The state of the component along all paths together. */
  expectedState: HealthState;
  /** Each from the origin to the component; no two use the same components. */
  paths: PathStep[][];
  /** For each path: the states of its components along all paths together, from the start to the component. */
  states: HealthState[][];
  /** There are more, or there may be because the search stopped early. */
  hasMore: boolean;
}

/** From the component back towards the origin. */
interface Way {
  node: number;
  length: number;
  /** The edge's position in the rows of the previous path that leads here; -1 at the component itself. */
  place: number;
  before: Way | null;
}

/** A search stops after this many partial paths, because the number of long ones can explode. */
const MOST_LOOKED_AT = 50_000;
const WAYS_IN_A_STEP = 100;

/**
 * Up to `most` paths within the depth of the question, by length, then by names from the component back; none visits a component twice. The
 * first is the one that `explainPath` returns. One empty path for a component of the origin. Null if there is no such entity or component,
 * or it is not reached.
 */
export function* severalPaths(
  landscape: Landscape,
  question: ImpactQuestion,
  componentId: string,
  most: number,
): Steps<SeveralPaths | null> {
  const graph = graphOf(landscape);
  const component = graph.findEntity('component', componentId);
  const analysis = yield* analyse(graph, question);
  const { traversal } = graph;
  if (component === null || analysis === null || !traversal.has(component.index)) return null;
  // By the least possible length of the finished path: its present length plus the distance to the origin. The last entry of each list is
  // first by name.
  const open: Way[][] = Array.from({ length: analysis.depthApplied + 1 }, () => []);
  open[traversal.depthOf(component.index)]?.push({ node: component.index, length: 0, place: -1, before: null });
  const found: Way[] = [];
  let left = MOST_LOOKED_AT;
  for (const ways of open)
    // One more than requested, to know whether there are more.
    for (let way = ways.pop(); way !== undefined && found.length <= most && left > 0; way = ways.pop(), left--) {
      if (left % WAYS_IN_A_STEP === 0) yield;
      if (traversal.depthOf(way.node) === 0) found.push(way);
      else for (const next of nextOf(graph, analysis, way).reverse()) open[next.length + traversal.depthOf(next.node)]?.push(next);
    }
  const isDownstream = question.direction === 'downstream';
  const ways = found.slice(0, most);
  const paths = ways.map((way) => stepsOf(graph, analysis, isDownstream, way));
  const states = ways.map((way) => statesOf(graph, way));
  return { expectedState: stateOf(traversal.severities[component.index]!), paths, states, hasMore: found.length > most || left === 0 };
}

function statesOf({ traversal: { severities } }: LandscapeGraph, last: Way): HealthState[] {
  const states: HealthState[] = [];
  for (let at: Way | null = last; at !== null; at = at.before) states.push(stateOf(severities[at.node]!));
  return states;
}

/** By name; of parallel dependencies, the one whose type comes first. */
function nextOf(graph: LandscapeGraph, { rowsBack, filter }: Analysis, way: Way): Way[] {
  const { traversal, components } = graph;
  const { ranks } = components.nameOrder;
  const { starts, lengths, values } = rowsBack;
  const start = starts[way.node]!;
  const best = new Map<number, number>();
  for (let place = start; place < start + lengths[way.node]!; place++) {
    const edge = values[place]!;
    const node = edge & NEIGHBOUR_MASK;
    if (filter.verdicts[edge >>> 24] !== TRAVELS || !traversal.has(node) || isOn(way, node)) continue;
    const held = best.get(node);
    if (held === undefined || TYPE_ORDER[edge >>> 24]! < TYPE_ORDER[values[held]! >>> 24]!) best.set(node, place);
  }
  return [...best].sort(([a], [b]) => ranks[a]! - ranks[b]!).map(([node, place]) => ({ node, length: way.length + 1, place, before: way }));
}

function isOn(way: Way, node: number): boolean {
  for (let at: Way | null = way; at !== null; at = at.before) if (at.node === node) return true;
  return false;
}

/** Downstream, each step leads to the state that this path alone causes; upstream, to the state in the answer. */
function stepsOf(graph: LandscapeGraph, { rowsBack, filter }: Analysis, isDownstream: boolean, last: Way): PathStep[] {
  const { severities } = graph.traversal;
  const steps: PathStep[] = [];
  let severity = severities[last.node]!;
  for (let at = last; at.before !== null; at = at.before) {
    severity = isDownstream ? filter.passes[((rowsBack.values[at.place]! >>> 24) << 2) | severity]! : severities[at.before.node]!;
    steps.push(pathStep(graph, rowsBack.companions[at.place]!, stateOf(severity)));
  }
  return steps;
}
