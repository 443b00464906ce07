/** Which components stand for an entity of any kind, and how badly each of them fails when that entity does. */
import type { FoundEntity, LandscapeGraph } from '@/domain/graph/landscapeGraph';
import type { LinkTable } from '@/domain/graph/linkTable';

const DEGRADED = 2;

/**
 * Opens the graph's traversal and puts the start components of an entity in as origins. component: itself · application: its components ·
 * capability: components of the applications that support it or a capability below it · process: components of the applications that list
 * it, and of those supporting its capabilities (and those below) · segment: components of the applications that support its capabilities
 * (and those below) · hosting-zone: components in it · hosting-area: those of its zones · technology, dataset: components that use it.
 *
 * Each fails with `severity`; a component in several zones of which only some fail starts at the milder of that and Degraded. Answers the
 * applications that stand for the entity, where it is one or is linked to components by them; null for the kinds that are linked to
 * components directly.
 */
export function startComponents(graph: LandscapeGraph, entity: FoundEntity, severity: number): Set<number> | null {
  const { traversal, components, links } = graph;
  traversal.begin(components.capacity);
  switch (entity.kind) {
    case 'component':
      traversal.addOrigin(entity.index, severity);
      return null;
    case 'technology':
      addHolders(graph, links.componentTechnologies, entity.index, severity);
      return null;
    case 'dataset':
      addHolders(graph, links.componentDatasets, entity.index, severity);
      return null;
    case 'hosting-zone':
      addZones(graph, new Set([entity.index]), severity);
      return null;
    case 'hosting-area':
      addZones(graph, new Set(links.zoneAreas.holders.row(entity.index)), severity);
      return null;
    default: {
      const applications = applicationsFor(graph, entity);
      for (const application of applications) {
        for (const node of components.ofApplication.row(application)) {
          traversal.addOrigin(node, severity);
        }
      }
      return applications;
    }
  }
}

function applicationsFor(graph: LandscapeGraph, entity: FoundEntity): Set<number> {
  const { links } = graph;
  switch (entity.kind) {
    case 'application':
      return new Set([entity.index]);
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
  // A set that grows while it is iterated visits what was added, each once.
  for (const capability of withBelow) {
    for (const below of graph.links.capabilityParents.holders.row(capability)) {
      withBelow.add(below);
    }
  }
  const applications = new Set<number>();
  for (const capability of withBelow) {
    for (const application of graph.links.applicationCapabilities.holders.row(capability)) {
      applications.add(application);
    }
  }
  return applications;
}

function addHolders(graph: LandscapeGraph, link: LinkTable, index: number, severity: number): void {
  for (const node of link.holders.row(index)) {
    graph.traversal.addOrigin(node, severity);
  }
}

function addZones(graph: LandscapeGraph, failing: ReadonlySet<number>, severity: number): void {
  const { componentZones } = graph.links;
  for (const zone of failing) {
    for (const node of componentZones.holders.row(zone)) {
      const isWhollyDown = componentZones.named.row(node).every((own) => failing.has(own));
      graph.traversal.addOrigin(node, isWhollyDown ? severity : Math.min(severity, DEGRADED));
    }
  }
}
