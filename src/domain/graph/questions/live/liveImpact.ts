/** What is impacted right now: one pass over a landscape and its components' reported health, without a depth limit. */
import { orderKey, rankIn, sortKeysUpwards } from '@/domain/graph/arrays/answerOrder';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { settleAllThatSuffer } from '@/domain/graph/spread/propagation';
import { contributionsOf } from './contributions';
import type { Contributions } from './contributions';
import { RootCauses } from './rootCauses';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { FailureState } from '@/domain/vocabulary';
import { finish } from '@/plain/steps';

/** A component whose last signal is not Healthy. */
export interface UnhealthyComponent {
  componentId: string;
  state: FailureState;
  /** When it entered this state, in milliseconds since 1970. */
  since: number;
}

/** What a tenant's components report. A component in neither list has never reported and counts as Healthy. */
export interface ReportedHealth {
  /** In any order, each component at most once. Components that the landscape does not contain are ignored. */
  unhealthy: readonly UnhealthyComponent[];
  /** How many components last reported Healthy. */
  healthyCount: number;
}

/** Columns, not rows: position i of each belongs to the same component. Nodes are the graph's, valid until its next edit. */
export interface LiveImpact {
  graph: Landscape;
  health: ReportedHealth;
  /** The components with an effective state worse than Healthy: worst first, then by technicalName. */
  nodes: Int32Array;
  severities: Uint8Array;
  /** The causes that contribute to the state of each. */
  contributions: Contributions;
  /** The components that no other explains: worst first, then by technicalName. */
  rootCauses: readonly number[];
  /** The unhealthy components in the landscape, in the order of `nodes`, with their own severities and since when. */
  unhealthy: { nodes: Int32Array; severities: Uint8Array; since: Float64Array };
}

/** Work arrays, shared by all landscapes: a pass is synchronous and leaves nothing behind in them. */
const rootCauses = new RootCauses();
let ownSeverities = new Uint8Array(0);
let reportedSince = new Float64Array(0);

/**
 * Calculates the effective state of every component, and which causes contribute to it. The effective state is the worst of the component's
 * own signal and what its dependencies pass on: a least fixpoint, which exists even with cycles. Takes time in proportion to what is
 * unhealthy and what it affects. Afterwards the graph's traversal holds the impacted components, for a roll-up that directly follows.
 */
export function liveImpact(landscape: Landscape, health: ReportedHealth): LiveImpact {
  const graph = graphOf(landscape);
  const { traversal, components, edges } = graph;
  if (ownSeverities.length < components.capacity) {
    ownSeverities = new Uint8Array(Math.ceil(components.capacity * 1.05));
    reportedSince = new Float64Array(ownSeverities.length);
  }
  traversal.begin(components.capacity);
  for (const { componentId, state, since } of health.unhealthy) {
    const node = components.find(componentId);
    if (node !== -1) {
      ownSeverities[node] = HEALTH_STATES.indexOf(state);
      reportedSince[node] = since;
      traversal.addOrigin(node, ownSeverities[node]!);
    }
  }
  const reporting = traversal.queue.slice(0, traversal.count);
  finish(settleAllThatSuffer(traversal, edges));
  const causes = rootCauses.find(graph, ownSeverities, reporting);
  const contributions = contributionsOf(graph, causes);
  const nodes = inOrder(graph, traversal.queue.subarray(0, traversal.count), traversal.severities);
  const unhealthyNodes = inOrder(graph, reporting, ownSeverities);
  const impact = {
    graph,
    health,
    nodes,
    severities: picked(traversal.severities, nodes, new Uint8Array(nodes.length)),
    contributions,
    rootCauses: causes,
    unhealthy: {
      nodes: unhealthyNodes,
      severities: picked(ownSeverities, unhealthyNodes, new Uint8Array(unhealthyNodes.length)),
      since: picked(reportedSince, unhealthyNodes, new Float64Array(unhealthyNodes.length)),
    },
  };
  for (const node of reporting) ownSeverities[node] = 0;
  return impact;
}

/** These nodes, worst severity first, then by technicalName. */
function inOrder(graph: LandscapeGraph, nodes: Int32Array, severities: Uint8Array): Int32Array {
  const { ranks, order } = graph.components.nameOrder;
  const keys = new Uint32Array(nodes.length);
  for (let i = 0; i < keys.length; i++) keys[i] = orderKey(0, severities[nodes[i]!]!, ranks[nodes[i]!]!);
  finish(sortKeysUpwards(keys, new Uint32Array(keys.length)));
  const sorted = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i++) sorted[i] = order[rankIn(keys[i]!)]!;
  return sorted;
}

/** The entries of a column by node that belong to these nodes. A plain loop, because the engine's own `from` is ten times slower. */
function picked<Column extends Uint8Array | Int32Array | Float64Array>(byNode: Column, nodes: Int32Array, into: Column): Column {
  for (let i = 0; i < nodes.length; i++) into[i] = byNode[nodes[i]!]!;
  return into;
}
