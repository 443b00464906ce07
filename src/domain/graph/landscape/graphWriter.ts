/** Adds single facts to a graph and removes them, keeping rows, links and caches consistent. Whole edits are checked elsewhere. */
import type { LandscapeGraph } from './landscapeGraph';
import type { EntityTable } from '@/domain/graph/arrays/entityTable';
import type {
  ComponentFact,
  ComponentLink,
  DependencyFact,
  EntityFact,
  LandscapeFacts,
  TableName,
} from '@/domain/graph/arrays/landscapeFacts';

interface StatedLink<Fact> {
  link: keyof LandscapeGraph['links'];
  names: TableName;
  idsOf: (fact: Fact) => readonly string[];
}

/** The links that a fact of each kind states: what they lead to, and by which ids. */
export const STATED_LINKS: { [Kind in TableName | 'components']: readonly StatedLink<LandscapeFacts[Kind][number]>[] } = {
  components: [
    { link: 'componentZones', names: 'hostingZones', idsOf: ({ hostingZoneIds }) => hostingZoneIds },
    { link: 'componentTechnologies', names: 'technologies', idsOf: ({ technologyIds }) => technologyIds },
    { link: 'componentDatasets', names: 'datasets', idsOf: ({ datasetIds }) => datasetIds },
  ],
  applications: [
    { link: 'applicationCapabilities', names: 'capabilities', idsOf: ({ capabilityIds }) => capabilityIds },
    { link: 'applicationProcesses', names: 'processes', idsOf: ({ processIds }) => processIds },
  ],
  capabilities: [{ link: 'capabilityParents', names: 'capabilities', idsOf: ({ parentId }) => (parentId === null ? [] : [parentId]) }],
  processes: [{ link: 'processCapabilities', names: 'capabilities', idsOf: ({ capabilityIds }) => capabilityIds }],
  segments: [
    {
      link: 'segmentCapabilities',
      names: 'capabilities',
      idsOf: ({ capabilities }) => capabilities.map(({ capabilityId }) => capabilityId),
    },
  ],
  hostingAreas: [],
  hostingZones: [{ link: 'zoneAreas', names: 'hostingAreas', idsOf: ({ hostingAreaId }) => [hostingAreaId] }],
  technologies: [],
  datasets: [],
};
const ALL_LINKS = Object.values(STATED_LINKS).flat();

function setLinks<Kind extends TableName | 'components'>(
  graph: LandscapeGraph,
  kind: Kind,
  holder: number,
  fact: LandscapeFacts[Kind][number],
): void {
  for (const { link, names, idsOf } of STATED_LINKS[kind]) setLink(graph, link, names, holder, idsOf(fact));
}

function setLink(
  graph: LandscapeGraph,
  link: keyof LandscapeGraph['links'],
  names: TableName,
  holder: number,
  ids: readonly string[],
): void {
  const table: EntityTable<EntityFact> = graph[names];
  graph.links[link].set(
    holder,
    ids.map((id) => table.reserve(id)),
  );
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
  setLinks(graph, 'components', node, fact);
  return node;
}

/** Replaces one kind of links of a component. */
export function linkComponent(graph: LandscapeGraph, link: ComponentLink, node: number, ids: readonly string[]): void {
  setLink(graph, link, STATED_LINKS.components.find((stated) => stated.link === link)!.names, node, ids);
}

/** Removes a component together with its edges. */
export function removeComponent(graph: LandscapeGraph, id: string): void {
  const { components, edges, links } = graph;
  const node = components.find(id);
  if (node === -1) return;
  for (const rows of [edges.dependents, edges.dependencies]) for (const slot of rows.companionsIn(node)) removeEdge(graph, slot);
  graph.outermost.invalidate(components.applications[node]!);
  for (const { link } of STATED_LINKS.components) links[link].dropHolder(node);
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

/** Adds an entity of any kind but component, or overwrites the one with this id, with the links that it states. */
export function putEntity<Kind extends TableName>(graph: LandscapeGraph, kind: Kind, fact: LandscapeFacts[Kind][number]): void {
  const table: EntityTable<EntityFact> = graph[kind];
  setLinks(graph, kind, table.put(fact), fact);
}

/**
 * Removes an entity with its links: an application together with its components, a hosting area together with its zones. What is below a
 * capability stays, without a parent.
 */
export function removeEntity(graph: LandscapeGraph, kind: TableName, id: string): void {
  const { components, links, hostingZones } = graph;
  const table: EntityTable<EntityFact> = graph[kind];
  const index = table.indexOf(id);
  if (index === -1) return;
  if (kind === 'applications') for (const node of components.ofApplication.row(index)) removeComponent(graph, components.idOf(node));
  if (kind === 'hostingAreas')
    for (const zone of links.zoneAreas.holders.row(index)) removeEntity(graph, 'hostingZones', hostingZones.at(zone).id);
  for (const { link } of STATED_LINKS[kind]) links[link].dropHolder(index);
  for (const { link, names } of ALL_LINKS) if (names === kind) links[link].dropNamed(index);
  table.remove(id);
}
