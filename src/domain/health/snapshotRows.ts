/** The rows of a snapshot: components and applications as they are right now. */
import type { AffectedApplicationRow } from '@/domain/graph/questions/blastRadiusAnswer';
import type { Named } from '@/domain/named';
import type { FailureState, HealthState } from '@/domain/vocabulary';

interface SnapshotComponent extends Named {
  applicationId: string;
  isUnderMaintenance: boolean;
}

/** A component whose last signal is not Healthy. */
export interface UnhealthyRow extends SnapshotComponent {
  state: FailureState;
  /** When it entered this state. */
  since: string;
}

/**
 * A component whose effective state is worse than Healthy. The effective state is the worst of its own signal and what its dependencies
 * pass on.
 */
export interface ImpactedRow extends SnapshotComponent {
  effectiveState: FailureState;
  /** technicalName of the first of `causes`. */
  cause: string;
  /** technicalNames of the causes that contribute to it, in order, at most 100; only itself if nothing explains it. */
  causes: string[];
}

export interface EffectiveRow extends Named {
  /** Healthy if something inside is affected, but not badly enough to show. */
  effectiveState: HealthState;
}

export type EffectiveApplicationRow = EffectiveRow & Pick<AffectedApplicationRow, 'criticalityTier' | 'ownerTeam' | 'lifecycleState'>;
