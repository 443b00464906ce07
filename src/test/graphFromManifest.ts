/** Turns a golden landscape into facts for the graph engine by parsing alone: it does not use the product's manifest import. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { AudienceType, ComponentKind, CriticalityTier, DependencyMode, DependencyType, LifecycleState } from '@/domain/vocabulary';
import { testGuid } from './graphArbitrary';

interface Named {
  technicalName: string;
  name: string;
}

interface ManifestDependency {
  source: string;
  target: string;
  dependencyType: DependencyType;
  mode?: DependencyMode;
  required?: boolean;
  propagates?: boolean;
  redundancyGroup?: string;
  redundancyMinimum?: number;
}

interface Manifest {
  hostingAreas?: (Named & { zones?: Named[] })[];
  technologies?: Named[];
  datasets?: Named[];
  capabilities?: (Named & { parent?: string; criticalityTier?: CriticalityTier; maximumTolerableDowntimeMinutes?: number })[];
  processes?: (Named & { capabilities?: string[] })[];
  segments?: (Named & {
    audienceType: AudienceType;
    people?: number;
    annualRevenue?: number;
    capabilities?: { capability: string; revenueShare?: number }[];
  })[];
  applications?: (Named & {
    criticalityTier?: CriticalityTier;
    ownerTeam?: string;
    lifecycleState?: LifecycleState;
    capabilities?: string[];
    processes?: string[];
    components?: (Named & {
      kind?: ComponentKind;
      isExternal?: boolean;
      hostingZones?: string[];
      technologies?: string[];
      datasets?: string[];
    })[];
  })[];
  dependencies?: ManifestDependency[];
}

/** Reads `src/test/landscapes/<name>.yaml`. Ids are invented; component ordinals follow the order in the file. */
export function readLandscape(name: string): LandscapeFacts {
  // Below the repository, where every command runs: benchmarks are bundled, so the place of this module says nothing.
  const manifest = parse(readFileSync(join('src', 'test', 'landscapes', `${name}.yaml`), 'utf8')) as Manifest;
  const numbers = new Map<string, number>();
  const id = (kind: number, technicalName: string): string => {
    const key = `${kind} ${technicalName}`;
    numbers.set(key, numbers.get(key) ?? numbers.size);
    return testGuid(kind, numbers.get(key) ?? 0);
  };
  const named = (kind: number, { technicalName, name: label }: Named) => ({ id: id(kind, technicalName), technicalName, name: label });
  const idsIn = (kind: number, names: string[] = []): string[] => names.map((technicalName) => id(kind, technicalName));
  const declared = (manifest.applications ?? []).flatMap((app) => (app.components ?? []).map((component) => ({ app, component })));
  const ordinalOf = new Map(declared.map(({ component }, ordinal) => [component.technicalName, ordinal]));
  return {
    hostingAreas: (manifest.hostingAreas ?? []).map((area) => named(5, area)),
    hostingZones: (manifest.hostingAreas ?? []).flatMap((area) =>
      (area.zones ?? []).map((zone) => ({ ...named(6, zone), hostingAreaId: id(5, area.technicalName) })),
    ),
    technologies: (manifest.technologies ?? []).map((technology) => named(7, technology)),
    datasets: (manifest.datasets ?? []).map((dataset) => named(8, dataset)),
    capabilities: (manifest.capabilities ?? []).map((capability) => ({
      ...named(2, capability),
      parentId: capability.parent === undefined ? null : id(2, capability.parent),
      criticalityTier: capability.criticalityTier ?? null,
      maximumTolerableDowntimeMinutes: capability.maximumTolerableDowntimeMinutes ?? null,
    })),
    processes: (manifest.processes ?? []).map((process) => ({ ...named(3, process), capabilityIds: idsIn(2, process.capabilities) })),
    segments: (manifest.segments ?? []).map((segment) => ({
      ...named(4, segment),
      audienceType: segment.audienceType,
      people: segment.people ?? null,
      annualRevenue: segment.annualRevenue ?? null,
      capabilities: (segment.capabilities ?? []).map((share) => ({
        capabilityId: id(2, share.capability),
        revenueShare: share.revenueShare ?? null,
      })),
    })),
    applications: (manifest.applications ?? []).map((app) => ({
      ...named(0, app),
      criticalityTier: app.criticalityTier ?? 'BusinessOperational',
      ownerTeam: app.ownerTeam ?? null,
      lifecycleState: app.lifecycleState ?? 'Production',
      capabilityIds: idsIn(2, app.capabilities),
      processIds: idsIn(3, app.processes),
    })),
    components: declared.map(({ app, component }, ordinal) => ({
      ...named(1, component),
      ordinal,
      kind: component.kind ?? 'Other',
      isExternal: component.isExternal ?? false,
      applicationId: id(0, app.technicalName),
      hostingZoneIds: idsIn(6, component.hostingZones),
      technologyIds: idsIn(7, component.technologies),
      datasetIds: idsIn(8, component.datasets),
    })),
    dependencies: (manifest.dependencies ?? []).map((edge) => ({
      id: id(9, `${edge.source} ${edge.target} ${edge.dependencyType}`),
      sourceOrdinal: ordinalOf.get(edge.source) ?? -1,
      targetOrdinal: ordinalOf.get(edge.target) ?? -1,
      dependencyType: edge.dependencyType,
      mode: edge.mode ?? 'Hard',
      required: edge.required ?? true,
      propagates: edge.propagates ?? true,
      redundancyGroup: edge.redundancyGroup ?? null,
      redundancyMinimum: edge.redundancyMinimum ?? 1,
    })),
  };
}
