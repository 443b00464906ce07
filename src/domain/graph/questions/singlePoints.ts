/** The components that take an entity down alone. */
import { analyse, type ImpactQuestion } from './analysis';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { finish } from '@/plain/steps';

const OUTAGE = HEALTH_STATES.indexOf('Outage');

/**
 * The technicalNames of the components whose Outage alone brings the entity to Outage; null if it has no components, so that nothing is
 * known, or if there is no such entity. Takes them from the upstream question, which answers this for each cause.
 */
export function singlePointsOf(landscape: Landscape, question: ImpactQuestion): string[] | null {
  const graph = graphOf(landscape);
  if (finish(analyse(graph, question)) === null) return null;
  const { queue, severities, count, originCount } = graph.traversal;
  if (originCount === 0) return null;
  const down = queue.subarray(0, count).filter((node) => severities[node] === OUTAGE);
  return Array.from(down, (node) => graph.components.technicalNameOf(node));
}
