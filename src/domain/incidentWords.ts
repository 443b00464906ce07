/** What people read for the states of an incident; interfaces keep the values. */
import type { IncidentState } from '@/domain/vocabulary';

export const INCIDENT_STATE_LABELS: Readonly<Record<IncidentState, string>> = {
  Open: 'Open',
  Acknowledged: 'Acknowledged',
  Monitoring: 'Recovered',
  Resolved: 'Resolved',
  Merged: 'Merged',
  Removed: 'Removed',
};
