/** What a chosen component is joined to, for a picture that holds the heaviest joins alone. */
import { MOST_NEIGHBOURS, type ComponentJoins, type ComponentJoinsInput, type Join } from '@/contract/landscapePicture';
import { AppError } from '@/domain/errors';
import { EDGE_ATTRIBUTES } from '@/domain/graph/edgeAttributes';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import type { RowArena } from '@/domain/graph/rowArena';
import { liveStates } from '../health/liveStates';
import { currentGraph } from '../impact/graphStore';
import type { TenantDb } from '../tenantDb';
import { groupNodes } from './landscapeGroups';
import { eachNeighbour, select, type Selection } from './landscapeSelection';

/** Only what passes the filters and lies in focus, as in the picture. Throws 404. */
export async function readComponentJoins(tenant: TenantDb, { component, grouping, filters = {}, focus }: ComponentJoinsInput): Promise<ComponentJoins> {
  const live = await liveStates(tenant);
  const { graph } = await currentGraph(tenant);
  const node = graph.components.find(component);
  if (node === -1) throw new AppError('not_found', 'There is no such component.');
  const selection = select(graph, live, filters, focus, grouping);
  const { dependencies, dependents } = graph.edges;
  return { dependencies: joinsOf(graph, selection, grouping, node, dependencies), dependents: joinsOf(graph, selection, grouping, node, dependents) };
}

function joinsOf(graph: LandscapeGraph, { isSelected, passes }: Selection, grouping: ComponentJoinsInput['grouping'], node: number, rows: RowArena): Join[] {
  const ends: { other: number; attribute: number }[] = [];
  eachNeighbour(rows, node, passes, (other, _slot, attribute) => {
    if (isSelected[other] === 1 && ends.length < MOST_NEIGHBOURS) ends.push({ other, attribute });
  });
  const groups = groupNodes(graph, grouping, new Set(ends.map(({ other }) => other)));
  return ends.flatMap(({ other, attribute }) => {
    const [group, look] = [groups.list[groups.ofNode[other] ?? -1], EDGE_ATTRIBUTES[attribute]];
    if (group === undefined || look === undefined) return [];
    const { dependencyType, mode, propagates } = look;
    return [{ componentId: graph.components.idOf(other), groupKey: group.key, dependencyType, mode, propagates }];
  });
}
