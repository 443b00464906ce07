/** A cause of live impact in a few lines: how much of each kind suffers from it, and what to name first. Its whole roll-up can be long. */
import type { HealthImpactBody, HealthImpactCause } from '@/domain/health/healthImpact';
import type { HealthState } from '@/domain/vocabulary';

/** As many of each kind as a summary names. */
export const MOST_NAMED = 4;

/** What of one kind suffers: is expected to be worse than Healthy. Those named are the first as the roll-up lists them. */
export interface Suffering<Named = { name: string }> {
  count: number;
  named: Named[];
}

export interface CauseSummary extends Omit<
  HealthImpactCause,
  'applicationId' | 'applications' | 'capabilities' | 'processes' | 'audiences' | 'revenueExposure' | 'counts' | 'completeness'
> {
  applications: Suffering;
  capabilities: Suffering;
  processes: Suffering;
  audiences: Suffering<{ name: string; people: number | null }>;
  /** What is expected to be lost, where the asker may see revenue. */
  revenue?: { currency: string; expectedPerHour: number };
}

/** In the order given. */
export function summariesOf({ causes }: Pick<HealthImpactBody, 'causes'>): CauseSummary[] {
  return causes.map(
    ({
      id,
      technicalName,
      name,
      state,
      since,
      isUnderMaintenance,
      incident,
      applications,
      capabilities,
      processes,
      audiences,
      revenueExposure,
    }) => {
      const nameOf = (row: { name: string }): { name: string } => ({ name: row.name });
      return {
        id,
        technicalName,
        name,
        state,
        since,
        isUnderMaintenance,
        incident,
        applications: suffering(applications, nameOf),
        capabilities: suffering(capabilities, nameOf),
        processes: suffering(processes, nameOf),
        audiences: suffering(audiences, (row) => ({ name: row.name, people: row.people })),
        ...(revenueExposure === undefined
          ? {}
          : { revenue: { currency: revenueExposure.currency, expectedPerHour: revenueExposure.expectedPerHour } }),
      };
    },
  );
}

function suffering<Row extends { expectedState: HealthState }, Named>(rows: readonly Row[], told: (row: Row) => Named): Suffering<Named> {
  const suffer = rows.filter(({ expectedState }) => expectedState !== 'Healthy');
  return { count: suffer.length, named: suffer.slice(0, MOST_NAMED).map(told) };
}
