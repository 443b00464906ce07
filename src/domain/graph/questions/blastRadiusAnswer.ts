/** The answer to a blast-radius question, field by field; the same for REST, agents, browser and command line. */
import type { KindCounts } from '@/domain/affected';
import type { ComponentView } from '@/domain/graph/arrays/landscapeFacts';
import type { Exposure } from '@/domain/graph/spread/revenue';
import type { RecordedPart } from './notRecorded';
import type { Named } from '@/domain/named';
import type {
  AudienceType,
  CriticalityTier,
  DependencyMode,
  DependencyType,
  Direction,
  EntityKind,
  FailureState,
  HealthState,
  LifecycleState,
} from '@/domain/vocabulary';

export interface OriginComponent extends ComponentView {
  expectedState: HealthState;
}

export interface ReachedComponent extends ComponentView {
  /** Fewest hops from the origin, from 1. */
  depth: number;
  expectedState: HealthState;
  /** The last edge of one shortest path, and the component it comes from. */
  via: { dependencyId: string; componentId: string };
}

export interface AffectedApplicationRow extends AffectedRow {
  criticalityTier: CriticalityTier;
  ownerTeam: string | null;
  lifecycleState: LifecycleState;
  /** How many of its components are reached or origin; of these, how many are worse than Healthy, and how many are down. */
  componentCount: number;
  affectedComponentCount: number;
  downComponentCount: number;
}

export interface AffectedRow extends Named {
  depth: number;
  expectedState: HealthState;
}

export interface AffectedAudienceRow extends AffectedRow {
  audienceType: AudienceType;
  people: number | null;
}

export interface AudienceExposure extends Named, Exposure {}

export interface RevenueExposure extends Exposure {
  currency: string;
  /** The affected audiences whose annual revenue is known, in the order of `audiences`. */
  byAudience: AudienceExposure[];
}

export interface NotInService {
  components: number;
  applications: number;
}

export interface Completeness {
  /** Components one hop beyond the depth, to tell "nothing more depends on it" from "the search stopped here". */
  beyondDepth: number;
  /** Edges from the origin or a reached component to an unreached one that a filter excluded. */
  stoppedByFilter: number;
  /** The same for edges that do not propagate; an edge that a filter would exclude too is counted here. */
  stoppedByPropagates: number;
  /** How many components the componentLimit left out of `components`. */
  componentsOmitted: number;
  /** Downstream: what the landscape has none of that is linked to what is affected, the origin included. */
  notRecorded: RecordedPart[];
  /** How many of the affected are not in service, or part of an application that is not. */
  notInService: NotInService;
  /** Parts of the answer that the caller may not see. */
  withheld: 'revenueExposure'[];
}

/** Lists are sorted by depth, then worst state, then technicalName in code unit order. */
export interface BlastRadiusAnswer {
  entity: { id: string; type: EntityKind; technicalName: string; name: string };
  direction: Direction;
  state: FailureState;
  depth: { requested: number | null; applied: number; planMaximum: number };
  filters: { modes: DependencyMode[] | null; types: DependencyType[] | null };
  /** The start components, at depth 0. */
  origin: OriginComponent[];
  /** The reached components, without the origin. */
  components: ReachedComponent[];
  /**
   * Downstream, the roll-ups include the origin. Upstream, `applications` are those with a component in `components`, and the other lists are
   * empty, because they are no causes.
   */
  applications: AffectedApplicationRow[];
  capabilities: AffectedRow[];
  processes: AffectedRow[];
  audiences: AffectedAudienceRow[];
  /** Only downstream, and only if the caller may see revenue. */
  revenueExposure?: RevenueExposure;
  /** How many are reached, and how many of these are worse than Healthy; `components` leaves the origin out of both. */
  counts: KindCounts;
  affectedCounts: KindCounts;
  completeness: Completeness;
  landscapeVersion: number;
}
