/** Rolls up from the impacted components to everything above them, at effective states. */
import type { LiveImpact } from '@/domain/graph/questions/live/liveImpact';
import { finish } from '@/plain/steps';

/**
 * Fills the graph's roll-up, valid until the next query to it. Only impacted components count. If trouble inside an application does not
 * reach an outermost component, the application is Healthy.
 */
export function fillLiveRollUp({ graph, nodes, severities }: Pick<LiveImpact, 'graph' | 'nodes' | 'severities'>): void {
  const { traversal, components } = graph;
  traversal.begin(components.capacity);
  for (let i = 0; i < nodes.length; i++) {
    traversal.addOrigin(nodes[i]!, severities[i]!);
  }
  finish(graph.rollUp.fill(graph, true));
}
