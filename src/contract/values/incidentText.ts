/**
 * An incident as a text of facts for a bridge, a ticket or a status page, and for agents: what failed, since when, how bad it is and who is on
 * it, understood without the app. Times are in UTC, because whoever reads it may be anywhere.
 */
import { toldCostAt } from '@/domain/health/incidentCost';
import { causeCalled, FAILURE_PREDICATES, INCIDENT_STATE_LABELS, nameOfIn } from '@/domain/incidentWords';
import { namesOfCauses, situationCost, situationReach } from '@/domain/situationWords';
import type { FailureState } from '@/domain/vocabulary';
import { countOf, formatNumber } from '@/plain/counts';
import { formatDuration } from '@/plain/formatDuration';
import type { Incident } from '@/contract/incidents';
import { capitalised } from '@/plain/capitalised';

interface Circumstances {
  /** In milliseconds since 1970. */
  now: number;
  /** The page of the incident; left out if it is null. */
  url: string | null;
}

/** One fact a line. */
export function incidentText(incident: Incident, { now, url }: Circumstances): string {
  const lines = [
    `Incident ${formatNumber(incident.number)}: ${causeCalled(incident)} ${predicateOf(incident)}`,
    stateLine(incident),
    acknowledgedLine(incident),
    timeLine(incident, now),
    ...effectLines(incident, now),
    ...ownerLines(incident),
    url === null ? null : `Details: ${url}`,
  ];
  return lines
    .filter((line) => line !== null)
    .map((line) => line.replace(/\s+/g, ' '))
    .join('\n');
}

const PAST_PREDICATES: Readonly<Record<FailureState, string>> = {
  Outage: 'was down',
  Degraded: 'was degraded',
  Warning: 'had a warning',
};

function predicateOf({ endedAt, severity }: Incident): string {
  return (endedAt === null ? FAILURE_PREDICATES : PAST_PREDICATES)[severity];
}

function stateLine(incident: Incident): string {
  const { state, isFlapping, isStale, isUnderMaintenance } = incident;
  const marks = [
    ...(isFlapping ? ['its state keeps changing'] : []),
    ...(isStale ? ['its last report is stale'] : []),
    ...(isUnderMaintenance ? ['under maintenance'] : []),
  ];
  return [`State: ${INCIDENT_STATE_LABELS[state]}${stateWords(incident)}`, ...marks].join(', ');
}

function stateWords({ state, healthySince, resolvedAt, timeline }: Incident): string {
  switch (state) {
    case 'Monitoring':
      return healthySince === null ? '' : `, quiet since ${timeOf(healthySince)}`;
    case 'Resolved': {
      const by = timeline.findLast(({ kind }) => kind === 'Resolved')?.actor;
      return `${resolvedAt === null ? '' : ` ${timeOf(resolvedAt)}`}${by === null || by === undefined ? '' : ` by ${by.name}`}`;
    }
    case 'Merged':
      return ': it has the same cause as another incident and continues there';
    case 'Removed':
      return ': the cause was deleted from the landscape while it was unhealthy';
    default:
      return '';
  }
}

function acknowledgedLine({ state, acknowledgedAt, acknowledgedBy }: Incident): string | null {
  if (acknowledgedAt !== null && acknowledgedBy !== null) return `Acknowledged by: ${acknowledgedBy}, ${timeOf(acknowledgedAt)}`;
  return state === 'Open' ? 'Acknowledged by: nobody' : null;
}

function timeLine({ startedAt, endedAt }: Incident, now: number): string {
  const lasted = formatDuration((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt));
  return endedAt === null
    ? `Since: ${timeOf(startedAt)}, for ${lasted}`
    : `Lasted: ${lasted}, from ${timeOf(startedAt)} to ${timeOf(endedAt)}`;
}

/** For example `2026-11-20 03:12:05 UTC`. */
function timeOf(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const money = (amount: number, currency: string): string => `${currency} ${formatNumber(amount)}`;

/** What it affects while it lasts, or what it affected. */
function effectLines(incident: Incident, now: number): (string | null)[] {
  const { endedAt, cause, situation, counts, symptoms, symptomHistory, impactedNotMonitored, impactedNotMonitoredCount } = incident;
  const nameOf = nameOfIn(incident);
  if (endedAt !== null) {
    const affected = [...new Set(symptomHistory.map(({ technicalName }) => nameOf(technicalName)))];
    return [affected.length === 0 ? null : `Also affected: ${namesOfCauses(affected)}`, costLine(incident, now)];
  }
  const { causes, causesOmitted } = situation ?? { causes: [], causesOmitted: 0 };
  const others = causes.filter(({ technicalName }) => technicalName !== cause).map(({ technicalName }) => nameOf(technicalName));
  const together = others.length + causesOmitted === 0 ? '' : ` together with ${namesOfCauses(others, causesOmitted)}`;
  const reach =
    situation === null || causes.length === 0
      ? `${countOf(counts.components, 'component')}, ${countOf(counts.applications, 'application')}`
      : situationReach(situation.counts);
  const cost = situationCost(situation?.exposure, money);
  const unlisted = impactedNotMonitoredCount - impactedNotMonitored.length;
  const silent = impactedNotMonitored.map(({ technicalName }) => nameOf(technicalName));
  return [
    `Affected${together}: ${reach}`,
    cost === null ? null : capitalised(cost),
    costLine(incident, now),
    symptoms.length === 0 ? null : `Also report trouble: ${namesOfCauses(symptoms.map(nameOf))}`,
    impactedNotMonitoredCount === 0 ? null : `Affected, not monitored: ${namesOfCauses(silent, unlisted)}`,
    situation?.notRecorded === undefined || situation.notRecorded.length === 0 ? null : `Not recorded: ${situation.notRecorded.join(', ')}`,
  ];
}

/** What it has cost, or what it cost. Nothing for those who may not see revenue, and where none is recorded. */
function costLine(incident: Incident, now: number): string | null {
  const { costSoFar, endedAt, situation } = incident;
  const isUnrecorded = situation?.notRecorded?.includes('revenue') === true;
  if (costSoFar === undefined || (costSoFar === null && isUnrecorded)) return null;
  const words = endedAt === null ? 'Cost until now' : 'Cost';
  if (costSoFar === null) return `${words}: not recorded`;
  return `${words} ${money(Math.round((toldCostAt(incident, now) ?? 0) * 100) / 100, costSoFar.currency)}`;
}

/** Who owns the cause, and where help is. Nothing if an older server did not say. */
function ownerLines({ application, team = null, contact = null, references = [] }: Incident): string[] {
  if (application === undefined) return [];
  if (application === null) return ['Owner: unknown, because the cause was deleted'];
  return [
    `Owner: ${team ?? 'not recorded'} (application ${application.name})`,
    `Contact: ${contact ?? 'not recorded'}`,
    ...(references.length === 0
      ? ['Runbook and other references: not recorded']
      : references.map(({ kind, label, url }) => `${kind === 'Other' ? 'See also' : kind}: ${label}, ${url}`)),
  ];
}
