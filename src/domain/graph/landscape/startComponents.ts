/** Which components stand for an entity of any kind, and how badly each fails with it. */
import { counts, NONE_BESIDES, type AlsoCounted } from '@/domain/graph/spread/inService';
import type { LandscapeGraph } from './landscapeGraph';
import type { FoundEntity } from './views';

const DEGRADED = 2;

/** Receives a component and how badly it starts to fail. A component may come more than once; the worst counts. */
export type TakeStart = (node: number, severity: number) => void;

/**
 * Opens the graph's traversal and adds the start components of an entity as origins, as `eachStart` lists them. Returns the applications
 * that stand for the entity, if it is one or is linked to components through applications; null for kinds that are linked to components
 * directly.
 */
export function startComponents(
  graph: LandscapeGraph,
  entity: FoundEntity,
  severity: number,
  also: AlsoCounted = NONE_BESIDES,
): Set<number> | null {
  const { traversal, components } = graph;
  traversal.begin(components.capacity);
  return eachStart(graph, entity, severity, (node, own) => traversal.addOrigin(node, own), also);
}

/**
 * Lists the components that fail with an entity.
 *
 * - component: itself
 * - application: its components
 * - capability: components of the applications that support it or a capability below it
 * - process: components of the applications that list it, and of those that support its capabilities (and those below)
 * - segment: components of the applications that support its capabilities (and those below)
 * - hosting-zone: components in it
 * - hosting-area: components in its zones
 * - technology, dataset: components that use it
 *
 * Applications that are not in service stand for nothing but themselves, unless they are `also` counted. Each component fails with
 * `severity`. A component in several zones of which only some fail starts no worse than Degraded. Returns the same as
 * `startComponents`.
 */
export function eachStart(
  graph: LandscapeGraph,
  entity: FoundEntity,
  severity: number,
  take: TakeStart,
  also: AlsoCounted = NONE_BESIDES,
): Set<number> | null {
  const { components, links } = graph;
  switch (entity.kind) {
    case 'component':
      take(entity.index, severity);
      return null;
    case 'technology':
      links.componentTechnologies.holders.row(entity.index).forEach((node) => take(node, severity));
      return null;
    case 'dataset':
      links.componentDatasets.holders.row(entity.index).forEach((node) => take(node, severity));
      return null;
    case 'hosting-zone':
    case 'hosting-area':
      eachStartInZones(graph, new Map(zonesOf(graph, entity).map((zone) => [zone, severity])), take);
      return null;
    default: {
      const applications = applicationsFor(graph, entity, also);
      for (const application of applications) components.ofApplication.row(application).forEach((node) => take(node, severity));
      return applications;
    }
  }
}

/** The zones that fail with a zone or an area. */
export function zonesOf(graph: LandscapeGraph, entity: FoundEntity): number[] {
  return entity.kind === 'hosting-zone' ? [entity.index] : [...graph.links.zoneAreas.holders.row(entity.index)];
}

/**
 * Lists the components in failing zones; `failing` has a severity for each zone. A component starts at the severity of each of its failing
 * zones, but no worse than Degraded. If all its zones fail, it starts at the mildest of theirs, if that is worse.
 */
export function eachStartInZones(graph: LandscapeGraph, failing: ReadonlyMap<number, number>, take: TakeStart): void {
  const { componentZones } = graph.links;
  for (const [zone, severity] of failing)
    for (const node of componentZones.holders.row(zone)) {
      const all = componentZones.named.row(node).reduce((mildest, own) => Math.min(mildest, failing.get(own) ?? 0), severity);
      take(node, Math.max(all, Math.min(severity, DEGRADED)));
    }
}

function applicationsFor(graph: LandscapeGraph, entity: FoundEntity, also: AlsoCounted): Set<number> {
  if (entity.kind === 'application') return new Set([entity.index]);
  return new Set([...linkedTo(graph, entity)].filter((application) => counts(graph, application, also)));
}

function linkedTo(graph: LandscapeGraph, entity: FoundEntity): Set<number> {
  const { links } = graph;
  switch (entity.kind) {
    case 'capability':
      return supporting(graph, [entity.index]);
    case 'process':
      return new Set([
        ...links.applicationProcesses.holders.row(entity.index),
        ...supporting(graph, links.processCapabilities.named.row(entity.index)),
      ]);
    case 'segment':
      return supporting(graph, links.segmentCapabilities.named.row(entity.index));
    default:
      return new Set();
  }
}

/** The applications that support any of these capabilities or one below them. */
function supporting(graph: LandscapeGraph, capabilities: Iterable<number>): Set<number> {
  const withBelow = new Set(capabilities);
  // A set that grows during iteration visits each added entry once.
  for (const capability of withBelow) for (const below of graph.links.capabilityParents.holders.row(capability)) withBelow.add(below);
  const applications = new Set<number>();
  for (const capability of withBelow)
    for (const application of graph.links.applicationCapabilities.holders.row(capability)) applications.add(application);
  return applications;
}
