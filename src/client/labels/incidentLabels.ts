/** Labels and colours of incidents. */
import type { IncidentState } from '@/domain/vocabulary';

/** The colour of each state as a CSS variable; closed states are muted. */
export const INCIDENT_COLOURS: Readonly<Record<IncidentState, string>> = {
  Open: 'var(--state-Outage)',
  Acknowledged: 'var(--state-Warning)',
  Monitoring: 'var(--state-Healthy)',
  Resolved: 'var(--mantine-color-dimmed)',
  Merged: 'var(--mantine-color-dimmed)',
  Removed: 'var(--mantine-color-dimmed)',
};

export const INCIDENT_STATE_SENTENCES: Readonly<Record<IncidentState, string>> = {
  Open: 'Nobody has acknowledged it yet.',
  Acknowledged: 'Somebody is working on it.',
  Monitoring: 'The cause recovered. The incident resolves by itself if this lasts.',
  Resolved: 'It is resolved.',
  Merged: 'It turned out to have the cause of another incident and continues there.',
  Removed: 'Its cause was deleted from the landscape while it was unhealthy.',
};

export const UNRESOLVED_STATES = ['Open', 'Acknowledged', 'Monitoring'] as const;
export const CLOSED_STATES = ['Resolved', 'Merged', 'Removed'] as const;

export function incidentHref(tenantId: string, id: string): string {
  return `/t/${tenantId}/incidents/${id}`;
}
