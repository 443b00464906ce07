/** What a chosen component is joined to, for a picture that holds the heaviest joins alone. */
import { MOST_GROUPS, type ComponentJoins, type ComponentJoinsInput } from '@/contract/landscapePicture';
import { AppError } from '@/domain/errors';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import type { RowArena } from '@/domain/graph/rowArena';
import { liveStates, type LiveStates } from '@/server/health/liveStates';
import { currentGraph } from '@/server/graphs/graphStore';
import type { TenantDb } from '@/server/tenantDb';
import { BundleTally } from './bundleTally';
import { groupNodes } from './landscapeGroups';
import { eachNeighbour, select } from './landscapeSelection';

/** Only what passes the filters and lies in focus, as in the picture. Throws 404. */
export async function readComponentJoins(tenant: TenantDb, input: ComponentJoinsInput): Promise<ComponentJoins> {
  const live = await liveStates(tenant);
  const { graph } = await currentGraph(tenant);
  return componentJoinsIn(graph, live, input);
}

/** Must run to its end before the next await, as all reading of a graph. */
export function componentJoinsIn(
  graph: LandscapeGraph,
  live: LiveStates,
  { component, grouping, filters = {}, focus }: ComponentJoinsInput,
): ComponentJoins {
  const chosen = graph.components.find(component);
  if (chosen === -1) throw new AppError('not_found', 'There is no such component.');
  const { isSelected, passes } = select(graph, live, filters, focus, grouping);
  const { dependencies, dependents } = graph.edges;
  const neighbours = new Set<number>();
  const eachJoin = (rows: RowArena, take: (other: number, attribute: number) => void): void => {
    eachNeighbour(rows, chosen, passes, (other, _slot, attribute) => {
      if (isSelected[other] === 1) take(other, attribute);
    });
  };
  for (const rows of [dependencies, dependents]) eachJoin(rows, (other) => neighbours.add(other));
  const { list, ofNode } = groupNodes(graph, grouping, neighbours);
  const self = list.length;
  const tally = new BundleTally(self + 1);
  const add = (rows: RowArena, between: (place: number) => readonly [source: number, target: number]): void => {
    eachJoin(rows, (other, attribute) => tally.add(...between(ofNode[other] ?? -1), attribute));
  };
  add(dependencies, (place) => [self, place]);
  add(dependents, (place) => [place, self]);
  // A picture has no more groups that they could lead to, one way or the other.
  return { bundles: tally.heaviest(2 * MOST_GROUPS, (place) => list[place]?.key ?? component).bundles };
}
