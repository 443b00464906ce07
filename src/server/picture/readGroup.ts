/** Reads one group of a picture: its contents and all its connections, even if the picture has no room for them. */
import {
  MOST_CHOICES,
  MOST_NEIGHBOURS,
  type FilterChoices,
  type LandscapeGroup,
  type LandscapeGroupInput,
} from '@/contract/landscapePicture';
import { AppError } from '@/domain/errors';
import type { DomainRule } from '@/domain/graph/questions/grouping';
import type { Entities, Landscape } from '@/domain/graph/landscape/views';
import { liveStates, type LiveStates } from '@/server/health/liveStates';
import { currentGraph } from '@/server/graphs/graphStore';
import type { TenantDb } from '@/server/db/tenantDb';
import { byCodeUnit } from '@/plain/order';
import { BundleTally } from './bundleTally';
import { drawnComponent, groupRow } from './foldLandscape';
import { groupNodes, type Groups } from './landscapeGroups';
import { select, type Selection } from './landscapeSelection';

/** Throws 404 if the group contains nothing that matches the filters. */
export async function readGroup(tenant: TenantDb, input: LandscapeGroupInput): Promise<LandscapeGroup> {
  const live = await liveStates(tenant);
  const { graph, head } = await currentGraph(tenant);
  return groupOf(graph, live, input, head.domains);
}

function groupOf(
  graph: Landscape,
  live: LiveStates,
  { grouping, key, filters = {} }: LandscapeGroupInput,
  domains: DomainRule,
): LandscapeGroup {
  const selection = select(graph, live, filters, undefined, grouping, domains);
  const groups = groupNodes(graph, grouping, domains, selection.nodes);
  const place = groups.list.findIndex((group) => group.key === key);
  const group = groups.list[place];
  if (group === undefined) throw new AppError('not_found', 'This group is empty or no longer exists.');
  const dependencies = joinsOf(graph, selection, groups, place, 'dependencies');
  const dependents = joinsOf(graph, selection, groups, place, 'dependents');
  const ends = new Set([...dependencies.bundles.map(({ targetId }) => targetId), ...dependents.bundles.map(({ sourceId }) => sourceId)]);
  return {
    group: groupRow(graph, live, group, true),
    components: group.nodes.slice(0, MOST_NEIGHBOURS).map((node) => drawnComponent(graph, live, groups, node)),
    names: Object.fromEntries(groups.list.flatMap((other) => (ends.has(other.key) ? [[other.key, other.name]] : []))),
    dependencies: dependencies.bundles,
    dependents: dependents.bundles,
    counts: { dependencies: dependencies.count, dependents: dependents.count },
  };
}

function joinsOf(
  graph: Landscape,
  { passes }: Selection,
  { list, placesOf }: Groups,
  place: number,
  side: 'dependencies' | 'dependents',
): { bundles: LandscapeGroup['dependencies']; count: number } {
  const tally = new BundleTally(list.length);
  const others = new Set<number>();
  for (const node of list[place]?.nodes ?? [])
    graph.edges.eachNeighbour(side, node, passes, (neighbour, _slot, attribute) => {
      const places = placesOf(neighbour);
      if (places.includes(place)) return;
      for (const other of places) {
        others.add(other);
        if (side === 'dependencies') tally.add(place, other, attribute);
        else tally.add(other, place, attribute);
      }
    });
  return { bundles: tally.heaviest(MOST_NEIGHBOURS, (index) => list[index]?.key ?? '').bundles, count: others.size };
}

/** Sorted by name. */
export async function readFilterChoices(tenant: TenantDb): Promise<FilterChoices> {
  const { graph } = await currentGraph(tenant);
  const teams = new Set([...graph.applications].flatMap(({ ownerTeam }) => (ownerTeam === null || ownerTeam === '' ? [] : [ownerTeam])));
  return {
    teams: inOrder([...teams].map((team) => ({ value: team, name: team }))),
    zones: inOrder(choicesOf(graph.hostingZones)),
    technologies: inOrder(choicesOf(graph.technologies)),
  };
}

function choicesOf(table: Entities): FilterChoices['zones'] {
  return [...table].map(({ id, name }) => ({ value: id, name }));
}

function inOrder(choices: FilterChoices['zones']): FilterChoices['zones'] {
  return choices.sort((a, b) => byCodeUnit(a.name, b.name)).slice(0, MOST_CHOICES);
}
