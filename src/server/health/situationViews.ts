/** Situations as others see them. */
import type { Situation as ToldSituation } from '@/contract/situations';
import type { NotMonitoredComponent } from '@/domain/health/notMonitored';
import type { Situation, SituationCause } from '@/domain/health/situation';
import type { SituationLookup } from './storedSituations';

/** At most this many incidents and causes of a situation are listed. */
const MOST_LISTED = 100;

/** `currency` is null for those who may not see revenue. */
export function toldSituation(
  { id, incidents, causes, counts, exposure, notRecorded = [] }: Situation,
  currency: string | null,
): ToldSituation {
  const listed = causes.slice(0, MOST_LISTED);
  return {
    id,
    incidents: incidents.slice(0, MOST_LISTED),
    incidentsOmitted: Math.max(0, incidents.length - MOST_LISTED),
    causes: listed.map(({ technicalName, name, state, isUnderMaintenance, incidentId, part }) => ({
      technicalName,
      name,
      state,
      isUnderMaintenance,
      incidentId,
      ...(currency === null ? {} : { part: { expectedPerHour: part.expectedPerHour, perHour: part.perHour } }),
    })),
    causesOmitted: causes.length - listed.length,
    counts,
    notRecorded: notRecorded.filter((part) => part !== 'revenue' || currency !== null),
    ...(currency === null ? {} : { exposure: { currency, expectedPerHour: exposure.expectedPerHour, perHour: exposure.perHour } }),
  };
}

export interface Relations extends Pick<SituationCause, 'explainedInPart' | 'contributesToCauses'> {
  impactedNotMonitored: NotMonitoredComponent[];
  impactedNotMonitoredCount: number;
}

/** What is told of a cause beside its symptoms: which causes it explains and which explain it, and what nobody monitors. */
export function relationsOf(cause: SituationCause | null, lookup: SituationLookup): Relations {
  const { listed, count } = cause === null ? { listed: [], count: 0 } : lookup.notMonitoredBy(cause.componentId);
  return {
    explainedInPart: cause?.explainedInPart ?? null,
    contributesToCauses: cause?.contributesToCauses ?? [],
    impactedNotMonitored: listed,
    impactedNotMonitoredCount: count,
  };
}
