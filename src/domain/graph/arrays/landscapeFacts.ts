/** The plain facts that a landscape graph is built from, one shape per kind, wherever they come from (database, manifest, test). */
import type { Named } from '@/domain/named';
import type { AudienceType, ComponentKind, CriticalityTier, EntityKind, LifecycleState } from '@/domain/vocabulary';
import type { EdgeAttribute } from './edgeAttributes';

/** Ids are GUIDs in their canonical lower-case form. */
export type EntityFact = Named;

export interface ComponentFact extends EntityFact {
  /** A small stable number that the database assigns to each component of a tenant; gaps are allowed. */
  ordinal: number;
  kind: ComponentKind;
  isExternal: boolean;
  applicationId: string;
  hostingZoneIds: string[];
  technologyIds: string[];
  datasetIds: string[];
}

/** The displayed facts of a component. Immutable: an edit replaces the object. */
export interface ComponentView extends Readonly<Named> {
  readonly kind: ComponentKind;
  readonly applicationId: string;
  readonly isExternal: boolean;
}

/** What a component may have several of. */
export type ComponentLink = 'componentZones' | 'componentTechnologies' | 'componentDatasets';

/** The source depends on the target. */
export interface DependencyFact extends EdgeAttribute {
  id: string;
  sourceOrdinal: number;
  targetOrdinal: number;
  redundancyGroup: string | null;
  /** At least this many of the source's targets in this group must work. All edges of a group state the same number. */
  redundancyMinimum: number;
}

export interface ApplicationFact extends EntityFact {
  criticalityTier: CriticalityTier;
  ownerTeam: string | null;
  lifecycleState: LifecycleState;
  capabilityIds: string[];
  processIds: string[];
}

export interface CapabilityFact extends EntityFact {
  parentId: string | null;
  criticalityTier: CriticalityTier | null;
  maximumTolerableDowntimeMinutes: number | null;
}

export interface ProcessFact extends EntityFact {
  capabilityIds: string[];
}

export interface SegmentFact extends EntityFact {
  audienceType: AudienceType;
  people: number | null;
  annualRevenue: number | null;
  capabilities: { capabilityId: string; revenueShare: number | null }[];
}

export type HostingAreaFact = EntityFact;

export interface HostingZoneFact extends EntityFact {
  hostingAreaId: string;
}

export type TechnologyFact = EntityFact;

export type DatasetFact = EntityFact;

/** A whole landscape, or a part of it, by kind. */
export interface LandscapeFacts {
  applications: ApplicationFact[];
  components: ComponentFact[];
  dependencies: DependencyFact[];
  capabilities: CapabilityFact[];
  processes: ProcessFact[];
  segments: SegmentFact[];
  hostingAreas: HostingAreaFact[];
  hostingZones: HostingZoneFact[];
  technologies: TechnologyFact[];
  datasets: DatasetFact[];
}

/** Where the facts of each kind are, apart from components, which have a store of their own. */
export const TABLE_OF = {
  application: 'applications',
  capability: 'capabilities',
  process: 'processes',
  segment: 'segments',
  'hosting-area': 'hostingAreas',
  'hosting-zone': 'hostingZones',
  technology: 'technologies',
  dataset: 'datasets',
} as const satisfies Record<Exclude<EntityKind, 'component'>, keyof LandscapeFacts>;
export type TableName = (typeof TABLE_OF)[keyof typeof TABLE_OF];
export const TABLE_NAMES: readonly TableName[] = Object.values(TABLE_OF);

/** What changed between two landscape versions. Order does not matter: all removals happen before all upserts. */
export interface LandscapeEdits {
  /** The landscape version of the graph after the changes. */
  version: number;
  upserts: Partial<LandscapeFacts>;
  removals: Partial<Record<keyof LandscapeFacts, string[]>>;
}
