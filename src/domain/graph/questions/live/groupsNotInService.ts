/** Redundancy groups that are worse off than they look, because they count on targets that are not in service. */
import { UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import { targetsNotInService } from '@/domain/graph/questions/targetsNotInService';
import type { LiveImpact } from './liveImpact';
import { gaveWayRows } from '@/domain/graph/questions/scenarioRows';
import type { GaveWay } from '@/domain/graph/questions/scenarioAnswer';
import { countGroup } from '@/domain/graph/spread/groupCounts';
import type { Named } from '@/domain/named';
import { isInService } from '@/domain/lifecycle';
import { byCodeUnit } from '@/plain/order';

/** At most this many groups are named. */
export const MOST_GROUPS = 100;

export interface GroupNotInService extends GaveWay {
  /** The targets whose application is not in service, whether they work or not. */
  notInService: Named[];
}

export interface GroupsNotInService {
  groups: GroupNotInService[];
  omitted: number;
}

export const NO_GROUPS: GroupsNotInService = { groups: [], omitted: 0 };

/**
 * The groups that have lost a target and count on one that is not in service, by the technicalName of their source, then by their name.
 * O(components), and nothing where every application is in service.
 */
export function groupsNotInService({ graph: landscape, nodes, severities }: LiveImpact): GroupsNotInService {
  const graph = graphOf(landscape);
  const { applications, components, edges } = graph;
  const outside = new Set<number>();
  for (const { id, lifecycleState } of applications) if (!isInService(lifecycleState)) outside.add(applications.indexOf(id));
  if (nodes.length === 0 || outside.size === 0) return NO_GROUPS;
  const groups = new Set<number>();
  for (const node of landscape.nodes()) {
    if (!outside.has(components.applicationOf(node))) continue;
    landscape.edges.eachNeighbour('dependents', node, UNFILTERED.verdicts, (_source, slot) => groups.add(edges.groups.of(slot)));
  }
  groups.delete(-1);
  const severityByNode = new Map(Array.from(nodes, (node, position) => [node, severities[position]!]));
  const at = { severityOf: (node: number): number => severityByNode.get(node) ?? 0 };
  const strained = [...groups].map((group) => countGroup(edges, group, 1, at)).filter(({ lost }) => lost.length > 0);
  const rows = strained.map((count) => ({ ...gaveWayRows(graph, [count])[0]!, notInService: targetsNotInService(landscape, count.group) }));
  rows.sort(
    (left, right) =>
      byCodeUnit(left.source.technicalName, right.source.technicalName) || byCodeUnit(left.redundancyGroup, right.redundancyGroup),
  );
  return { groups: rows.slice(0, MOST_GROUPS), omitted: Math.max(0, rows.length - MOST_GROUPS) };
}
