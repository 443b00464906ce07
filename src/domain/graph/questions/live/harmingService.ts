/** Which causes harm something in service. */
import { counts } from '@/domain/graph/spread/inService';
import type { LiveImpact } from './liveImpact';

/** The nodes of the causes that contribute to a component of an application in service, or are one. */
export function causesHarmingService({ graph, nodes, contributions: { causes, sets, setByNode } }: LiveImpact): ReadonlySet<number> {
  const { components } = graph;
  const numbers = new Set<number>();
  for (const node of nodes) if (counts(graph, components.applicationOf(node))) numbers.add(setByNode[node]!);
  return new Set([...numbers].flatMap((number) => Array.from(sets.sets[number]!, (rank) => causes[rank]!)));
}
