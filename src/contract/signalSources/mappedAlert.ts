/** Turns the alerts of any source into signals: which component an alert is about, and what it says about it. */
import type { Issue } from '@/domain/errors';
import { entityReference } from '@/contract/fields';
import { exporterLabel, labelOf, namesExporter, reasonWithoutSubject, subjectOf } from './exporter';
import type { MappedState, SourceAlert, SourceMapping, SourceReading, SourceSignal, UnmatchedAlert } from './alertSource';
import { parseInput } from '@/contract/parseInput';

const LONGEST_MESSAGE = 1_000;

/** One mapped alert: what it says, that it says nothing about health, or why it could not be mapped. */
export type MappedAlert =
  | { signal: SourceSignal }
  | { ignored: SourceReading['ignored'][number] }
  | { issue: Issue; unmatched: UnmatchedAlert };

/** The component named by labels (or tags), or why there is none. */
export function componentIn(
  labels: Readonly<Record<string, string>>,
  mapping: SourceMapping,
  path: string,
): { component: string } | { issue: Issue } {
  const valueOf = (name: string): string => labelOf(labels, name);
  const label = mapping.componentLabels.find((name) => valueOf(name) !== '' && !namesExporter(name, valueOf(name)));
  if (label !== undefined) return referenceIn(valueOf(label), `${path}.${label}`);
  const reporter = exporterLabel(labels);
  if (reporter === undefined)
    return { issue: { path, message: `names no component: it has none of ${mapping.componentLabels.join(', ')}` } };
  const exporter = valueOf(reporter);
  const subject = subjectOf(labels, exporter);
  return subject === undefined
    ? { issue: { path: `${path}.${reporter}`, message: reasonWithoutSubject(labels, exporter, mapping.componentLabels) } }
    : referenceIn(subject.name, `${path}.${subject.label}`);
}

function referenceIn(component: string, path: string): { component: string } | { issue: Issue } {
  return parseInput(entityReference, component).success
    ? { component }
    : { issue: { path, message: 'is neither a technicalName nor a GUID' } };
}

/** The state for a severity, or why it is unknown. An alert without severity has the default state. */
export function stateOfSeverity(
  severity: string | undefined,
  mapping: SourceMapping,
  path: string,
): { state: MappedState } | { issue: Issue } {
  const name = severity?.trim().toLowerCase() ?? '';
  if (name === '') return { state: mapping.defaultState };
  const state = Object.hasOwn(mapping.stateBySeverity, name) ? mapping.stateBySeverity[name] : undefined;
  if (state !== undefined) return { state };
  const example = `severityState=${encodeURIComponent(name.slice(0, 100))}=Outage`;
  return { issue: { path, message: `"${severity?.trim().slice(0, 100)}" has no state; define one with ${example}` } };
}

/** The parts of an alert, each read or not. */
export interface AlertParts {
  path: string;
  named: { component: string } | { issue: Issue };
  judged: { state: MappedState } | { issue: Issue };
  observedAt: string | null;
  message: string | null;
  alert: SourceAlert;
}

/** An alert that says nothing about health is ignored, whatever it names. */
export function mapped({ path, named, judged, observedAt, message: told, alert }: AlertParts): MappedAlert {
  if ('state' in judged && judged.state === 'Ignore') return { ignored: { path, reason: 'Its severity says nothing about health.' } };
  const message = shortened(told);
  const state = 'state' in judged && judged.state !== 'Ignore' ? judged.state : null;
  const name = 'component' in named ? named.component : null;
  if (name !== null && state !== null)
    return { signal: { path, component: name, state, observedAt, message, alert: { ...alert, name: shortened(alert.name) } } };
  const issue = 'issue' in named ? named.issue : (judged as { issue: Issue }).issue;
  return { issue, unmatched: { path, name, state, observedAt, message, reason: issue.message } };
}

/** An alert that cannot be read. */
export function unreadable(path: string, issue: Issue): MappedAlert {
  const reason = issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`;
  return { issue, unmatched: { path, name: null, state: null, observedAt: null, message: null, reason } };
}

/** The alerts of one payload, by what they led to. */
export function sortOut(alerts: readonly MappedAlert[]): SourceReading {
  const reading: SourceReading = { isReadable: true, signals: [], issues: [], ignored: [], unmatched: [] };
  for (const alert of alerts)
    if ('signal' in alert) reading.signals.push(alert.signal);
    else if ('ignored' in alert) reading.ignored.push(alert.ignored);
    else {
      reading.issues.push(alert.issue);
      reading.unmatched.push(alert.unmatched);
    }
  return reading;
}

/**
 * Cuts a text to the length of a signal's message, without characters that the database cannot store, and not in the middle of a character.
 */
function shortened(message: string | null): string | null {
  const storable = message?.replaceAll('\u0000', '').toWellFormed().trim() ?? '';
  const cut = storable.length > LONGEST_MESSAGE ? `${storable.slice(0, LONGEST_MESSAGE - 2).replace(/[\ud800-\udbff]$/, '')}…` : storable;
  return cut === '' ? null : cut;
}

/**
 * A time as ISO 8601 in UTC; null if it is invalid or in the year 1, which Go programs send for "not set". Digits alone, as a number or as
 * text, are seconds since 1970 if there are ten of them, and milliseconds if there are more.
 */
export function momentFrom(value: string | number | null | undefined): string | null {
  const digits = /^\d{10,15}$/.test(String(value)) ? Number(value) : null;
  const moment = new Date(digits === null ? (value ?? Number.NaN) : digits < 1e10 ? digits * 1_000 : digits);
  return Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 1970 || moment.getUTCFullYear() > 9999 ? null : moment.toISOString();
}
