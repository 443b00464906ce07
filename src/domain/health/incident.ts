/**
 * An incident as the lifecycle sees it, the entries of its timeline, and what a step of the lifecycle asks to be written. Times are
 * milliseconds since 1970.
 */
import type { Share } from '@/domain/graph/questions/live/contributions';
import type { ComponentReference } from './explanation';
import type { FailureState, IncidentState } from '@/domain/vocabulary';

export const INCIDENT_EVENTS = [
  'incident.opened',
  'incident.updated',
  'incident.merged',
  'incident.resolved',
  'incident.reopened',
  'incident.removed',
] as const;
export type IncidentEvent = (typeof INCIDENT_EVENTS)[number];

/** A component affected by the cause. `until` is null while it is affected; after that, the last contribution of the cause is kept. */
export interface Symptom extends ComponentReference {
  since: number;
  until: number | null;
  /** Missing in data stored by older versions, until the next step. */
  share?: Share;
}

export interface NewIncident {
  state: IncidentState;
  cause: ComponentReference;
  /** What the cause last reported at the threshold or worse. */
  severity: FailureState;
  /** Every component that was ever a symptom, by technicalName. */
  symptoms: readonly Symptom[];
  /** Since when the cause had been unhealthy when the incident opened. */
  startedAt: number;
  openedAt: number;
  acknowledgedAt: number | null;
  acknowledgedBy: string | null;
  /** Since when there is nothing left to do: set in Monitoring and Removed, and kept once Resolved. */
  healthySince: number | null;
  resolvedAt: number | null;
  mergedIntoId: string | null;
  /**
   * What the cause reported when a person resolved the incident although the cause was unhealthy. Until the cause gets worse than that, it
   * opens no new incident. Cleared when the cause recovers.
   */
  dismissedState: FailureState | null;
  /** The cause changes its state too often to report each change. Until that ends, the incident stays as it is and sends nothing. */
  isFlapping: boolean;
}

export interface Incident extends NewIncident {
  id: string;
}

/** When the outage was over; null while it lasts. `updatedAt` is when the incident was last changed, which nothing does once it was merged. */
export function endOf({ state, healthySince, resolvedAt }: NewIncident, updatedAt: number): number | null {
  if (state === 'Merged') return updatedAt;
  // A person who resolves an incident while its cause is unhealthy ends it at that moment.
  return healthySince ?? (state === 'Resolved' ? resolvedAt : null);
}

export interface Actor {
  type: 'key' | 'person';
  id: string;
  name: string;
}

export const TIMELINE_KINDS = [
  'Opened',
  'CauseChanged',
  'SeverityChanged',
  'SymptomsChanged',
  'SplitOff',
  'MergedIn',
  'Merged',
  'Monitoring',
  'Reopened',
  'Resolved',
  'Removed',
  'Acknowledged',
  'Commented',
  'FlappingBegan',
  'FlappingEnded',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Components are referred to by technicalName. `at` is the time of the step that wrote the entry. */
export type TimelineEntry = { at: number; actor: Actor | null; text: string | null } & (
  | { kind: 'Opened'; facts: { cause: string; severity: FailureState; symptoms: string[]; splitFromId: string | null } }
  | { kind: 'CauseChanged'; facts: { from: string; to: string } }
  | { kind: 'SeverityChanged'; facts: { from: FailureState; to: FailureState } }
  | { kind: 'SymptomsChanged'; facts: { joined: string[]; left: string[] } }
  /** This cause no longer explains the symptom, which has its own incident from now on. */
  | { kind: 'SplitOff'; facts: { symptom: string } }
  /** Another incident turned out to have the same cause and was merged into this one. */
  | { kind: 'MergedIn'; facts: { incidentId: string; cause: string } }
  | { kind: 'Merged'; facts: { intoId: string; cause: string } }
  | { kind: 'Monitoring'; facts: { reason: MonitoringReason } }
  | { kind: 'Reopened'; facts: { cause: string; severity: FailureState } }
  | { kind: 'Resolved'; facts: { reason: ResolvedReason } }
  /** The cause was deleted from the landscape while unhealthy, so the incident ends without a recovery. */
  | { kind: 'Removed'; facts: { cause: string } }
  | { kind: 'Acknowledged'; facts: Record<string, never> }
  | { kind: 'Commented'; facts: Record<string, never> }
  | { kind: 'FlappingBegan'; facts: Record<string, never> }
  | { kind: 'FlappingEnded'; facts: Record<string, never> }
);

/** Why an incident was resolved: it was quiet for long enough, a person did it, or what it is about is not in service. */
export type ResolvedReason = 'Quiet' | 'ByPerson' | 'NotInService';

/**
 * Why there is nothing left to do for an incident: its cause recovered, or something that the cause depends on is under maintenance. Older
 * versions wrote `CauseRemoved`; now a removal ends the incident.
 */
export type MonitoringReason = 'CauseHealthy' | 'CauseRemoved' | 'ExplainedByMaintenance';

/** Store a new incident under a new id, with these entries as the start of its timeline. Then send the event, unless it is null. */
export interface OpenCommand {
  command: 'open';
  incident: NewIncident;
  /** The incident that its cause was a symptom of before. */
  splitFromId: string | null;
  entries: TimelineEntry[];
  event: IncidentEvent | null;
}

/** Store the incident as given, add the entries to its timeline in order, and send the event, unless it is null. */
export interface ChangeCommand {
  command: 'change';
  incident: Incident;
  entries: TimelineEntry[];
  event: IncidentEvent | null;
}

export type IncidentCommand = OpenCommand | ChangeCommand;

/** An entry that the system itself writes. */
export function systemEntry<Kind extends TimelineKind>(
  at: number,
  kind: Kind,
  facts: Extract<TimelineEntry, { kind: Kind }>['facts'],
): TimelineEntry {
  return { at, actor: null, text: null, kind, facts } as TimelineEntry;
}

/** Whether the incident still goes on. Merged and Removed incidents do not, although nobody resolved them. */
export function isUnresolved({ state }: { state: IncidentState }): boolean {
  return state === 'Open' || state === 'Acknowledged' || state === 'Monitoring';
}
