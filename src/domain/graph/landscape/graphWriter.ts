/** Adds single facts to a graph and removes them, keeping rows, links and caches consistent. Whole edits are checked elsewhere. */
import type { LandscapeGraph } from './landscapeGraph';
import type { EntityTable } from '@/domain/graph/arrays/entityTable';
import type {
  ApplicationFact,
  CapabilityFact,
  ComponentFact,
  ComponentLink,
  DependencyFact,
  EntityFact,
  HostingZoneFact,
  ProcessFact,
  SegmentFact,
} from '@/domain/graph/arrays/landscapeFacts';

function indexesOf(table: EntityTable<EntityFact>, ids: readonly string[]): number[] {
  return ids.map((id) => table.reserve(id));
}

/**
 * Adds a component, or overwrites the one with this id, and returns its node; its edges stay. Moving it changes what is outermost only in
 * its old and its new application.
 */
export function putComponent(graph: LandscapeGraph, fact: ComponentFact): number {
  const { components, outermost } = graph;
  const known = components.find(fact.id);
  const formerApplication = known === -1 ? -1 : components.applications[known]!;
  const application = graph.applications.reserve(fact.applicationId);
  const node = components.put(fact, application);
  if (formerApplication !== application) {
    outermost.invalidate(formerApplication);
    outermost.invalidate(application);
  }
  linkComponent(graph, 'componentZones', node, fact.hostingZoneIds);
  linkComponent(graph, 'componentTechnologies', node, fact.technologyIds);
  linkComponent(graph, 'componentDatasets', node, fact.datasetIds);
  return node;
}

const LINKED_TABLES = { componentZones: 'hostingZones', componentTechnologies: 'technologies', componentDatasets: 'datasets' } as const;

/** Replaces one kind of links of a component. */
export function linkComponent(graph: LandscapeGraph, link: ComponentLink, node: number, ids: readonly string[]): void {
  graph.links[link].set(node, indexesOf(graph[LINKED_TABLES[link]], ids));
}

/** Removes a component together with its edges. */
export function removeComponent(graph: LandscapeGraph, id: string): void {
  const { components, edges, links } = graph;
  const node = components.find(id);
  if (node === -1) return;
  for (const rows of [edges.dependents, edges.dependencies]) {
    const start = rows.starts[node] ?? 0;
    for (const slot of rows.companions.slice(start, start + rows.rowLength(node))) removeEdge(graph, slot);
  }
  graph.outermost.invalidate(components.applications[node]!);
  links.componentZones.dropHolder(node);
  links.componentTechnologies.dropHolder(node);
  links.componentDatasets.dropHolder(node);
  components.remove(node);
}

/** Adds a dependency, or replaces the one with this id. */
export function putDependency(graph: LandscapeGraph, fact: DependencyFact): void {
  const { components, edges, outermost } = graph;
  removeDependency(graph, fact.id);
  const source = components.findOrdinal(fact.sourceOrdinal);
  const target = components.findOrdinal(fact.targetOrdinal);
  edges.add(fact, source, target);
  outermost.invalidate(components.applications[source]!);
  outermost.invalidate(components.applications[target]!);
}

/** Does nothing if there is no such dependency. */
export function removeDependency(graph: LandscapeGraph, id: string): void {
  const slot = graph.edges.find(id);
  if (slot !== -1) removeEdge(graph, slot);
}

function removeEdge(graph: LandscapeGraph, slot: number): void {
  const { applications } = graph.components;
  graph.outermost.invalidate(applications[graph.edges.causes[slot]!]!);
  graph.outermost.invalidate(applications[graph.edges.affected[slot]!]!);
  graph.edges.remove(slot);
}

/** Adds an application or overwrites the one with this id, with its links. Its components are stored separately. */
export function putApplication(graph: LandscapeGraph, fact: ApplicationFact): void {
  const index = graph.applications.put(fact);
  graph.links.applicationCapabilities.set(index, indexesOf(graph.capabilities, fact.capabilityIds));
  graph.links.applicationProcesses.set(index, indexesOf(graph.processes, fact.processIds));
}

/** Removes an application together with its components. */
export function removeApplication(graph: LandscapeGraph, id: string): void {
  const index = graph.applications.indexOf(id);
  if (index === -1) return;
  for (const node of graph.components.ofApplication.row(index)) removeComponent(graph, graph.components.idOf(node));
  graph.links.applicationCapabilities.dropHolder(index);
  graph.links.applicationProcesses.dropHolder(index);
  graph.applications.remove(id);
}

export function putCapability(graph: LandscapeGraph, fact: CapabilityFact): void {
  const index = graph.capabilities.put(fact);
  graph.links.capabilityParents.set(index, fact.parentId === null ? [] : [graph.capabilities.reserve(fact.parentId)]);
}

/** Removes a capability; those below it stay, without a parent. */
export function removeCapability(graph: LandscapeGraph, id: string): void {
  const { links, capabilities } = graph;
  const index = capabilities.indexOf(id);
  if (index !== -1) {
    links.capabilityParents.dropHolder(index);
    links.capabilityParents.dropNamed(index);
    links.applicationCapabilities.dropNamed(index);
    links.processCapabilities.dropNamed(index);
    links.segmentCapabilities.dropNamed(index);
    capabilities.remove(id);
  }
}

export function putProcess(graph: LandscapeGraph, fact: ProcessFact): void {
  const index = graph.processes.put(fact);
  graph.links.processCapabilities.set(index, indexesOf(graph.capabilities, fact.capabilityIds));
}

export function removeProcess(graph: LandscapeGraph, id: string): void {
  const index = graph.processes.indexOf(id);
  if (index !== -1) {
    graph.links.processCapabilities.dropHolder(index);
    graph.links.applicationProcesses.dropNamed(index);
    graph.processes.remove(id);
  }
}

export function putSegment(graph: LandscapeGraph, fact: SegmentFact): void {
  const index = graph.segments.put(fact);
  const ids = fact.capabilities.map((share) => share.capabilityId);
  graph.links.segmentCapabilities.set(index, indexesOf(graph.capabilities, ids));
}

export function removeSegment(graph: LandscapeGraph, id: string): void {
  const index = graph.segments.indexOf(id);
  if (index !== -1) {
    graph.links.segmentCapabilities.dropHolder(index);
    graph.segments.remove(id);
  }
}

export function putHostingZone(graph: LandscapeGraph, fact: HostingZoneFact): void {
  const index = graph.hostingZones.put(fact);
  graph.links.zoneAreas.set(index, [graph.hostingAreas.reserve(fact.hostingAreaId)]);
}

export function removeHostingZone(graph: LandscapeGraph, id: string): void {
  const index = graph.hostingZones.indexOf(id);
  if (index !== -1) {
    graph.links.zoneAreas.dropHolder(index);
    graph.links.componentZones.dropNamed(index);
    graph.hostingZones.remove(id);
  }
}

/** Removes a hosting area together with its zones. */
export function removeHostingArea(graph: LandscapeGraph, id: string): void {
  const index = graph.hostingAreas.indexOf(id);
  if (index !== -1) {
    for (const zone of graph.links.zoneAreas.holders.row(index)) removeHostingZone(graph, graph.hostingZones.at(zone).id);
    graph.hostingAreas.remove(id);
  }
}

export function removeTechnology(graph: LandscapeGraph, id: string): void {
  const index = graph.technologies.indexOf(id);
  if (index !== -1) {
    graph.links.componentTechnologies.dropNamed(index);
    graph.technologies.remove(id);
  }
}

export function removeDataset(graph: LandscapeGraph, id: string): void {
  const index = graph.datasets.indexOf(id);
  if (index !== -1) {
    graph.links.componentDatasets.dropNamed(index);
    graph.datasets.remove(id);
  }
}
