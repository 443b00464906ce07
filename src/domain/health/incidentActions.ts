/** What people can do to an incident, and when. Each function returns what to write, or throws `conflict` with the reason. */
import { AppError } from '@/domain/errors';
import type { Actor, ChangeCommand, Incident, IncidentEvent, TimelineEntry } from './incident';

export interface Deed {
  by: Actor;
  /** Milliseconds since 1970. */
  now: number;
  /** Whether the cause is under maintenance now, so that no event is sent. */
  isUnderMaintenance: boolean;
}

/** Somebody acknowledges an Open incident. */
export function acknowledgeIncident(incident: Incident, deed: Deed): ChangeCommand {
  if (incident.state === 'Acknowledged')
    throw conflict(incident, `This incident is already acknowledged, by ${incident.acknowledgedBy ?? 'somebody'}.`);
  if (incident.state === 'Monitoring') throw conflict(incident, 'The cause is healthy again, so there is nothing to acknowledge.');
  refuseFinal(incident);
  const acknowledged = { ...incident, state: 'Acknowledged' as const, acknowledgedAt: deed.now, acknowledgedBy: deed.by.name };
  return change(acknowledged, deed, 'Acknowledged', null, 'incident.updated');
}

/**
 * Somebody resolves an incident without waiting until it has been quiet. If its cause is still unhealthy, this dismisses the cause in its
 * present state: it opens no new incident until it recovers or gets worse.
 */
export function resolveIncident(incident: Incident, deed: Deed, comment: string | null): ChangeCommand {
  refuseFinal(incident);
  const { now } = deed;
  const symptoms = incident.symptoms.map((symptom) => ({ ...symptom, until: symptom.until ?? now }));
  const dismissedState = incident.state === 'Monitoring' ? null : incident.severity;
  const resolved = { ...incident, state: 'Resolved' as const, resolvedAt: now, symptoms, dismissedState };
  return change(resolved, deed, 'Resolved', comment, 'incident.resolved');
}

/** Somebody comments. Resolved and Removed incidents allow it too; a Merged incident continues elsewhere and does not. */
export function commentOnIncident(incident: Incident, deed: Deed, text: string): ChangeCommand {
  if (incident.state === 'Merged') refuseFinal(incident);
  return change(incident, deed, 'Commented', text, 'incident.updated');
}

function change(
  incident: Incident,
  { by, now, isUnderMaintenance }: Deed,
  kind: 'Acknowledged' | 'Resolved' | 'Commented',
  text: string | null,
  event: IncidentEvent,
): ChangeCommand {
  const said = { at: now, actor: by, text };
  const entry: TimelineEntry = kind === 'Resolved' ? { ...said, kind, facts: { reason: 'ByPerson' } } : { ...said, kind, facts: {} };
  return { command: 'change', incident, entries: [entry], event: isUnderMaintenance ? null : event };
}

function refuseFinal(incident: Incident): void {
  if (incident.state === 'Merged')
    throw conflict(incident, `This incident was merged into incident ${incident.mergedIntoId ?? ''}. Use that one.`);
  if (incident.state === 'Resolved') throw conflict(incident, 'This incident is already resolved.');
  if (incident.state === 'Removed') throw conflict(incident, 'This incident has ended, because its cause was removed from the landscape.');
}

function conflict({ state, mergedIntoId }: Incident, detail: string): AppError {
  return new AppError('conflict', detail, { facts: { state, ...(mergedIntoId === null ? {} : { mergedIntoId }) } });
}
