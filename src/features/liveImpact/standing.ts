/** Collects the facts that the verdict is made from. */
import type { LiveImpact } from './useLiveImpact';
import type { Standing } from './verdict';

export function standingOf({ snapshot, impact }: LiveImpact): Standing {
  const { states, applications, capabilities, processes, audiences, maintenance, revenueExposure } = snapshot;
  return {
    states,
    maintenanceCount: maintenance.length,
    causes: impact.causes,
    causesOmitted: impact.causesOmitted,
    applications,
    capabilities,
    processes,
    audiences,
    revenue: revenueExposure === undefined || revenueExposure.byAudience.length === 0 ? null : revenueExposure,
  };
}
