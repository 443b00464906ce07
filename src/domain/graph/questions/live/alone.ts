/** What one cause does by itself, with everything else Healthy. */
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { settleAllThatSuffer } from '@/domain/graph/spread/propagation';
import type { Steps } from '@/plain/steps';

/** Reads the severity of each node if only `cause` fails, with `severity`. Valid until the next query to the graph. */
export function* severitiesFrom(landscape: Landscape, cause: number, severity: number): Steps<(node: number) => number> {
  const { traversal, components, edges } = graphOf(landscape);
  traversal.begin(components.capacity);
  traversal.addOrigin(cause, severity);
  yield* settleAllThatSuffer(traversal, edges);
  return (node) => traversal.severityOf(node);
}
