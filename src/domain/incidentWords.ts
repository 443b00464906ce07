/** What people read for incidents: their states, what they name, and what failed; interfaces keep the values. */
import type { FailureState, IncidentState } from './vocabulary';

export const INCIDENT_STATE_LABELS: Readonly<Record<IncidentState, string>> = {
  Open: 'Open',
  Acknowledged: 'Acknowledged',
  Monitoring: 'Recovered',
  Resolved: 'Resolved',
  Merged: 'Merged',
  Removed: 'Removed',
};

/** As in "Kafka is down". */
export const FAILURE_PREDICATES: Readonly<Record<FailureState, string>> = {
  Outage: 'is down',
  Degraded: 'is degraded',
  Warning: 'has a warning',
};

/** What people call a component, by the technicalName with which an incident names it. */
export type NameOf = (technicalName: string) => string;

/** What the landscape does not know, because it was deleted or an older server did not say, keeps its technicalName. */
export function nameOfIn({ names = {} }: { names?: Readonly<Record<string, string>> | undefined }): NameOf {
  // A component may be called `constructor`.
  return (technicalName) => (Object.hasOwn(names, technicalName) ? (names[technicalName] ?? technicalName) : technicalName);
}

/** What people call the cause of an incident. */
export function causeCalled({ cause, causeName }: { cause: string; causeName?: string | undefined }): string {
  return causeName ?? cause;
}
