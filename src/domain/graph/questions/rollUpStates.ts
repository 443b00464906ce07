/** Rolls up given states of components, apart from the graph's own roll-up, to compare several outcomes of one landscape. */
import type { AffectedEntities } from '@/domain/graph/spread/affectedEntities';
import type { AlsoCounted } from '@/domain/graph/spread/inService';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

/** A table of entities that are rolled up from components. */
export type RolledUp = 'applications' | 'capabilities' | 'processes' | 'segments';

/** Severities by table and index; 0 if Healthy. */
export type RollUpStates = Readonly<Record<RolledUp, Uint8Array>>;

/**
 * Rolls up `severities` (by node) of these nodes, which must include every affected one. An application takes the worst of its outermost
 * components, a capability and all above it the worst of its applications. Afterwards the graph's traversal and roll-up hold the result.
 */
export function* rollUpStates(graph: LandscapeGraph, nodes: Int32Array, severities: Uint8Array, also: AlsoCounted): Steps<RollUpStates> {
  const { traversal, rollUp } = graph;
  traversal.begin(graph.components.capacity);
  yield* inStretches(nodes.length, traversal.portion, (from, end) => {
    for (const node of nodes.subarray(from, end)) if (severities[node]! > 0) traversal.addOrigin(node, severities[node]!);
  });
  yield* rollUp.fill(graph, true, also);
  return {
    applications: severitiesOf(rollUp.applications, graph.applications.capacity),
    capabilities: severitiesOf(rollUp.capabilities, graph.capabilities.capacity),
    processes: severitiesOf(rollUp.processes, graph.processes.capacity),
    segments: severitiesOf(rollUp.segments, graph.segments.capacity),
  };
}

function severitiesOf(affected: AffectedEntities, capacity: number): Uint8Array {
  const severities = new Uint8Array(capacity);
  for (let position = 0; position < affected.count; position++) severities[affected.indexes[position]!] = affected.severities[position]!;
  return severities;
}
