/** Updates a sealed graph in place to a later landscape version. Edits are checked as a whole before the first one is applied. */
import type { EntityTable } from '@/domain/graph/arrays/entityTable';
import {
  putApplication,
  putCapability,
  putComponent,
  putDependency,
  putHostingZone,
  putProcess,
  putSegment,
  removeApplication,
  removeCapability,
  removeComponent,
  removeDataset,
  removeDependency,
  removeHostingArea,
  removeHostingZone,
  removeProcess,
  removeSegment,
  removeTechnology,
} from './graphWriter';
import { isCanonicalGuid } from '@/domain/graph/arrays/guidTable';
import type { ComponentFact, DependencyFact, EntityFact, LandscapeEdits, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { graphOf } from './landscapeGraph';
import type { LandscapeGraph } from './landscapeGraph';
import type { Landscape } from './views';

/**
 * Applies changes. The order of the lists and within them does not matter: removals happen first, and an entity in both lists is replaced.
 * Removing a component removes its edges, removing an application its components, removing a hosting area its zones; all other links to
 * removed entities are dropped. Throws, leaving the graph unchanged, if the result would refer to something that does not exist. Costs
 * about a microsecond per edge.
 */
export function applyEdits(landscape: Landscape, edits: LandscapeEdits): void {
  const graph = graphOf(landscape);
  assertConsistent(graph, edits);
  const { upserts, removals } = edits;
  removals.dependencies?.forEach((id) => removeDependency(graph, id));
  removals.components?.forEach((id) => removeComponent(graph, id));

  upserts.capabilities?.forEach((fact) => putCapability(graph, fact));
  upserts.processes?.forEach((fact) => putProcess(graph, fact));
  upserts.segments?.forEach((fact) => putSegment(graph, fact));
  upserts.hostingAreas?.forEach((fact) => graph.hostingAreas.put(fact));
  upserts.hostingZones?.forEach((fact) => putHostingZone(graph, fact));
  upserts.technologies?.forEach((fact) => graph.technologies.put(fact));
  upserts.datasets?.forEach((fact) => graph.datasets.put(fact));
  upserts.applications?.forEach((fact) => putApplication(graph, fact));
  upserts.components?.forEach((fact) => putComponent(graph, fact));

  // After the upserts, so that components that moved elsewhere are not removed too.
  goneFor(edits, 'applications').forEach((id) => removeApplication(graph, id));
  goneFor(edits, 'hostingAreas').forEach((id) => removeHostingArea(graph, id));
  goneFor(edits, 'hostingZones').forEach((id) => removeHostingZone(graph, id));
  goneFor(edits, 'capabilities').forEach((id) => removeCapability(graph, id));
  goneFor(edits, 'processes').forEach((id) => removeProcess(graph, id));
  goneFor(edits, 'segments').forEach((id) => removeSegment(graph, id));
  goneFor(edits, 'technologies').forEach((id) => removeTechnology(graph, id));
  goneFor(edits, 'datasets').forEach((id) => removeDataset(graph, id));

  upserts.dependencies?.forEach((fact) => putDependency(graph, fact));
  graph.version = edits.version;
}

/** Ids of a kind that are removed and not added again by the same edits. */
function goneFor(edits: LandscapeEdits, kind: keyof LandscapeFacts): Set<string> {
  const gone = new Set(edits.removals[kind]);
  edits.upserts[kind]?.forEach((fact) => gone.delete(fact.id));
  return gone;
}

function assertConsistent(graph: LandscapeGraph, edits: LandscapeEdits): void {
  const { upserts } = edits;
  if (edits.version < graph.version) throw new Error(`The graph shows version ${graph.version} and cannot go back to ${edits.version}`);
  const capabilities = knownAfter(graph.capabilities, edits, 'capabilities');
  const processes = knownAfter(graph.processes, edits, 'processes');
  const areas = knownAfter(graph.hostingAreas, edits, 'hostingAreas');
  upserts.applications?.forEach((fact) => {
    capabilities(fact.id, fact.capabilityIds);
    processes(fact.id, fact.processIds);
  });
  upserts.capabilities?.forEach((fact) => capabilities(fact.id, fact.parentId === null ? [] : [fact.parentId]));
  upserts.processes?.forEach((fact) => capabilities(fact.id, fact.capabilityIds));
  upserts.segments?.forEach((fact) => {
    const ids = fact.capabilities.map((share) => share.capabilityId);
    capabilities(fact.id, ids);
  });
  upserts.hostingZones?.forEach((fact) => areas(fact.id, [fact.hostingAreaId]));
  assertComponents(graph, edits, upserts.components ?? []);
  assertDependencies(graph, edits, upserts.dependencies ?? []);
}

type Check = (holder: string, ids: readonly string[]) => void;

/** Checks that ids of one kind are in the graph after the edits. */
function knownAfter(table: EntityTable<EntityFact>, edits: LandscapeEdits, kind: keyof LandscapeFacts): Check {
  const gone = goneFor(edits, kind);
  const added = new Set(edits.upserts[kind]?.map((fact) => fact.id));
  return (holder, ids) => {
    for (const id of ids)
      if (!added.has(id) && (gone.has(id) || !table.has(id)))
        throw new Error(`${holder} refers to ${id} of ${kind}, which is not in the landscape`);
  };
}

function assertComponents(graph: LandscapeGraph, edits: LandscapeEdits, facts: readonly ComponentFact[]): void {
  const applications = knownAfter(graph.applications, edits, 'applications');
  const zones = knownAfter(graph.hostingZones, edits, 'hostingZones');
  const technologies = knownAfter(graph.technologies, edits, 'technologies');
  const datasets = knownAfter(graph.datasets, edits, 'datasets');
  const removed = new Set(edits.removals.components);
  const claims = new Map<number, string>();
  for (const fact of facts) {
    applications(fact.id, [fact.applicationId]);
    zones(fact.id, fact.hostingZoneIds);
    technologies(fact.id, fact.technologyIds);
    datasets(fact.id, fact.datasetIds);
    const holder = graph.components.findOrdinal(fact.ordinal);
    const isTaken = holder !== -1 && graph.components.idOf(holder) !== fact.id && !removed.has(graph.components.idOf(holder));
    const known = removed.has(fact.id) ? -1 : graph.components.find(fact.id);
    const hasChanged = known !== -1 && graph.components.ordinalOf(known) !== fact.ordinal;
    const claimant = claims.get(fact.ordinal) ?? fact.id;
    if (isTaken || hasChanged || claimant !== fact.id || !Number.isSafeInteger(fact.ordinal) || fact.ordinal < 0)
      throw new Error(`Component ${fact.id} claims ordinal ${fact.ordinal}, which is not its own`);
    claims.set(fact.ordinal, fact.id);
  }
}

function assertDependencies(graph: LandscapeGraph, edits: LandscapeEdits, facts: readonly DependencyFact[]): void {
  const { components } = graph;
  const added = new Set(edits.upserts.components?.map((fact) => fact.ordinal));
  const removed = new Set(edits.removals.components);
  const goneApplications = goneFor(edits, 'applications');
  const isThere = (ordinal: number): boolean => {
    if (added.has(ordinal)) return true;
    const node = components.findOrdinal(ordinal);
    return (
      node !== -1 && !removed.has(components.idOf(node)) && !goneApplications.has(graph.applications.at(components.applications[node]!).id)
    );
  };
  for (const fact of facts) {
    if (fact.sourceOrdinal === fact.targetOrdinal || !isCanonicalGuid(fact.id))
      throw new Error(`Dependency ${fact.id} joins a component to itself, or its id is not a GUID in canonical lower-case form`);
    if (!isThere(fact.sourceOrdinal) || !isThere(fact.targetOrdinal))
      throw new Error(
        `Dependency ${fact.id} joins ordinals ${fact.sourceOrdinal} and ${fact.targetOrdinal}, of which not both have a component`,
      );
    if (fact.redundancyGroup !== null && (!Number.isInteger(fact.redundancyMinimum) || fact.redundancyMinimum < 1))
      throw new Error(`The redundancy minimum of dependency ${fact.id} must be a whole number from 1: ${fact.redundancyMinimum}`);
  }
}
