/**
 * Cuts a picture out of a landscape graph: filtered, focused, grouped, and folded if it would be too large. The picture is bounded, however
 * large the landscape is.
 */
import {
  MOST_BUNDLES,
  MOST_DEPENDENCIES,
  MOST_GROUPS,
  READABLE_BUNDLES,
  WHOLE_UP_TO_COMPONENTS,
  type DrawnComponent,
  type Grouping,
  type LandscapePicture,
  type LandscapePictureInput,
  type PictureDependency,
  type PictureGroup,
} from '@/contract/landscapePicture';
import type { DependencyView, Landscape } from '@/domain/graph/landscape/views';
import { AUTOMATIC_DOMAINS, broadGrouping, type DomainRule } from '@/domain/graph/questions/grouping';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { LiveStates } from '@/server/health/liveStates';
import { BundleTally } from './bundleTally';
import { groupNodes, type Group, type Groups } from './landscapeGroups';
import { healthOf, isMaintained, select, type Selection } from './landscapeSelection';

/** Must finish before the next await, like everything that reads a graph. */
export function foldLandscape(
  graph: Landscape,
  live: LiveStates,
  input: LandscapePictureInput,
  domains: DomainRule = AUTOMATIC_DOMAINS,
): LandscapePicture {
  const selection = select(graph, live, input.filters ?? {}, input.focus, input.grouping, domains);
  const dependencyCount = countDependencies(graph, selection);
  const isAggregated = selection.nodes.length > WHOLE_UP_TO_COMPONENTS || dependencyCount > MOST_DEPENDENCIES;
  const { grouping, groups } = grouped(graph, selection, isAggregated, input.grouping, domains);
  const { isOpen, notOpened } = groups === null ? { isOpen: [], notOpened: [] } : openGroups(groups, isAggregated, input);
  const drawn = drawnNodes(selection, groups, isOpen);
  const shownGroups = groups === null ? [] : groups.list.slice(0, MOST_GROUPS);
  const joins = joinsBetween(graph, selection, groups, isOpen, shownGroups.length + drawn.length);
  return {
    landscapeVersion: graph.version,
    grouping,
    isAggregated,
    counts: { components: graph.components.count, applications: [...graph.applications].length, dependencies: graph.edges.count },
    matching: { components: selection.nodes.length, dependencies: dependencyCount, groups: groups?.list.length ?? 0 },
    groups: shownGroups.map((group, place) => groupRow(graph, live, group, isOpen[place] !== true)),
    components: drawn.map((node) => drawnComponent(graph, live, groups, node)),
    dependencies: joins.dependencies,
    bundles: joins.bundles,
    omitted: { groups: (groups?.list.length ?? 0) - shownGroups.length, components: selection.omitted, dependencies: joins.omitted },
    notOpened,
  };
}

/** The requested grouping. If none is requested, what a map would have where there is too much to show one by one. */
function grouped(
  graph: Landscape,
  { nodes }: Selection,
  isAggregated: boolean,
  asked: Grouping | undefined,
  domains: DomainRule,
): { grouping: Grouping; groups: Groups | null } {
  if (asked === 'none' && !isAggregated) return { grouping: asked, groups: null };
  if (asked !== undefined && asked !== 'none') return { grouping: asked, groups: groupNodes(graph, asked, domains, nodes) };
  const by = isAggregated ? broadGrouping(graph, domains) : 'application';
  return { grouping: by, groups: groupNodes(graph, by, domains, nodes) };
}

function countDependencies(graph: Landscape, { nodes, isSelected, passes }: Selection): number {
  let count = 0;
  for (const node of nodes)
    graph.edges.eachNeighbour('dependencies', node, passes, (other) => {
      count += isSelected[other] ?? 0;
    });
  return count;
}

/** By position in the list of groups. `open` opens groups that start folded, `folded` closes groups that start open. */
function openGroups(
  groups: Groups,
  isAggregated: boolean,
  { open = [], folded = [] }: LandscapePictureInput,
): { isOpen: boolean[]; notOpened: string[] } {
  const within = groups.list.slice(0, MOST_GROUPS);
  if (!isAggregated) return { isOpen: within.map(({ key }) => !folded.includes(key)), notOpened: [] };
  const isOpen = within.map(() => false);
  const notOpened: string[] = [];
  let room = WHOLE_UP_TO_COMPONENTS;
  for (const key of new Set(open)) {
    const place = within.findIndex((group) => group.key === key);
    const size = within[place]?.nodes.length ?? 0;
    if (place === -1) continue;
    if (size > room) notOpened.push(key);
    else {
      isOpen[place] = true;
      room -= size;
    }
  }
  return { isOpen, notOpened };
}

function drawnNodes(selection: Selection, groups: Groups | null, isOpen: readonly boolean[]): number[] {
  if (groups === null) return selection.nodes;
  return [...new Set(groups.list.flatMap(({ nodes }, place) => (isOpen[place] === true ? nodes : [])))];
}

interface Joins {
  dependencies: PictureDependency[];
  bundles: LandscapePicture['bundles'];
  omitted: number;
}

/** A drawn component represents itself; one that is not drawn is represented by each of its groups that is. */
function joinsBetween(
  graph: Landscape,
  { nodes, isSelected, passes }: Selection,
  groups: Groups | null,
  isOpen: readonly boolean[],
  drawnThings: number,
): Joins {
  const { capacity } = graph.components;
  const standIns = (node: number): readonly number[] => {
    const places = groups?.placesOf(node) ?? [];
    if (groups === null || places.some((place) => isOpen[place] === true)) return [node];
    return places.flatMap((place) => (place < MOST_GROUPS ? [capacity + place] : []));
  };
  const nameOf = (place: number): string => (place < capacity ? graph.components.idOf(place) : (groups?.list[place - capacity]?.key ?? ''));
  const slots: number[] = [];
  const tally = new BundleTally(capacity + MOST_GROUPS);
  let omitted = 0;
  for (const node of nodes) {
    const sources = standIns(node);
    graph.edges.eachNeighbour('dependencies', node, passes, (other, slot, attribute) => {
      if (isSelected[other] === 0) return;
      const targets = standIns(other);
      if (sources[0] === node && targets[0] === other) slots.push(slot);
      else if (sources.length === 0 || targets.length === 0) omitted++;
      // Between two groups that share both ends it is a dependency within a group.
      else for (const source of sources) for (const target of targets) if (source !== target) tally.add(source, target, attribute);
    });
  }
  const heaviest = tally.heaviest(Math.min(MOST_BUNDLES, Math.max(READABLE_BUNDLES, drawnThings)), nameOf);
  const dependencies = slots.slice(0, MOST_DEPENDENCIES).map((slot) => withoutSurplus(graph.dependencyView(slot)));
  return { dependencies, bundles: heaviest.bundles, omitted: omitted + heaviest.omitted + slots.length - dependencies.length };
}

export function drawnComponent(graph: Landscape, live: LiveStates, groups: Groups | null, node: number): DrawnComponent {
  const { id, technicalName, name, kind, isExternal, applicationId } = graph.componentView(node);
  return {
    id,
    technicalName,
    name,
    kind,
    isExternal,
    applicationId,
    applicationName: graph.applications.at(graph.components.applicationOf(node)).name,
    groupKeys: groups === null ? [] : groups.placesOf(node).flatMap((place) => groups.list[place]?.key ?? []),
    health: healthOf(graph, live, node),
    isUnderMaintenance: isMaintained(graph, live, node),
    isFlapping: live.flapping.has(graph.components.idOf(node)),
  };
}

/**
 * The state that live impact rolls up for the group. Live impact does not know teams and zones, so these get the state of their worst
 * component. Healthy only if all of it is known to be healthy.
 */
export function groupRow(
  graph: Landscape,
  live: LiveStates,
  { key, kind, id, technicalName, name, application, nodes }: Group,
  isFolded: boolean,
): PictureGroup {
  const troubled = { Warning: 0, Degraded: 0, Outage: 0 };
  let unreported = 0;
  let maintained = 0;
  for (const node of nodes) {
    const health = healthOf(graph, live, node);
    if (health === 'Unreported') unreported++;
    else if (health !== 'Healthy') troubled[health]++;
    if (isMaintained(graph, live, node)) maintained++;
  }
  const worst = [...HEALTH_STATES].reverse().find((state) => state !== 'Healthy' && troubled[state] > 0);
  const rolledUp = id === null ? undefined : live.rolledUp.get(id);
  const fact = application === -1 ? null : graph.applications.at(application);
  const quiet = unreported > 0 || nodes.length === 0 ? ('Unreported' as const) : ('Healthy' as const);
  return {
    key,
    kind,
    id,
    technicalName,
    name,
    criticalityTier: fact?.criticalityTier ?? null,
    ownerTeam: fact?.ownerTeam ?? null,
    componentCount: nodes.length,
    troubled,
    isFolded,
    health: (rolledUp === 'Healthy' ? undefined : rolledUp) ?? (rolledUp === undefined ? worst : undefined) ?? quiet,
    isUnderMaintenance: maintained > 0 && maintained === nodes.length,
  };
}

function withoutSurplus(view: DependencyView): PictureDependency {
  const { id, sourceComponentId, targetComponentId, dependencyType, mode, required, propagates, redundancyGroup, redundancyMinimum } = view;
  return { id, sourceComponentId, targetComponentId, dependencyType, mode, required, propagates, redundancyGroup, redundancyMinimum };
}
