/** Puts components into groups: each into every group that it belongs to. */
import type { PictureGroup } from '@/contract/landscapePicture';
import {
  domainKeyOfTeam,
  domainOfKey,
  isTeamDomainKey,
  NO_GROUP,
  teamKey,
  teamOfKey,
  topCapabilities,
  type DomainRule,
  type GroupedBy,
} from '@/domain/graph/questions/grouping';
import type { Landscape } from '@/domain/graph/landscape/views';
import type { CriticalityTier } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { append } from '@/plain/grouped';

export interface Group {
  key: string;
  kind: PictureGroup['kind'];
  id: string | null;
  technicalName: string | null;
  name: string;
  /** Index of the application, if groups are applications. */
  application: number;
  nodes: number[];
}

export interface Groups {
  /** Largest first, then by name. */
  list: Group[];
  /** By node: its positions in the list. Empty for nodes that were not asked for. */
  placesOf(node: number): readonly number[];
}

const NOWHERE: Readonly<Record<GroupedBy, string>> = {
  application: 'No application',
  'hosting-zone': 'No hosting zone',
  team: 'No team',
  capability: 'No capability',
  domain: 'No domain',
  lifecycle: 'No lifecycle',
  tier: 'No tier',
};

const NO_PLACES: readonly number[] = [];

/** Groups these nodes, and contains no other nodes. */
export function groupNodes(graph: Landscape, by: GroupedBy, domains: DomainRule, nodes: Iterable<number>): Groups {
  const groups = new Map<string, Group>();
  const keysOf = keyReader(graph, by, domains);
  for (const node of nodes)
    for (const key of keysOf(node)) {
      let group = groups.get(key);
      if (group === undefined) {
        group = groupOf(graph, by, key, graph.components.applicationOf(node));
        groups.set(key, group);
      }
      group.nodes.push(node);
    }
  const list = [...groups.values()].sort(
    (a, b) => b.nodes.length - a.nodes.length || (a.key === NO_GROUP ? 1 : b.key === NO_GROUP ? -1 : byCodeUnit(a.name, b.name)),
  );
  const places = new Map<number, number[]>();
  list.forEach((group, place) => {
    for (const node of group.nodes) append(places, node, place);
  });
  return { list, placesOf: (node) => places.get(node) ?? NO_PLACES };
}

/** Reads the keys of a node's groups. Looks up once per application what is the same for all its components. */
function keyReader(graph: Landscape, by: GroupedBy, domains: DomainRule): (node: number) => readonly string[] {
  if (by === 'hosting-zone') return (node) => idsOr(graph.links.componentZones.named.row(node), (index) => graph.hostingZones.at(index).id);
  const read = applicationReader(graph, by, domains);
  const known = new Map<number, readonly string[]>();
  return (node) => {
    const application = graph.components.applicationOf(node);
    let keys = known.get(application);
    if (keys === undefined) known.set(application, (keys = read(application)));
    return keys;
  };
}

function applicationReader(
  graph: Landscape,
  by: Exclude<GroupedBy, 'hosting-zone'>,
  domains: DomainRule,
): (application: number) => readonly string[] {
  const capabilities = (application: number) => graph.links.applicationCapabilities.named.row(application);
  switch (by) {
    case 'application':
      return (application) => [graph.applications.at(application).id];
    case 'team':
      return (application) => [teamKey(graph.applications.at(application).ownerTeam)];
    case 'lifecycle':
      return (application) => [graph.applications.at(application).lifecycleState];
    case 'tier':
      return (application) => [graph.applications.at(application).criticalityTier];
    case 'capability':
      return (application) => idsOr(capabilities(application), (index) => graph.capabilities.at(index).id);
    case 'domain':
      if (domains.by === 'TeamPrefix')
        return (application) => [domainKeyOfTeam(graph.applications.at(application).ownerTeam, domains.separator)];
      return (application) => idsOr(topCapabilities(graph, capabilities(application)), (index) => graph.capabilities.at(index).id);
  }
}

function idsOr(found: Iterable<number> | ArrayLike<number>, idAt: (index: number) => string): readonly string[] {
  const ids = Array.from(found, idAt);
  return ids.length === 0 ? [NO_GROUP] : ids;
}

export const TIER_NAMES: Readonly<Record<CriticalityTier, string>> = {
  MissionCritical: 'Mission critical',
  BusinessCritical: 'Business critical',
  BusinessOperational: 'Business operational',
  Administrative: 'Administrative',
};

function groupOf(graph: Landscape, by: GroupedBy, key: string, application: number): Group {
  const frame = { key, kind: by, application: by === 'application' ? application : -1, nodes: [] };
  const unnamed = { ...frame, id: null, technicalName: null };
  if (key === NO_GROUP) return { ...unnamed, name: NOWHERE[by] };
  if (by === 'team') return { ...unnamed, name: teamOfKey(key) };
  if (isTeamDomainKey(key)) return { ...unnamed, name: domainOfKey(key) };
  if (by === 'lifecycle') return { ...unnamed, name: key };
  if (by === 'tier') return { ...unnamed, name: TIER_NAMES[key as CriticalityTier] };
  const table = graph.tableOf(by === 'domain' ? 'capability' : by);
  const { id, technicalName, name } = table.at(table.indexOf(key));
  return { ...frame, id, technicalName, name };
}
