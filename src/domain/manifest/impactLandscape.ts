/** The input for the impact of a change: rows that are cheap to send to a worker, and the graph that is built from them there. */
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { Landscape } from '@/domain/graph/landscape/views';
import type { AudienceType, CriticalityTier, DependencyMode, DependencyType, LifecycleState } from '@/domain/vocabulary';
import type { KnownLandscape, PlannedChange } from './declaration';
import type { ManifestKind, Share, Values } from './manifestFields';
import { finish } from '@/plain/steps';

export interface ApplicationRow {
  technicalName: string;
  criticalityTier: CriticalityTier;
  lifecycleState: LifecycleState;
  capabilities: readonly string[];
}
export interface ComponentRow {
  technicalName: string;
  application: string;
}
export interface CapabilityRow {
  technicalName: string;
  parent: string | null;
}
export interface SegmentRow {
  technicalName: string;
  annualRevenue: number | null;
  capabilities: readonly Share[];
}
export interface DependencyRow {
  technicalName: string;
  source: string;
  target: string;
  dependencyType: DependencyType;
  mode: DependencyMode;
  required: boolean;
  propagates: boolean;
  redundancyGroup: string | null;
  redundancyMinimum: number;
}

/** By name. Each row refers only to rows that exist. */
export interface ImpactLandscape {
  applications: ApplicationRow[];
  components: ComponentRow[];
  capabilities: CapabilityRow[];
  segments: SegmentRow[];
  dependencies: DependencyRow[];
}

/** The landscape as it is, or with `changes` as it would be. Leaves out references to what does not exist. */
export function impactLandscape(known: KnownLandscape, changes: readonly PlannedChange[]): ImpactLandscape {
  const capabilities = finalValues(known, 'capability', changes);
  const applications = finalValues(known, 'application', changes);
  const components = finalValues(known, 'component', changes);
  const named = (names: unknown): string[] => (names as readonly string[]).filter((name) => capabilities.has(name));
  return {
    applications: [...applications].map(([technicalName, values]) => ({
      technicalName,
      criticalityTier: values.criticalityTier as CriticalityTier,
      lifecycleState: values.lifecycleState as LifecycleState,
      capabilities: named(values.capabilities),
    })),
    components: [...components].flatMap(([technicalName, { application }]) =>
      applications.has(String(application)) ? { technicalName, application: String(application) } : [],
    ),
    capabilities: [...capabilities].map(([technicalName, { parent }]) => ({
      technicalName,
      parent: capabilities.has(String(parent)) ? String(parent) : null,
    })),
    segments: [...finalValues(known, 'segment', changes)].map(([technicalName, values]) => ({
      technicalName,
      annualRevenue: values.annualRevenue as number | null,
      capabilities: (values.capabilities as readonly Share[]).filter(({ capability }) => capabilities.has(capability)),
    })),
    dependencies: [...finalValues(known, 'dependency', changes)].flatMap(([technicalName, values]) =>
      components.has(String(values.source)) && components.has(String(values.target)) ? dependencyRow(technicalName, values) : [],
    ),
  };
}

function dependencyRow(technicalName: string, values: Values): DependencyRow {
  const { source, target, dependencyType, mode, required, propagates, redundancyGroup, redundancyMinimum } = values;
  return { technicalName, source, target, dependencyType, mode, required, propagates, redundancyGroup, redundancyMinimum } as DependencyRow;
}

/** Everything of one kind after `changes`, by technicalName. */
export function finalValues(known: KnownLandscape, kind: ManifestKind, changes: readonly PlannedChange[]): Map<string, Values> {
  const values = new Map([...(known.entities.get(kind) ?? [])].map(([name, entity]) => [name, entity.values]));
  for (const change of changes) {
    if (change.kind !== kind) continue;
    if (change.after === null) values.delete(change.technicalName);
    else values.set(change.technicalName, change.after);
  }
  return values;
}

/** Builds a graph from the rows. Its ids are numbers in the shape of GUIDs, and never leave this process. */
export function buildGraph(landscape: ImpactLandscape): Landscape {
  const builder = new LandscapeGraphBuilder();
  let next = 0;
  const newId = (): string => `00000000-0000-4000-8000-${(next++).toString(16).padStart(12, '0')}`;
  const idsOf = (rows: readonly { technicalName: string }[]): Map<string, string> =>
    new Map(rows.map(({ technicalName }) => [technicalName, newId()]));
  const capabilities = idsOf(landscape.capabilities);
  const applications = idsOf(landscape.applications);
  const ordinals = new Map(landscape.components.map(({ technicalName }, index) => [technicalName, index]));
  const idOf = (ids: ReadonlyMap<string, string>, name: string): string => ids.get(name) ?? '';
  for (const { technicalName, parent } of landscape.capabilities)
    builder.addCapability({
      id: idOf(capabilities, technicalName),
      technicalName,
      name: technicalName,
      parentId: parent === null ? null : idOf(capabilities, parent),
      criticalityTier: null,
      maximumTolerableDowntimeMinutes: null,
    });
  for (const { technicalName, annualRevenue, capabilities: used } of landscape.segments) {
    const shares = used.map(({ capability, revenueShare }) => ({ capabilityId: idOf(capabilities, capability), revenueShare }));
    builder.addSegment({
      id: newId(),
      technicalName,
      name: technicalName,
      audienceType: 'Customers' satisfies AudienceType,
      people: null,
      annualRevenue,
      capabilities: shares,
    });
  }
  for (const { technicalName, criticalityTier, lifecycleState, capabilities: supported } of landscape.applications) {
    const capabilityIds = supported.map((name) => idOf(capabilities, name));
    builder.addApplication({
      id: idOf(applications, technicalName),
      technicalName,
      name: technicalName,
      criticalityTier,
      ownerTeam: null,
      lifecycleState,
      capabilityIds,
      processIds: [],
    });
  }
  landscape.components.forEach(({ technicalName, application }, ordinal) => {
    const unlinked = { hostingZoneIds: [], technologyIds: [], datasetIds: [] };
    builder.addComponent({
      id: newId(),
      technicalName,
      name: technicalName,
      ordinal,
      kind: 'Other',
      isExternal: false,
      applicationId: idOf(applications, application),
      ...unlinked,
    });
  });
  for (const { technicalName: _name, source, target, ...fields } of landscape.dependencies)
    builder.addDependency({ id: newId(), sourceOrdinal: ordinals.get(source) ?? 0, targetOrdinal: ordinals.get(target) ?? 0, ...fields });
  return finish(builder.seal(0));
}
