/** What is impacted right now: one pass over a landscape and its components' reported health, without a depth limit. */
import { orderKey, rankIn, sortKeysUpwards } from '@/domain/graph/answerOrder';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { settleAllThatSuffer } from '@/domain/graph/propagation';
import { contributionsOf } from '@/domain/health/contributions';
import type { Contributions } from '@/domain/health/contributions';
import { RootCauses } from '@/domain/health/rootCauses';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { FailureState } from '@/domain/vocabulary';

/** A component whose last signal is not Healthy. */
export interface UnhealthyComponent {
  componentId: string;
  state: FailureState;
  /** When it came to this state, in milliseconds since 1970. */
  since: number;
}

/** What a tenant's components report. A component in neither list has never reported and counts as Healthy. */
export interface ReportedHealth {
  /** In any order, each component at most once. Components that the landscape does not have (any more) are left out. */
  unhealthy: readonly UnhealthyComponent[];
  /** How many components last reported Healthy. */
  healthyCount: number;
}

/** Columns, not rows: position i of each belongs to the same component. Nodes are those of the graph, valid until its next edit. */
export interface LiveImpact {
  graph: LandscapeGraph;
  health: ReportedHealth;
  /** The components with an effective state worse than Healthy: worst first, then by technicalName. */
  nodes: Int32Array;
  severities: Uint8Array;
  /** Who contributes to the state of each. */
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
 * Works out the effective state of every component (the worst of its own signal and what its dependencies pass on: a least fixpoint, safe
 * on cycles) and who contributes to it. Takes time in proportion to what is unhealthy and what suffers from it. Afterwards the graph's traversal
 * holds the suffering components, for the roll-up that may follow at once.
 */
export function liveImpact(graph: LandscapeGraph, health: ReportedHealth): LiveImpact {
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
  settleAllThatSuffer(traversal, edges, 1);
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
  for (const node of reporting) {
    ownSeverities[node] = 0;
  }
  return impact;
}

/** These nodes by worst severity, then technicalName. */
function inOrder(graph: LandscapeGraph, nodes: Int32Array, severities: Uint8Array): Int32Array {
  const { ranks, order } = graph.components.nameOrder;
  const keys = new Uint32Array(nodes.length);
  for (let i = 0; i < keys.length; i++) {
    keys[i] = orderKey(0, severities[nodes[i]!]!, ranks[nodes[i]!]!);
  }
  sortKeysUpwards(keys, new Uint32Array(keys.length));
  const sorted = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    sorted[i] = order[rankIn(keys[i]!)]!;
  }
  return sorted;
}

/** The entries of a column by node that belong to these nodes. A plain loop: the engine's own `from` takes ten times as long. */
function picked<Column extends Uint8Array | Int32Array | Float64Array>(byNode: Column, nodes: Int32Array, into: Column): Column {
  for (let i = 0; i < nodes.length; i++) {
    into[i] = byNode[nodes[i]!]!;
  }
  return into;
}
