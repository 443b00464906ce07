/** The rows of a snapshot: components and applications as they are right now. */
import type { CriticalityTier, FailureState, HealthState, LifecycleState } from '@/domain/vocabulary';

interface SnapshotComponent {
  id: string;
  technicalName: string;
  name: string;
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

export interface EffectiveRow {
  id: string;
  technicalName: string;
  name: string;
  /** Healthy if something inside is affected, but not badly enough to show. */
  effectiveState: HealthState;
}

export interface EffectiveApplicationRow extends EffectiveRow {
  criticalityTier: CriticalityTier;
  ownerTeam: string | null;
  lifecycleState: LifecycleState;
}
