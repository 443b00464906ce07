/** The order of causes: those under maintenance last, then by exposure, and by how much they matter. */
import { CRITICALITY_TIERS, HEALTH_STATES } from '@/domain/vocabulary';
import type { CriticalityTier, HealthState } from '@/domain/vocabulary';

interface Ranked {
  isUnderMaintenance: boolean;
  criticalityTier: CriticalityTier;
  state: HealthState;
  technicalName: string;
  /** The exposure of the cause itself, and its share in joint exposure. */
  revenueExposure?: { expectedPerHour: number };
  contributed?: { expectedPerHour: number };
}

/** For callers that may not see revenue: by criticality tier, then state, then technical name. */
export function byCriticality(a: Ranked, b: Ranked): number {
  return (
    Number(a.isUnderMaintenance) - Number(b.isUnderMaintenance) ||
    CRITICALITY_TIERS.indexOf(b.criticalityTier) - CRITICALITY_TIERS.indexOf(a.criticalityTier) ||
    HEALTH_STATES.indexOf(b.state) - HEALTH_STATES.indexOf(a.state) ||
    (a.technicalName < b.technicalName ? -1 : 1)
  );
}

/**
 * For callers that may see revenue: by exposure, then as for others. What several causes only cause together counts for each of them, and a
 * cause's own exposure counts even if a worse cause hides it.
 */
export function byExposure(a: Ranked, b: Ranked): number {
  const exposureOf = ({ contributed, revenueExposure }: Ranked): number =>
    Math.max(contributed?.expectedPerHour ?? 0, revenueExposure?.expectedPerHour ?? 0);
  return Number(a.isUnderMaintenance) - Number(b.isUnderMaintenance) || exposureOf(b) - exposureOf(a) || byCriticality(a, b);
}

/** The first `limit` in either order. */
export function firstCauses<Cause extends Ranked>(causes: readonly Cause[], limit: number): Cause[] {
  return [...new Set([byCriticality, byExposure].flatMap((order) => [...causes].sort(order).slice(0, limit)))];
}
