/** The answer to a scenario, field by field; the same for REST, agents, browser and command line. */
import type { KindCounts } from '@/domain/affected';
import type {
  AffectedApplicationRow,
  AffectedAudienceRow,
  AffectedRow,
  BlastRadiusAnswer,
  OriginComponent,
  ReachedComponent,
} from './blastRadiusAnswer';
import type { Named } from '@/domain/named';
import type { EntityKind, FailureState, HealthState, ToleranceVerdict } from '@/domain/vocabulary';

export interface ScenarioFailure extends Named {
  entityType: EntityKind;
  state: FailureState;
}

/** What a row says about the failures, besides their joint effect. */
export interface JointEffect {
  /** The worst state that any single failure causes, on the same baseline. */
  alone: HealthState;
  /** Worse than with any single failure, and than without failures. */
  isExcess: boolean;
  /** Its effective state without the failures; only if the baseline is live. */
  live?: HealthState;
}

export type ScenarioComponent = Omit<ReachedComponent, 'via'> &
  JointEffect & {
    /** Null for a component that no failure of the list starts, and that reports itself unhealthy. */
    via: ReachedComponent['via'] | null;
  };

/** A redundancy group that passes on more jointly than with any single failure. */
export interface GaveWay {
  source: Named;
  redundancyGroup: string;
  redundancyMinimum: number;
  /** How many targets it has, and how many of them work. */
  targets: number;
  working: number;
  lost: Named[];
}

export interface Tolerance extends Named {
  expectedState: HealthState;
  maximumTolerableDowntimeMinutes: number | null;
  /** Null without a duration. */
  verdict: ToleranceVerdict | null;
}

export type ScenarioCounts = KindCounts;

export const WORDS_OF_COMPONENT = 6;

/** What the graph computes; the caller adds the requested baseline, the duration and the digest. Lists only rows worse than Healthy. */
export interface ScenarioEvaluation {
  failures: ScenarioFailure[];
  origin: OriginComponent[];
  components: ScenarioComponent[];
  applications: (AffectedApplicationRow & JointEffect)[];
  capabilities: (AffectedRow & JointEffect)[];
  processes: (AffectedRow & JointEffect)[];
  audiences: (AffectedAudienceRow & JointEffect)[];
  revenueExposure?: NonNullable<BlastRadiusAnswer['revenueExposure']>;
  counts: ScenarioCounts;
  excess: ScenarioCounts;
  gaveWay: GaveWay[];
  tolerances: Tolerance[];
  completeness: BlastRadiusAnswer['completeness'];
  landscapeVersion: number;
  /**
   * WORDS_OF_COMPONENT words for each component row, listed or not, by id: id (4), depth, then the severities expected, alone and live. The
   * digest is computed from these.
   */
  uncutComponents: Uint32Array<ArrayBuffer>;
}
