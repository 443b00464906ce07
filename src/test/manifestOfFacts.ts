/** Turns plain facts into a manifest, so that a random landscape can be imported as people do it. */
import type { Manifest } from '@/contract/manifest/schema';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';

/** Without ids: readers identify the landscape by technicalNames. */
export function manifestOfFacts(facts: LandscapeFacts, name: string): Manifest {
  const all = Object.values(facts).flat() as { id: string; technicalName?: string }[];
  const names = new Map(all.map(({ id, technicalName }) => [id, technicalName ?? '']));
  const nameOf = (id: string): string => names.get(id) ?? '';
  const componentAt = new Map(facts.components.map(({ ordinal, technicalName }) => [ordinal, technicalName]));
  return {
    version: 1,
    name,
    hostingAreas: facts.hostingAreas.map(({ id, technicalName, name: shown }) => ({
      technicalName,
      name: shown,
      zones: facts.hostingZones
        .filter(({ hostingAreaId }) => hostingAreaId === id)
        .map((zone) => ({ technicalName: zone.technicalName, name: zone.name })),
    })),
    technologies: facts.technologies.map(({ technicalName, name: shown }) => ({ technicalName, name: shown })),
    datasets: facts.datasets.map(({ technicalName, name: shown }) => ({ technicalName, name: shown, classification: 'Internal' })),
    capabilities: facts.capabilities.map(({ technicalName, name: shown, parentId }) => ({
      technicalName,
      name: shown,
      parent: parentId === null ? null : nameOf(parentId),
    })),
    processes: facts.processes.map(({ technicalName, name: shown, capabilityIds }) => ({
      technicalName,
      name: shown,
      capabilities: capabilityIds.map(nameOf),
    })),
    segments: facts.segments.map(({ technicalName, name: shown, audienceType, people, annualRevenue, capabilities }) => ({
      technicalName,
      name: shown,
      audienceType,
      people,
      annualRevenue,
      capabilities: capabilities.map(({ capabilityId, revenueShare }) => ({ capability: nameOf(capabilityId), revenueShare })),
    })),
    applications: facts.applications.map((application) => ({
      technicalName: application.technicalName,
      name: application.name,
      lifecycleState: application.lifecycleState,
      criticalityTier: application.criticalityTier,
      ownerTeam: application.ownerTeam,
      capabilities: application.capabilityIds.map(nameOf),
      processes: application.processIds.map(nameOf),
      components: facts.components
        .filter(({ applicationId }) => applicationId === application.id)
        .map((component) => ({
          technicalName: component.technicalName,
          name: component.name,
          kind: component.kind,
          isExternal: component.isExternal,
          hostingZones: component.hostingZoneIds.map(nameOf),
          technologies: component.technologyIds.map(nameOf),
          datasets: component.datasetIds.map(nameOf),
        })),
    })),
    dependencies: facts.dependencies.map((edge) => ({
      source: componentAt.get(edge.sourceOrdinal) ?? '',
      target: componentAt.get(edge.targetOrdinal) ?? '',
      dependencyType: edge.dependencyType,
      mode: edge.mode,
      required: edge.required,
      propagates: edge.propagates,
      redundancyGroup: edge.redundancyGroup,
      ...(edge.redundancyGroup === null ? {} : { redundancyMinimum: edge.redundancyMinimum }),
    })),
  };
}
