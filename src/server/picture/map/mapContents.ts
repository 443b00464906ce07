/** What a map shows: groups in a stable order, each with its applications, or with components where there are few applications. */
import type { Grouping } from '@/contract/landscapePicture';
import type { PictureRow } from '@/contract/picture';
import { EVERY_COMPONENT_UP_TO, LEAST_APPLICATIONS_ON_MAP } from '@/contract/values/picture';
import { broadGrouping, NO_GROUP, type GroupedBy } from '@/domain/graph/questions/grouping';
import type { Landscape } from '@/domain/graph/landscape/views';
import { byCodeUnit } from '@/plain/order';
import { inStretches, type Steps } from '@/plain/steps';
import { NODES_IN_A_STEP, byStanding, componentMembers, tierOf, type Standing } from '@/server/picture/cardContents';
import { groupNodes, type Group, type Groups } from '@/server/picture/landscapeGroups';
import type { Subject } from '@/server/picture/subject';
import { grouped } from '@/plain/grouped';

export interface MapCell extends Standing {
  name: string;
  kind: PictureRow['kind'];
  isExternal: boolean;
  /** The components in this group that it stands for. */
  nodes: readonly number[];
  /** Whether other groups have it too. */
  isInSeveral: boolean;
}

export interface MapGroupContent {
  key: string;
  title: string;
  nodes: readonly number[];
  /** In order of standing. */
  cells: readonly MapCell[];
}

export interface MapContents {
  grouping: Grouping;
  groups: readonly MapGroupContent[];
}

/** Groups of at least as many cells are larger than the next, so that an order by name keeps large ones together. */
const SIZE_CLASSES = [60, 20, 6] as const;

export function* mapContents(subject: Subject): Steps<MapContents> {
  const grouping = groupingOf(subject);
  const { graph, selection } = subject;
  const groups = grouping === 'none' ? everything(selection.nodes) : groupNodes(graph, grouping, subject.domains, selection.nodes);
  yield;
  const cellsOf = areComponents(subject, grouping) ? componentCells(subject, groups) : yield* applicationCells(subject, groups);
  const contents: MapGroupContent[] = [];
  let held = 0;
  for (const group of groups.list) {
    const { key, name: title, nodes } = group;
    contents.push({ key, title, nodes, cells: cellsOf(group).sort(byStanding) });
    held += nodes.length;
    if (held < NODES_IN_A_STEP) continue;
    held = 0;
    yield;
  }
  return { grouping, groups: contents.sort(byPlace) };
}

/** Where there are more components than a map can show, applications cannot be groups of them: they are the cells. */
function groupingOf({ input: { grouping }, graph, domains, count }: Subject): GroupedBy | 'none' {
  if (grouping === 'application' && count > EVERY_COMPONENT_UP_TO) return 'none';
  return grouping ?? broadGrouping(graph, domains);
}

function everything(nodes: readonly number[]): Groups {
  const group: Group = {
    key: NO_GROUP,
    kind: 'team',
    id: null,
    technicalName: null,
    name: 'Everything',
    application: -1,
    nodes: [...nodes],
  };
  return { list: nodes.length === 0 ? [] : [group], placesOf: () => [0] };
}

function areComponents({ graph, selection: { nodes }, level, count }: Subject, grouping: MapContents['grouping']): boolean {
  if (grouping === 'application') return true;
  if (level === 'components' && count <= EVERY_COMPONENT_UP_TO) return true;
  const applications = new Set<number>();
  for (const node of nodes) {
    applications.add(graph.components.applicationOf(node));
    if (applications.size >= LEAST_APPLICATIONS_ON_MAP) return false;
  }
  return true;
}

type CellsOf = (group: Group) => MapCell[];

function componentCells({ graph, dependents }: Subject, groups: Groups): CellsOf {
  return (group) =>
    componentMembers(graph, group.nodes, dependents).map((member) => ({
      ...member,
      nodes: [member.node],
      isInSeveral: groups.placesOf(member.node).length > 1,
    }));
}

function* applicationCells({ graph, selection }: Subject, groups: Groups): Steps<CellsOf> {
  const dependents = yield* dependentsOfApplications(graph, selection);
  const placesOf = new Map<number, Set<number>>();
  for (const node of selection.nodes) {
    const application = graph.components.applicationOf(node);
    const places = placesOf.get(application) ?? new Set();
    placesOf.set(application, places);
    for (const place of groups.placesOf(node)) places.add(place);
  }
  return (group) => {
    const nodes = grouped(group.nodes, (node) => graph.components.applicationOf(node));
    return [...nodes].map(([application, own]): MapCell => {
      const { id, technicalName, name } = graph.applications.at(application);
      return {
        id,
        technicalName,
        name,
        kind: 'Application',
        isExternal: false,
        tier: tierOf(graph, own[0] ?? -1),
        dependents: dependents.get(application) ?? 0,
        nodes: own,
        isInSeveral: (placesOf.get(application)?.size ?? 0) > 1,
      };
    });
  };
}

/** By the index of an application: how many selected dependencies lead to it from other applications. */
function* dependentsOfApplications(graph: Landscape, { nodes, isSelected, passes }: Subject['selection']): Steps<Map<number, number>> {
  const counts = new Map<number, number>();
  yield* inStretches(nodes.length, NODES_IN_A_STEP, (from, end) => {
    for (const node of nodes.slice(from, end)) {
      const own = graph.components.applicationOf(node);
      graph.edges.eachNeighbour('dependencies', node, passes, (other) => {
        const application = graph.components.applicationOf(other);
        if (isSelected[other] === 1 && application !== own) counts.set(application, (counts.get(application) ?? 0) + 1);
      });
    }
  });
  return counts;
}

/** Large groups first, by name within a class of sizes; what belongs nowhere last. Health changes no place. */
function byPlace(a: MapGroupContent, b: MapGroupContent): number {
  const classOf = ({ cells }: MapGroupContent): number => SIZE_CLASSES.findIndex((least) => cells.length >= least) >>> 0;
  return (
    Number(a.key === NO_GROUP) - Number(b.key === NO_GROUP) ||
    classOf(a) - classOf(b) ||
    byCodeUnit(a.title, b.title) ||
    byCodeUnit(a.key, b.key)
  );
}
