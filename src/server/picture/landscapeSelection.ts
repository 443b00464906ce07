/** Selects the components and dependencies of a picture: those that match the filters and are near the focus. */
import { MOST_IN_FOCUS, type LandscapeFilters, type LandscapePictureInput, type ShownHealth } from '@/contract/landscapePicture';
import { isTeamDomainKey, isTeamKey, NO_GROUP, type DomainRule, type GroupedBy } from '@/domain/graph/questions/grouping';
import { ATTRIBUTES, type Entities, type Landscape, type Links } from '@/domain/graph/landscape/views';
import { CRITICALITY_TIERS, LIFECYCLE_STATES } from '@/domain/vocabulary';
import type { LiveStates } from '@/server/health/liveStates';
import { groupNodes } from './landscapeGroups';

export interface Selection {
  /** 1 for each selected node. */
  isSelected: Uint8Array;
  nodes: number[];
  /** By attribute byte: 1 for dependencies that match. */
  passes: Uint8Array;
  /** How many nodes near the focus are left out, because there would be too many. */
  omitted: number;
}

/** Whether a maintenance window is active for the component or its application. */
export function isMaintained(graph: Landscape, live: LiveStates, node: number): boolean {
  if (live.maintained.size === 0) return false;
  const { id, applicationId } = graph.componentView(node);
  return live.maintained.has(id) || live.maintained.has(applicationId);
}

/** The effective state. Unreported if it never reported and nothing affects it. */
export function healthOf(graph: Landscape, live: LiveStates, node: number): Exclude<ShownHealth, 'Maintenance'> {
  if (live.impacted.size === 0 && live.reported.size === 0) return 'Unreported';
  const id = graph.components.idOf(node);
  return live.impacted.get(id) ?? (live.reported.has(id) ? 'Healthy' : 'Unreported');
}

/** Maintenance hides the component's state. */
export function shownHealth(graph: Landscape, live: LiveStates, node: number): ShownHealth {
  return isMaintained(graph, live, node) ? 'Maintenance' : healthOf(graph, live, node);
}

/** A filter that is null matches everything. What is in focus is selected even if it does not match. */
export function select(
  graph: Landscape,
  live: LiveStates,
  filters: LandscapeFilters,
  focus: LandscapePictureInput['focus'],
  grouping: LandscapePictureInput['grouping'],
  domains: DomainRule,
  mostInFocus = MOST_IN_FOCUS,
): Selection {
  const passes = passingEdges(filters);
  const wanted = wantedNodes(graph, live, filters);
  if (focus === undefined) {
    const nodes: number[] = [];
    for (const node of graph.nodes()) if (wanted[node] === 1) nodes.push(node);
    return { isSelected: wanted, nodes, passes, omitted: 0 };
  }
  return near(graph, wanted, passes, startsOf(graph, focus.ids, grouping ?? 'application', domains), focus.hops, mostInFocus);
}

/** By attribute byte: 1 for dependencies that match the filters. */
export function passingEdges({ types, modes }: LandscapeFilters): Uint8Array {
  const passes = new Uint8Array(256);
  ATTRIBUTES.forEach(({ dependencyType, mode }, byte) => {
    if ((types === undefined || types.includes(dependencyType)) && (modes === undefined || modes.includes(mode))) passes[byte] = 1;
  });
  return passes;
}

function wantedNodes(graph: Landscape, live: LiveStates, filters: LandscapeFilters): Uint8Array {
  const { kinds, health, zones, technologies } = filters;
  const wanted = new Uint8Array(graph.components.capacity);
  const applications = wantedApplications(graph, filters);
  const inZones = linkedTo(graph, graph.links.componentZones, graph.hostingZones, zones);
  const withTechnologies = linkedTo(graph, graph.links.componentTechnologies, graph.technologies, technologies);
  for (const node of graph.nodes()) {
    if (applications !== null && !applications.has(graph.components.applicationOf(node))) continue;
    if (kinds !== undefined && !kinds.includes(graph.componentView(node).kind)) continue;
    if (inZones !== null && inZones[node] === 0) continue;
    if (withTechnologies !== null && withTechnologies[node] === 0) continue;
    if (health !== undefined && !health.includes(shownHealth(graph, live, node))) continue;
    wanted[node] = 1;
  }
  return wanted;
}

/** Null if no filter is about applications. */
function wantedApplications(graph: Landscape, { tiers, lifecycles, teams }: LandscapeFilters): ReadonlySet<number> | null {
  if (tiers === undefined && lifecycles === undefined && teams === undefined) return null;
  const wanted = new Set<number>();
  for (const { id, criticalityTier, lifecycleState, ownerTeam } of graph.applications) {
    const isWanted =
      (tiers?.includes(criticalityTier) ?? true) &&
      (lifecycles?.includes(lifecycleState) ?? true) &&
      (teams?.includes(ownerTeam ?? '') ?? true);
    if (isWanted) wanted.add(graph.applications.indexOf(id));
  }
  return wanted;
}

/** Null without a filter. */
function linkedTo(graph: Landscape, links: Links, table: Entities, ids: readonly string[] | undefined): Uint8Array | null {
  if (ids === undefined) return null;
  const linked = new Uint8Array(graph.components.capacity);
  for (const id of ids) if (table.has(id)) for (const node of links.holders.row(table.indexOf(id))) linked[node] = 1;
  return linked;
}

/**
 * Resolves groups of any grouping, because cards may be grouped differently from the request. Components without a group count as a group
 * of the requested grouping.
 */
export function startsOf(
  graph: Landscape,
  ids: readonly string[],
  asked: NonNullable<LandscapePictureInput['grouping']>,
  domains: DomainRule,
): number[] {
  const components = ids.map((id) => graph.components.find(id));
  const keys = new Set(ids.filter((_, index) => components[index] === -1));
  const groupings = GROUPED.filter((by) => [...keys].some((key) => (key === NO_GROUP ? by === asked : isGroupOf(graph, by, key))));
  const groups = groupings.flatMap((by) =>
    groupNodes(graph, by, domains, graph.nodes()).list.filter(({ key }) => (key === NO_GROUP ? by === asked : true) && keys.has(key)),
  );
  return [...components.filter((node) => node !== -1), ...groups.flatMap(({ nodes }) => nodes)];
}

/** A domain comes before capabilities: all below it belong to it. */
const GROUPED: readonly GroupedBy[] = ['application', 'domain', 'hosting-zone', 'team', 'capability', 'lifecycle', 'tier'];

function isGroupOf(graph: Landscape, by: GroupedBy, key: string): boolean {
  switch (by) {
    case 'team':
      return isTeamKey(key);
    case 'lifecycle':
      return LIFECYCLE_STATES.some((state) => state === key);
    case 'tier':
      return CRITICALITY_TIERS.some((tier) => tier === key);
    case 'domain':
      return isTeamDomainKey(key) || graph.capabilities.has(key);
    default:
      return graph.tableOf(by).has(key);
  }
}

/** What is found hop by hop on each side; nearest first. Something may be on both sides. */
export interface Around {
  starts: number[];
  /** What the starts depend on, by hop: the first list is one hop away. */
  dependencies: number[][];
  dependents: number[][];
}

/** Starts pass in any case; everything else only where `wanted` is 1. */
export function hopsAround(graph: Landscape, wanted: Uint8Array, passes: Uint8Array, starts: readonly number[], hops: number): Around {
  const unique = [...new Set(starts)];
  const ringsOf = (side: 'dependencies' | 'dependents'): number[][] => {
    const isFound = new Uint8Array(graph.components.capacity);
    for (const node of unique) isFound[node] = 1;
    const rings: number[][] = [];
    let ring = unique;
    for (let hop = 0; hop < hops; hop++) {
      const next: number[] = [];
      for (const node of ring)
        graph.edges.eachNeighbour(side, node, passes, (other) => {
          if (isFound[other] === 1 || wanted[other] === 0) return;
          isFound[other] = 1;
          next.push(other);
        });
      rings.push(next);
      ring = next;
    }
    return rings;
  };
  return { starts: unique, dependencies: ringsOf('dependencies'), dependents: ringsOf('dependents') };
}

/** The nearest first, on both sides. */
function near(graph: Landscape, wanted: Uint8Array, passes: Uint8Array, starts: readonly number[], hops: number, most: number): Selection {
  const around = hopsAround(graph, wanted, passes, starts, hops);
  const rings = around.dependencies.flatMap((ring, hop) => [...ring, ...(around.dependents[hop] ?? [])]);
  const found = [...new Set([...around.starts, ...rings])];
  const isSelected = new Uint8Array(graph.components.capacity);
  const nodes = found.slice(0, most);
  for (const node of nodes) isSelected[node] = 1;
  return { isSelected, nodes, passes, omitted: found.length - nodes.length };
}
