/** What agents read of a situation, of what nobody monitors, and of causes that explain each other in part. */
import type { Situation } from '@/contract/situations';
import type { HealthImpact } from '@/contract/impactSnapshot';
import { numberOfPeople } from '@/domain/situationWords';
import { bareCountOf } from '@/plain/counts';
import { amount } from './amount';
import { quoteForAgents } from './quoteForAgents';
import { reachedWords } from './reachedWords';

export function situationLine({
  id,
  incidents,
  incidentsOmitted,
  causes,
  causesOmitted,
  counts,
  notRecorded = [],
  exposure,
}: Situation): string {
  const people = notRecorded.includes('audiences') ? null : numberOfPeople(counts, String);
  const isCostUnknown = notRecorded.includes('revenue');
  const named = causes.map(({ technicalName, state, incidentId, isUnderMaintenance, part }) =>
    [
      `${quoteForAgents(technicalName)} ${state}`,
      ...(isUnderMaintenance ? ['under maintenance'] : []),
      incidentId === null ? 'no incident' : `incident ${incidentId}`,
      ...(part === undefined || isCostUnknown ? [] : [`part ${amount(part.expectedPerHour)} an hour, ${amount(part.perHour)} at risk`]),
    ].join(', '),
  );
  const more = causesOmitted === 0 ? '' : ` and ${causesOmitted} more`;
  return [
    id === null ? 'situation without an incident' : `situation ${id}`,
    causes.length === 0 ? 'all causes have recovered' : `caused by ${named.join(' + ')}${more}`,
    `affected, causes included: ${reachedWords(counts)}, ${people === null ? 'people not recorded' : `${people} people`}`,
    ...(notRecorded.length === 0 ? [] : [`not recorded, so unknown: ${notRecorded.join(', ')}`]),
    ...(exposure === undefined || isCostUnknown
      ? []
      : [`expected cost ${amount(exposure.expectedPerHour)} ${exposure.currency} an hour, ${amount(exposure.perHour)} at risk`]),
    ...(incidents.length === 0
      ? []
      : [`incidents ${incidents.join(', ')}${incidentsOmitted === 0 ? '' : ` and ${incidentsOmitted} more`}`]),
  ].join('; ');
}

type Relations = Pick<
  HealthImpact['causes'][number],
  'explainedInPart' | 'contributesToCauses' | 'impactedNotMonitored' | 'impactedNotMonitoredCount'
>;

/** The parts of a line, if there is anything to say. */
export function relationWords({ explainedInPart, contributesToCauses, ...rest }: Relations): string[] {
  return [
    ...(explainedInPart === null
      ? []
      : [`explained in part by ${explainedInPart.by.map(quoteForAgents).join(' and ')}, which would make it ${explainedInPart.state}`]),
    ...contributesToCauses.map(
      ({ technicalName, explains, reports }) =>
        `explains ${quoteForAgents(technicalName)} in part: it would be ${explains}, but reports ${reports}`,
    ),
    ...notMonitoredWords(rest),
  ];
}

export function notMonitoredWords({
  impactedNotMonitored: listed,
  impactedNotMonitoredCount: count,
}: Pick<Relations, 'impactedNotMonitored' | 'impactedNotMonitoredCount'>): string[] {
  if (count === 0) return [];
  const named = listed.map(({ technicalName, effectiveState }) => `${quoteForAgents(technicalName)} ${effectiveState}`).join(', ');
  return [`${bareCountOf(count, 'component')} impacted but not monitored: ${named}${count > listed.length ? ' and more' : ''}`];
}
