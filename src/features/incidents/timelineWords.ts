/** What happened to an incident, entry by entry, in words. */
import { predicateOf } from '@/client/labels/labels';
import type { IncidentTimelineEntry } from '@/contract/incidents';
import type { MonitoringReason, TimelineEntry } from '@/domain/health/incident';
import type { FailureState } from '@/domain/vocabulary';

export interface ToldEntry {
  words: string;
  /** Another incident that it speaks of. */
  incidentId?: string;
}

const MONITORING: Readonly<Record<MonitoringReason, string>> = {
  CauseHealthy: 'The cause has recovered.',
  CauseRemoved: 'The cause has left the landscape.',
  ExplainedByMaintenance: 'The cause suffers from something that is under maintenance.',
};

const SEVERITY_RANK: readonly FailureState[] = ['Warning', 'Degraded', 'Outage'];

/** The wire says of facts only that there are some; by kind they are those of the domain. */
export function toldOf(entry: IncidentTimelineEntry): ToldEntry {
  const known = entry as unknown as TimelineEntry;
  const who = entry.actor?.name ?? 'The service';
  switch (known.kind) {
    case 'Opened':
      return opened(known.facts);
    case 'CauseChanged':
      return { words: `A deeper cause showed up: ${known.facts.to}, instead of ${known.facts.from}.` };
    case 'SeverityChanged': {
      const isWorse = SEVERITY_RANK.indexOf(known.facts.to) > SEVERITY_RANK.indexOf(known.facts.from);
      return { words: `The cause got ${isWorse ? 'worse' : 'better'}: it ${predicateOf(known.facts.to)} now.` };
    }
    case 'SymptomsChanged':
      return { words: symptomWords(known.facts) };
    case 'SplitOff':
      return { words: `${known.facts.symptom} does not recover with the cause, so it has an incident of its own now.` };
    case 'MergedIn':
      return {
        words: `An incident of ${known.facts.cause} turned out to have the same cause and goes on here.`,
        incidentId: known.facts.incidentId,
      };
    case 'Merged':
      return {
        words: `It turned out to be caused by ${known.facts.cause} and goes on in another incident.`,
        incidentId: known.facts.intoId,
      };
    case 'Monitoring':
      return { words: `${MONITORING[known.facts.reason]} It resolves if this lasts.` };
    case 'Reopened':
      return { words: `Reopened: ${known.facts.cause} ${predicateOf(known.facts.severity)} again.` };
    case 'Resolved':
      return { words: known.facts.reason === 'ByPerson' ? `${who} resolved it.` : 'Resolved: it has stayed quiet for long enough.' };
    case 'Removed':
      return {
        words: `${known.facts.cause} was removed from the landscape while it was unhealthy. The incident ended without being resolved.`,
      };
    case 'Acknowledged':
      return { words: `${who} acknowledged it.` };
    case 'Commented':
      return { words: `${who} said:` };
    case 'FlappingBegan':
      return {
        words: 'The cause is flapping: it changes its state again and again. Nothing more is sent until it is quiet for five minutes.',
      };
    case 'FlappingEnded':
      return { words: 'The cause has stopped flapping.' };
  }
}

function opened({ cause, severity, symptoms, splitFromId }: Extract<TimelineEntry, { kind: 'Opened' }>['facts']): ToldEntry {
  const suffering = symptoms.length === 0 ? '' : ` Affected: ${symptoms.join(', ')}.`;
  if (splitFromId === null) return { words: `Opened: ${cause} ${predicateOf(severity)}.${suffering}` };
  return {
    words: `Opened: ${cause} ${predicateOf(severity)} still, though what it suffered from has recovered.${suffering}`,
    incidentId: splitFromId,
  };
}

function symptomWords({ joined, left }: { joined: string[]; left: string[] }): string {
  const parts = [
    joined.length === 0 ? '' : `${joined.join(', ')} ${joined.length === 1 ? 'is' : 'are'} affected too.`,
    left.length === 0 ? '' : `${left.join(', ')} ${left.length === 1 ? 'is' : 'are'} no longer affected.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
