/** Incidents as others see them: in a list, an event or the snapshot. Contains names and states, never revenue. */
import type { IncidentSummary } from '@/contract/incidents';
import { timestampOf } from '@/server/db/moments';
import { endOf } from '@/domain/health/incident';
import { costAt } from '@/domain/health/incidentCost';
import type { OpenIncidentRow } from '@/domain/health/snapshot';
import type { StoredIncident } from './incidentRows';
import { relationsOf } from './situationViews';
import type { SituationLookup } from './storedSituations';

type IncidentFacts = Omit<
  IncidentSummary,
  'costSoFar' | 'causeName' | 'team' | 'isDismissed' | 'isUnderMaintenance' | 'isStale' | 'version' | 'updatedAt'
>;

/** What is told of an incident that is not in its row. */
export interface Surroundings {
  lookup: SituationLookup;
  /** How many applications its cause and its present symptoms are part of. */
  applications: number;
  /** Null for those who may not see revenue. */
  currency: string | null;
}

/** What is told of an incident besides, where it is not an event. */
export interface Marks extends Pick<IncidentSummary, 'isUnderMaintenance' | 'isStale'> {
  now: Date;
}

export function summaryOf(
  stored: StoredIncident,
  surroundings: Surroundings,
  { isUnderMaintenance, isStale, now }: Marks,
): IncidentSummary {
  const { incident, version, updatedAt } = stored;
  return {
    ...incidentFacts(stored, surroundings),
    ...costTold(stored, surroundings, now.getTime()),
    isDismissed: incident.dismissedState !== null,
    isUnderMaintenance,
    isStale,
    version,
    updatedAt: updatedAt.toISOString(),
  };
}

/** Withheld from those who may not see revenue. */
function costTold(
  { incident, cost, updatedAt }: StoredIncident,
  { lookup, currency }: Surroundings,
  now: number,
): Pick<IncidentSummary, 'costSoFar'> {
  if (currency === null) return {};
  const endedAt = endOf(incident, updatedAt.getTime());
  const soFar = lookup.costOfIncident(incident.id);
  const amount = cost ?? (soFar?.isRecorded !== true ? null : costAt(soFar, now, endedAt));
  if (amount === null) return { costSoFar: null };
  const until = new Date(Math.min(now, endedAt ?? now)).toISOString();
  return { costSoFar: { currency, amount: Math.round(amount * 100) / 100, until } };
}

/** The incident as the snapshot lists it, with its present symptoms. */
export function openIncidentRow({ incident }: StoredIncident, stale: ReadonlySet<string>): OpenIncidentRow & { isStale: boolean } {
  const { id, state, cause, openedAt } = incident;
  return {
    id,
    state,
    cause: cause.technicalName,
    symptoms: presentSymptoms(incident),
    openedAt: new Date(openedAt).toISOString(),
    isStale: stale.has(cause.componentId),
  };
}

/** The state of an incident, as lists and events show it. */
export function incidentFacts(stored: StoredIncident, { lookup, applications, currency }: Surroundings): IncidentFacts {
  const { incident, number, situationId, updatedAt } = stored;
  const endedAt = endOf(incident, updatedAt.getTime());
  const cause = lookup.causeOfIncident(incident.id);
  const part = cause?.part ?? { expectedPerHour: 0, perHour: 0 };
  return {
    id: incident.id,
    number,
    state: incident.state,
    severity: incident.severity,
    cause: incident.cause.technicalName,
    causeId: incident.cause.componentId,
    symptoms: presentSymptoms(incident),
    symptomDetails: incident.symptoms.flatMap(({ componentId, technicalName, until, share }) =>
      until === null && share !== undefined ? [{ componentId, technicalName, ...share }] : [],
    ),
    ...relationsOf(cause, lookup),
    situationId,
    counts: { components: sufferingIn(stored).length, applications },
    ...(currency === null ? {} : { exposure: lookup.stored === null ? null : { currency, ...part } }),
    jointlyWith: cause?.jointlyWith ?? [],
    startedAt: timestampOf(incident.startedAt),
    openedAt: timestampOf(incident.openedAt),
    endedAt: timestampOf(endedAt),
    closedAfterSeconds:
      incident.resolvedAt === null || endedAt === null ? null : Math.max(0, Math.round((incident.resolvedAt - endedAt) / 1_000)),
    acknowledgedAt: timestampOf(incident.acknowledgedAt),
    acknowledgedBy: incident.acknowledgedBy,
    healthySince: timestampOf(incident.healthySince),
    resolvedAt: timestampOf(incident.resolvedAt),
    isFlapping: incident.isFlapping,
    mergedIntoId: incident.mergedIntoId,
  };
}

/** Ids of the cause and everything that it affects now. */
export function sufferingIn({ incident: { cause, symptoms } }: StoredIncident): string[] {
  return [...new Set([cause.componentId, ...symptoms.flatMap(({ componentId, until }) => (until === null ? [componentId] : []))])];
}

function presentSymptoms({ symptoms }: StoredIncident['incident']): string[] {
  return symptoms.filter(({ until }) => until === null).map(({ technicalName }) => technicalName);
}
