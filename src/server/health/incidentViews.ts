/** Incidents as others are shown them: in a list, in an event, in the snapshot. Names and states, never revenue. */
import type { NewEvent } from '@/contract/eventData';
import type { IncidentEventData, IncidentSummary } from '@/contract/incidents';
import type { IncidentEvent, TimelineEntry } from '@/domain/health/incident';
import type { OpenIncidentRow } from '@/domain/health/snapshot';
import type { StoredIncident } from './incidentRows';

export function summaryOf(stored: StoredIncident, isUnderMaintenance: boolean): IncidentSummary {
  const { incident, version, updatedAt } = stored;
  return {
    ...factsOf(stored),
    isDismissed: incident.dismissedState !== null,
    isUnderMaintenance,
    version,
    updatedAt: updatedAt.toISOString(),
  };
}

/** What is sent of a step of an incident: how it stands after it, and what the step wrote into the timeline. */
export function incidentEvent(type: IncidentEvent, stored: StoredIncident, entries: readonly TimelineEntry[]): NewEvent {
  const data: IncidentEventData = {
    ...factsOf(stored),
    entries: entries.map(({ at, ...entry }) => ({ at: new Date(at).toISOString(), ...entry })),
  };
  return { type, data };
}

export function openIncidentRow({ incident }: StoredIncident): OpenIncidentRow {
  const { id, state, cause, openedAt } = incident;
  return { id, state, cause: cause.technicalName, symptoms: presentSymptoms(incident), openedAt: new Date(openedAt).toISOString() };
}

function factsOf({ incident, number }: StoredIncident): Omit<IncidentEventData, 'entries'> {
  const moment = (milliseconds: number | null): string | null => (milliseconds === null ? null : new Date(milliseconds).toISOString());
  return {
    id: incident.id,
    number,
    state: incident.state,
    severity: incident.severity,
    cause: incident.cause.technicalName,
    causeId: incident.cause.componentId,
    symptoms: presentSymptoms(incident),
    openedAt: new Date(incident.openedAt).toISOString(),
    acknowledgedAt: moment(incident.acknowledgedAt),
    acknowledgedBy: incident.acknowledgedBy,
    healthySince: moment(incident.healthySince),
    resolvedAt: moment(incident.resolvedAt),
    mergedIntoId: incident.mergedIntoId,
  };
}

function presentSymptoms({ symptoms }: StoredIncident['incident']): string[] {
  return symptoms.filter(({ until }) => until === null).map(({ technicalName }) => technicalName);
}
