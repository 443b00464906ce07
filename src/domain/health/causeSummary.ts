/**
 * Summarises a cause of live impact in a few lines: how many of each kind it affects, and which to name first. The whole roll-up can be
 * long.
 */
import { isAffected } from '@/domain/affected';
import type { RevenueExposure } from '@/domain/graph/questions/blastRadiusAnswer';
import type { ContributedExposure } from '@/domain/graph/questions/live/rollUpContributions';
import type { HealthImpactBody, HealthImpactCause } from './healthImpact';
import type { HealthState } from '@/domain/vocabulary';

/** How many entities of each kind a summary names. */
export const MOST_NAMED = 4;

/**
 * How many entities of one kind are affected by this cause alone, or jointly with others. The named ones are the first in the order of the
 * roll-up.
 */
export interface Suffering<Named = { name: string }> {
  count: number;
  named: Named[];
}

export interface CauseSummary extends Omit<
  HealthImpactCause,
  | 'applicationId'
  | 'applications'
  | 'capabilities'
  | 'processes'
  | 'audiences'
  | 'revenueExposure'
  | 'contributed'
  | 'contributesTo'
  | 'counts'
  | 'completeness'
> {
  /** How many components it contributes to, not counting itself. */
  componentCount: number;
  /** technicalNames of the other causes without which some of the affected entities would be better off, in order. */
  jointlyWith: string[];
  applications: Suffering;
  capabilities: Suffering;
  processes: Suffering;
  audiences: Suffering<{ name: string; people: number | null }>;
  /**
   * The expected loss and the amount at risk, by this cause alone and together with other contributing causes. Only for callers that may
   * see revenue.
   */
  revenue?: { currency: string; expectedPerHour: number; perHour: number; contributed: ContributedExposure };
}

/** In the given order. */
export function summariesOf({ causes }: Pick<HealthImpactBody, 'causes'>): CauseSummary[] {
  return causes.map((cause) => {
    const { id, technicalName, name, criticalityTier, state, since, isUnderMaintenance, incident } = cause;
    const { applications, capabilities, processes, audiences, revenueExposure, contributed, contributesTo } = cause;
    const nameOf = (row: { name: string }): { name: string } => ({ name: row.name });
    const joint = [applications, capabilities, processes, audiences].flatMap((rows) => rows.flatMap(({ jointlyWith }) => jointlyWith));
    return {
      id,
      technicalName,
      name,
      criticalityTier,
      state,
      since,
      isUnderMaintenance,
      incident,
      componentCount: contributesTo.count,
      jointlyWith: [...new Set(joint)].sort(),
      applications: suffering(applications, nameOf),
      capabilities: suffering(capabilities, nameOf),
      processes: suffering(processes, nameOf),
      audiences: suffering(audiences, (row) => ({ name: row.name, people: row.people })),
      ...(revenueExposure === undefined || contributed === undefined ? {} : { revenue: revenueOf(revenueExposure, contributed) }),
    };
  });
}

function revenueOf({ currency, expectedPerHour, perHour }: RevenueExposure, contributed: ContributedExposure) {
  return { currency, expectedPerHour, perHour, contributed };
}

function suffering<Row extends { expectedState: HealthState; jointlyWith: readonly string[] }, Named>(
  rows: readonly Row[],
  told: (row: Row) => Named,
): Suffering<Named> {
  const suffer = rows.filter(isAffected);
  return { count: suffer.length, named: suffer.slice(0, MOST_NAMED).map(told) };
}
