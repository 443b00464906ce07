/** What rings show: what fails in the middle, and each affected component with its distance and what it is reached from. */
import type { HealthState } from '@/domain/vocabulary';

export interface RingComponent {
  id: string;
  name: string;
  applicationId: string;
  /** Hops from the middle, at least 1. */
  depth: number;
  expectedState: HealthState;
  /** Another component, or what is in the middle; null if nothing shown leads to it. */
  fromId: string | null;
  /** Only several failures together cause this. */
  isOnlyTogether: boolean;
}

/** A redundancy group that gave way, named beside the component that depends on it. */
export interface RingGroup {
  id: string;
  componentId: string;
  label: string;
  /** The whole sentence, for a tooltip. */
  sentence: string;
}

export interface Rings {
  /** At least one. No state: it does not fail but may be made to. */
  middle: readonly { id: string; name: string; state: HealthState | null }[];
  components: readonly RingComponent[];
  /** Components beyond those that are listed. */
  omitted: number;
  applications: readonly { id: string; name: string }[];
  groups: readonly RingGroup[];
  /** Whether lines lead to the middle instead of away from it. */
  isUpstream: boolean;
}
