/** From the impacted components to all that is rolled up from them, at effective states. */
import type { LiveImpact } from '@/domain/health/liveImpact';

/**
 * Fills the graph's roll-up, until the next query to it. The impacted components are all that suffer: trouble inside that reaches no
 * outermost one leaves an application Healthy.
 */
export function fillLiveRollUp({ graph, nodes, severities }: Pick<LiveImpact, 'graph' | 'nodes' | 'severities'>): void {
  const { traversal, components } = graph;
  traversal.begin(components.capacity);
  for (let i = 0; i < nodes.length; i++) {
    traversal.addOrigin(nodes[i]!, severities[i]!);
  }
  graph.rollUp.fill(graph, true, true);
}
