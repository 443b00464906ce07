/** Finds out what a slightly different landscape would answer: edits a private graph, queries it and reverts the edit. */
import { applyEdits } from './graphEdits';
import type { ComponentFact, DependencyFact, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from './landscapeGraph';

/** Entities to add, or to replace those with the same ids. */
export type TrialEdits = Partial<Pick<LandscapeFacts, 'components' | 'dependencies' | 'hostingZones'>>;

/**
 * For a graph that nobody else uses. Nodes and slots of existing entities stay the same during the edit and afterwards. Throws, leaving the
 * graph unchanged, for edits that do not fit.
 */
export function whileEdited<Result>(graph: LandscapeGraph, edits: TrialEdits, ask: () => Result): Result {
  const { components, edges, hostingZones, version } = graph;
  const former = {
    components: (edits.components ?? []).flatMap(({ id }) =>
      components.find(id) === -1 ? [] : [componentFactOf(graph, components.find(id))],
    ),
    dependencies: (edits.dependencies ?? []).flatMap(({ id }) => (edges.find(id) === -1 ? [] : [dependencyFactOf(graph, edges.find(id))])),
  };
  const isNew = <Fact extends { id: string }>(facts: readonly Fact[] = [], known: readonly Fact[]): string[] =>
    facts.map(({ id }) => id).filter((id) => !known.some((fact) => fact.id === id));
  const added = {
    components: isNew(edits.components, former.components),
    hostingZones: (edits.hostingZones ?? []).map(({ id }) => id).filter((id) => !hostingZones.has(id)),
  };
  // Removing a component removes its dependencies too, so those are not listed again.
  const ordinals = new Set(edits.components?.filter(({ id }) => added.components.includes(id)).map(({ ordinal }) => ordinal));
  const dependencies = isNew(edits.dependencies, former.dependencies).filter((id) => {
    const fact = edits.dependencies!.find((candidate) => candidate.id === id)!;
    return !ordinals.has(fact.sourceOrdinal) && !ordinals.has(fact.targetOrdinal);
  });
  applyEdits(graph, { version, upserts: edits, removals: {} });
  try {
    return ask();
  } finally {
    applyEdits(graph, { version, upserts: former, removals: { ...added, dependencies } });
  }
}

/** The fact that would put this dependency into the graph again, as it is now. */
export function dependencyFactOf({ components, edges }: LandscapeGraph, slot: number): DependencyFact {
  const group = edges.groups.of(slot);
  return {
    id: edges.idOf(slot),
    sourceOrdinal: components.ordinalOf(edges.sourceOf(slot)),
    targetOrdinal: components.ordinalOf(edges.targetOf(slot)),
    ...edges.attributeOf(slot),
    redundancyGroup: group === -1 ? null : edges.groups.nameOf(group),
    redundancyMinimum: group === -1 ? 1 : edges.groups.minimumOf(group),
  };
}

/** The fact that would put this component into the graph again, as it is now, without its dependencies. */
export function componentFactOf(graph: LandscapeGraph, node: number): ComponentFact {
  const { components, links, hostingZones, technologies, datasets } = graph;
  return {
    ...components.viewOf(node),
    ordinal: components.ordinalOf(node),
    hostingZoneIds: Array.from(links.componentZones.named.row(node), (zone) => hostingZones.at(zone).id),
    technologyIds: Array.from(links.componentTechnologies.named.row(node), (technology) => technologies.at(technology).id),
    datasetIds: Array.from(links.componentDatasets.named.row(node), (dataset) => datasets.at(dataset).id),
  };
}
