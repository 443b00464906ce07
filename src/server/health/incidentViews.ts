/** Incidents as others see them: in a list, an event or the snapshot. Contains names and states, never revenue. */
import type { IncidentSummary } from '@/contract/incidents';
import { endOf } from '@/domain/health/incident';
import type { OpenIncidentRow } from '@/domain/health/snapshot';
import type { StoredIncident } from './incidentRows';

type IncidentFacts = Omit<IncidentSummary, 'isDismissed' | 'isUnderMaintenance' | 'version' | 'updatedAt'>;

export function summaryOf(stored: StoredIncident, isUnderMaintenance: boolean): IncidentSummary {
  const { incident, version, updatedAt } = stored;
  return {
    ...incidentFacts(stored),
    isDismissed: incident.dismissedState !== null,
    isUnderMaintenance,
    version,
    updatedAt: updatedAt.toISOString(),
  };
}

/** The incident as the snapshot lists it, with its present symptoms. */
export function openIncidentRow({ incident }: StoredIncident): OpenIncidentRow {
  const { id, state, cause, openedAt } = incident;
  return { id, state, cause: cause.technicalName, symptoms: presentSymptoms(incident), openedAt: new Date(openedAt).toISOString() };
}

/** The state of an incident, as lists and events show it. */
export function incidentFacts({ incident, number, updatedAt }: StoredIncident): IncidentFacts {
  const timestampOf = (milliseconds: number | null): string | null => (milliseconds === null ? null : new Date(milliseconds).toISOString());
  const endedAt = endOf(incident, updatedAt.getTime());
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
    startedAt: new Date(incident.startedAt).toISOString(),
    openedAt: new Date(incident.openedAt).toISOString(),
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

function presentSymptoms({ symptoms }: StoredIncident['incident']): string[] {
  return symptoms.filter(({ until }) => until === null).map(({ technicalName }) => technicalName);
}
