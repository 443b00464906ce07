/** Text for each entry of an incident's timeline. */
import { predicateOf } from '@/client/labels/labels';
import type { IncidentTimelineEntry } from '@/contract/incidents';
import type { MonitoringReason, ResolvedReason, TimelineEntry } from '@/domain/health/incident';
import type { NameOf } from '@/domain/incidentWords';
import type { FailureState } from '@/domain/vocabulary';

export interface ToldEntry {
  words: string;
  /** Another incident that the entry links to. */
  incidentId?: string;
}

const MONITORING: Readonly<Record<MonitoringReason, string>> = {
  CauseHealthy: 'The cause recovered.',
  CauseRemoved: 'The cause was removed from the landscape.',
  ExplainedByMaintenance: 'Something that the cause depends on is under maintenance.',
};

const SEVERITY_RANK: readonly FailureState[] = ['Warning', 'Degraded', 'Outage'];

/** The wire types `facts` loosely; the entry's kind tells which facts of the domain they are. */
export function toldOf(entry: IncidentTimelineEntry, nameOf: NameOf): ToldEntry {
  const known = entry as unknown as TimelineEntry;
  const who = entry.actor?.name ?? 'The service';
  switch (known.kind) {
    case 'Opened':
      return opened(known.facts, nameOf);
    case 'CauseChanged':
      return { words: `A deeper cause was found: ${nameOf(known.facts.to)} instead of ${nameOf(known.facts.from)}.` };
    case 'SeverityChanged': {
      const isWorse = SEVERITY_RANK.indexOf(known.facts.to) > SEVERITY_RANK.indexOf(known.facts.from);
      return { words: `The cause got ${isWorse ? 'worse' : 'better'}: it ${predicateOf(known.facts.to)} now.` };
    }
    case 'SymptomsChanged':
      return { words: symptomWords(known.facts, nameOf) };
    case 'SplitOff':
      return { words: `${nameOf(known.facts.symptom)} did not recover with the cause, so it now has its own incident.` };
    case 'MergedIn':
      return {
        words: `An incident of ${nameOf(known.facts.cause)} turned out to have the same cause and continues here.`,
        incidentId: known.facts.incidentId,
      };
    case 'Merged':
      return {
        words: `The cause turned out to be ${nameOf(known.facts.cause)}; this continues in another incident.`,
        incidentId: known.facts.intoId,
      };
    case 'Monitoring':
      return { words: `${MONITORING[known.facts.reason]} The incident resolves by itself if this lasts.` };
    case 'Reopened':
      return { words: `Reopened: ${nameOf(known.facts.cause)} ${predicateOf(known.facts.severity)} again.` };
    case 'Resolved':
      return { words: resolvedWords(known.facts.reason, who) };
    case 'Removed':
      return {
        words: `${nameOf(known.facts.cause)} was deleted from the landscape while unhealthy. The incident was closed without being resolved.`,
      };
    case 'Acknowledged':
      return { words: `${who} acknowledged it.` };
    case 'Commented':
      return { words: `${who} said:` };
    case 'FlappingBegan':
      return {
        words: 'The cause is flapping: it keeps changing its state. No further events are sent until it has been quiet for five minutes.',
      };
    case 'FlappingEnded':
      return { words: 'The cause stopped flapping.' };
  }
}

function opened(
  { cause, severity, symptoms, splitFromId }: Extract<TimelineEntry, { kind: 'Opened' }>['facts'],
  nameOf: NameOf,
): ToldEntry {
  const suffering = symptoms.length === 0 ? '' : ` Affected: ${symptoms.map(nameOf).join(', ')}.`;
  if (splitFromId === null) return { words: `Opened: ${nameOf(cause)} ${predicateOf(severity)}.${suffering}` };
  return {
    words: `Opened: ${nameOf(cause)} ${predicateOf(severity)} although what had affected it has recovered.${suffering}`,
    incidentId: splitFromId,
  };
}

function symptomWords({ joined, left }: { joined: string[]; left: string[] }, nameOf: NameOf): string {
  const parts = [
    joined.length === 0 ? '' : `${joined.map(nameOf).join(', ')} ${joined.length === 1 ? 'is' : 'are'} affected too.`,
    left.length === 0 ? '' : `${left.map(nameOf).join(', ')} ${left.length === 1 ? 'is' : 'are'} no longer affected.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function resolvedWords(reason: ResolvedReason, who: string): string {
  if (reason === 'ByPerson') return `${who} resolved it.`;
  return reason === 'NotInService'
    ? 'Resolved: what failed is not in service, and harms nothing that is.'
    : 'Resolved: it stayed quiet for long enough.';
}
