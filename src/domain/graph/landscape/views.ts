/** What may be read of a landscape outside the engine: names, groups, links and order. No typed array crosses this line. */
import { EDGE_ATTRIBUTES } from '@/domain/graph/arrays/edgeAttributes';
import type {
  ApplicationFact,
  CapabilityFact,
  ComponentView,
  EntityFact,
  HostingZoneFact,
  ProcessFact,
  SegmentFact,
} from '@/domain/graph/arrays/landscapeFacts';
import type { DependencyMode, DependencyType, EntityKind } from '@/domain/vocabulary';

/** An entity and its position: the node of a component, or the index in its kind's table. */
export interface FoundEntity {
  kind: EntityKind;
  index: number;
  id: string;
  technicalName: string;
  name: string;
}

export interface DependencyView {
  id: string;
  sourceComponentId: string;
  targetComponentId: string;
  dependencyType: DependencyType;
  mode: DependencyMode;
  required: boolean;
  propagates: boolean;
  redundancyGroup: string | null;
  redundancyMinimum: number;
}

/** The components, by node: a small integer that stays the same while the component exists, and is reused afterwards. */
export interface Components {
  readonly count: number;
  /** One more than the highest node in use. */
  readonly capacity: number;
  /** The node of an id, or -1. */
  find(id: string): number;
  idOf(node: number): string;
  technicalNameOf(node: number): string;
  viewOf(node: number): ComponentView;
  /** The index of a component's application. */
  applicationOf(node: number): number;
  /** Reads the position of each node by technicalName, valid until the next edit. */
  nameRanks(): (node: number) => number;
}

/** The entities of one kind, by a small index as stable as a node. */
export interface Entities<Fact extends EntityFact = EntityFact> extends Iterable<Fact> {
  /** The index of an id, or -1. */
  indexOf(id: string): number;
  has(id: string): boolean;
  /** Throws an Error for an index without an entity. */
  at(index: number): Fact;
}

/** A link between two kinds, from both ends: what a holder names, and who holds what is named. Each row is a copy. */
export interface Links {
  readonly named: { row(holder: number): ArrayLike<number> & Iterable<number> };
  readonly holders: { row(named: number): ArrayLike<number> & Iterable<number> };
}

/** The redundancy groups, by a small number. A group is the dependencies of one component that share its name. */
export interface Groups {
  readonly members: { row(group: number): Iterable<number> };
  nameOf(group: number): string;
  /** How many of the targets must work. */
  minimumOf(group: number): number;
}

/** The dependencies, by slot: a number as stable as a node. */
export interface Dependencies {
  readonly count: number;
  /** The slot of an id, or -1. */
  find(id: string): number;
  idOf(slot: number): string;
  sourceOf(slot: number): number;
  targetOf(slot: number): number;
  readonly groups: Groups;
  /**
   * Calls `take` with each neighbour of a node on one side, the slot of the dependency and its attribute, a number from `ATTRIBUTES`. Leaves
   * out attributes for which `passes` is not 1. Allocates nothing.
   */
  eachNeighbour(
    side: 'dependencies' | 'dependents',
    node: number,
    passes: ArrayLike<number>,
    take: (neighbour: number, slot: number, attribute: number) => void,
  ): void;
}

/** In words, by the number of an attribute: how a dependency passes failure on. */
export const ATTRIBUTES: readonly Readonly<Pick<DependencyView, 'dependencyType' | 'mode' | 'required' | 'propagates'>>[] = EDGE_ATTRIBUTES;

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
