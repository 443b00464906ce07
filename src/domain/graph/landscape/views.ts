/** What may be read of a landscape outside the engine: names, groups, links and order. No typed array crosses this line. */
import { EDGE_ATTRIBUTES } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeAttribute } from '@/domain/graph/arrays/edgeAttributes';
import type { ComponentStore } from '@/domain/graph/arrays/componentStore';
import type { EdgeStore } from '@/domain/graph/arrays/edgeStore';
import type { EntityTable } from '@/domain/graph/arrays/entityTable';
import type { RedundancyGroups } from '@/domain/graph/arrays/redundancyGroups';
import type {
  ApplicationFact,
  CapabilityFact,
  ComponentView,
  EntityFact,
  HostingZoneFact,
  ProcessFact,
  SegmentFact,
} from '@/domain/graph/arrays/landscapeFacts';
import type { Named } from '@/domain/named';
import type { EntityKind } from '@/domain/vocabulary';

/** An entity and its position: the node of a component, or the index in its kind's table. */
export interface FoundEntity extends Named {
  kind: EntityKind;
  index: number;
}

export interface DependencyView extends EdgeAttribute {
  id: string;
  sourceComponentId: string;
  targetComponentId: string;
  redundancyGroup: string | null;
  redundancyMinimum: number;
}

/** The components, by node: a small integer that stays the same while the component exists, and is reused afterwards. */
export interface Components extends Pick<ComponentStore, 'find' | 'idOf' | 'technicalNameOf' | 'viewOf' | 'applicationOf' | 'nameRanks'> {
  readonly count: number;
  /** One more than the highest node in use. */
  readonly capacity: number;
}

/** The entities of one kind, by a small index as stable as a node. */
export interface Entities<Fact extends EntityFact = EntityFact> extends Pick<EntityTable<Fact>, 'indexOf' | 'has' | 'at'>, Iterable<Fact> {}

/** A link between two kinds, from both ends: what a holder names, and who holds what is named. Each row is a copy. */
export interface Links {
  readonly named: { row(holder: number): ArrayLike<number> & Iterable<number> };
  readonly holders: { row(named: number): ArrayLike<number> & Iterable<number> };
}

/** The redundancy groups, by a small number. A group is the dependencies of one component that share its name. */
export interface Groups extends Pick<RedundancyGroups, 'nameOf' | 'minimumOf'> {
  readonly members: { row(group: number): Iterable<number> };
}

/** The dependencies, by slot: a number as stable as a node. */
export interface Dependencies extends Pick<EdgeStore, 'find' | 'idOf' | 'sourceOf' | 'targetOf' | 'eachNeighbour'> {
  readonly count: number;
  readonly groups: Groups;
}

/** In words, by the number of an attribute: how a dependency passes failure on. */
export const ATTRIBUTES: readonly Readonly<EdgeAttribute>[] = EDGE_ATTRIBUTES;

/** The landscape of one tenant. It may change at the next await, unless a question runs on it in steps. */
export interface Landscape {
  /** The landscape version that this shows. */
  readonly version: number;
  /** Within about a third. */
  readonly approximateBytes: number;
  readonly components: Components;
  readonly edges: Dependencies;
  readonly applications: Entities<ApplicationFact>;
  readonly capabilities: Entities<CapabilityFact>;
  readonly processes: Entities<ProcessFact>;
  readonly segments: Entities<SegmentFact>;
  readonly hostingAreas: Entities<EntityFact>;
  readonly hostingZones: Entities<HostingZoneFact>;
  readonly technologies: Entities<EntityFact>;
  readonly datasets: Entities<EntityFact>;
  readonly links: Readonly<
    Record<
      'componentZones' | 'componentTechnologies' | 'componentDatasets' | 'applicationCapabilities' | 'capabilityParents' | 'zoneAreas',
      Links
    >
  >;
  /** Finds an entity by GUID (in any case) or by technicalName; null if there is none. */
  findEntity(kind: EntityKind, idOrTechnicalName: string): FoundEntity | null;
  /** The entities of any kind but component. */
  tableOf(kind: Exclude<EntityKind, 'component'>): Entities<EntityFact>;
  componentView(node: number): ComponentView;
  dependencyView(slot: number): DependencyView;
  /** The nodes of all components, in no particular order. */
  nodes(): Iterable<number>;
  /** What a component depends on. */
  dependenciesOf(node: number): DependencyView[];
  /** What depends on a component. */
  dependentsOf(node: number): DependencyView[];
}
