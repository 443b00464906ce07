/** Puts each component into one group. `domain/graph/questions/grouping.ts` decides which. */
import type { PictureGroup } from '@/contract/landscapePicture';
import { firstKey, NO_GROUP, teamKey, teamOfKey, type GroupedBy } from '@/domain/graph/questions/grouping';
import type { Landscape } from '@/domain/graph/landscape/views';
import { byCodeUnit } from '@/plain/order';

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
  /** By node: its position in the list; -1 for nodes that were not asked for. */
  ofNode: Int32Array;
  /** By node: the number of other groups that it also belongs to. */
  others: Uint16Array;
}

const NOWHERE: Readonly<Record<GroupedBy, string>> = {
  application: 'No application',
  'hosting-zone': 'No hosting zone',
  team: 'No team',
  capability: 'No capability',
};

/** Groups these nodes, and contains no other nodes. */
export function groupNodes(graph: Landscape, by: GroupedBy, nodes: Iterable<number>): Groups {
  const ofNode = new Int32Array(graph.components.capacity).fill(-1);
  const others = new Uint16Array(graph.components.capacity);
  const groups = new Map<string, Group>();
  const cardOf = cardReader(graph, by);
  for (const node of nodes) {
    const { key, surplus } = cardOf.keyOf(node);
    let group = groups.get(key);
    if (group === undefined) {
      group = cardOf.groupOf(key, node);
      groups.set(key, group);
    }
    group.nodes.push(node);
    others[node] = surplus;
  }
  const list = [...groups.values()].sort(
    (a, b) => b.nodes.length - a.nodes.length || (a.key === NO_GROUP ? 1 : b.key === NO_GROUP ? -1 : byCodeUnit(a.name, b.name)),
  );
  list.forEach((group, place) => {
    for (const node of group.nodes) ofNode[node] = place;
  });
  return { list, ofNode, others };
}

interface CardReader {
  keyOf(node: number): { key: string; surplus: number };
  groupOf(key: string, node: number): Group;
}

/** Looks up once per application what is the same for all its components. */
function cardReader(graph: Landscape, by: GroupedBy): CardReader {
  const firstOf = (
    links: ArrayLike<number>,
    at: (index: number) => { technicalName: string; id: string },
  ): { key: string; surplus: number } => {
    return { key: firstKey(Array.from(links, at)), surplus: Math.max(0, links.length - 1) };
  };
  const perApplication = new Map<number, { key: string; surplus: number }>();
  const ofApplication = (
    node: number,
    read: (application: number) => { key: string; surplus: number },
  ): { key: string; surplus: number } => {
    const application = graph.components.applicationOf(node);
    const held = perApplication.get(application) ?? read(application);
    perApplication.set(application, held);
    return held;
  };
  const keyOf: Record<GroupedBy, (node: number) => { key: string; surplus: number }> = {
    application: (node) => ofApplication(node, (application) => ({ key: graph.applications.at(application).id, surplus: 0 })),
    team: (node) => ofApplication(node, (application) => ({ key: teamKey(graph.applications.at(application).ownerTeam), surplus: 0 })),
    capability: (node) =>
      ofApplication(node, (application) => {
        const links = graph.links.applicationCapabilities.named.row(application);
        return firstOf(links, (index) => graph.capabilities.at(index));
      }),
    'hosting-zone': (node) => {
      const links = graph.links.componentZones.named.row(node);
      return firstOf(links, (index) => graph.hostingZones.at(index));
    },
  };
  return { keyOf: keyOf[by], groupOf: (key, node) => groupOf(graph, by, key, graph.components.applicationOf(node)) };
}

function groupOf(graph: Landscape, by: GroupedBy, key: string, application: number): Group {
  const frame = { key, kind: by, application: by === 'application' ? application : -1, nodes: [] };
  if (key === NO_GROUP) return { ...frame, id: null, technicalName: null, name: NOWHERE[by] };
  if (by === 'team') return { ...frame, id: null, technicalName: null, name: teamOfKey(key) };
  const table = graph.tableOf(by);
  const { id, technicalName, name } = table.at(table.indexOf(key));
  return { ...frame, id, technicalName, name };
}
