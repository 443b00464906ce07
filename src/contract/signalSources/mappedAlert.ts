/**
 * From alerts of any source to one signal for each component: what an alert says of its component, and how several alerts of one component
 * add up.
 */
import type { Issue } from '@/domain/errors';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { HealthState } from '@/domain/vocabulary';
import { entityReference } from '../fields';
import type { MappedState, SignalSource, SourceMapping, SourceReading, SourceSignal, UnmatchedAlert } from './signalSource';
import { parseInput } from '@/contract/parseInput';

const LONGEST_MESSAGE = 1_000;

/** One alert of a payload, read and mapped: what it says, that it says nothing about health, or why it could not be mapped. */
export type MappedAlert = { signal: Omit<SourceSignal, 'source'> } | { ignored: true } | { issue: Issue; unmatched: UnmatchedAlert };

/** The component that labels (or tags) name, or why they name none. */
export function componentIn(
  labels: Readonly<Record<string, string>>,
  mapping: SourceMapping,
  path: string,
): { component: string } | { issue: Issue } {
  const label = mapping.componentLabels.find((name) => Object.hasOwn(labels, name) && labels[name]?.trim() !== '');
  if (label === undefined) {
    return { issue: { path, message: `names no component: none of ${mapping.componentLabels.join(', ')} is there` } };
  }
  const component = labels[label]?.trim() ?? '';
  return parseInput(entityReference, component).success
    ? { component }
    : { issue: { path: `${path}.${label}`, message: 'is no technicalName and no GUID' } };
}

/** What a severity means, or why that is not known. An alert without one has the default state. */
export function stateOfSeverity(
  severity: string | undefined,
  mapping: SourceMapping,
  path: string,
): { state: MappedState } | { issue: Issue } {
  const name = severity?.trim().toLowerCase() ?? '';
  if (name === '') {
    return { state: mapping.defaultState };
  }
  const state = Object.hasOwn(mapping.stateBySeverity, name) ? mapping.stateBySeverity[name] : undefined;
  if (state !== undefined) {
    return { state };
  }
  const example = `severityState=${encodeURIComponent(name.slice(0, 100))}=Outage`;
  return { issue: { path, message: `"${severity?.trim().slice(0, 100)}" has no state; say what it means with ${example}` } };
}

/** What an alert says of itself, each part read or not. */
export interface AlertParts {
  named: { component: string } | { issue: Issue };
  judged: { state: MappedState } | { issue: Issue };
  observedAt: string | null;
  message: string | null;
}

/** An alert that says nothing about health is none of ours, whatever it names. */
export function mapped({ named, judged, observedAt, message: told }: AlertParts): MappedAlert {
  if ('state' in judged && judged.state === 'Ignore') return { ignored: true };
  const message = shortened(told);
  const state = 'state' in judged && judged.state !== 'Ignore' ? judged.state : null;
  const name = 'component' in named ? named.component : null;
  if (name !== null && state !== null) return { signal: { component: name, state, observedAt, message } };
  const issue = 'issue' in named ? named.issue : (judged as { issue: Issue }).issue;
  return { issue, unmatched: { name, state, observedAt, message, reason: issue.message } };
}

/** An alert of which nothing can be read. */
export function unreadable(issue: Issue): MappedAlert {
  const reason = issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`;
  return { issue, unmatched: { name: null, state: null, observedAt: null, message: null, reason } };
}

/**
 * Adds the alerts of one payload up. A component with several alerts has the worst of their states, so that one that is resolved does not
 * hide another that still fires, as of the latest moment that any of them names.
 */
export function addUp(source: SignalSource, alerts: readonly MappedAlert[]): SourceReading {
  const byComponent = new Map<string, SourceSignal>();
  const issues: Issue[] = [];
  const unmatched: UnmatchedAlert[] = [];
  let ignored = 0;
  for (const alert of alerts) {
    if ('issue' in alert) {
      issues.push(alert.issue);
      unmatched.push(alert.unmatched);
    } else if ('ignored' in alert) {
      ignored++;
    } else {
      const { signal } = alert;
      const known = byComponent.get(signal.component);
      byComponent.set(signal.component, known === undefined ? { ...signal, source } : worstOf(known, { ...signal, source }));
    }
  }
  return { isReadable: true, signals: [...byComponent.values()], issues, ignored, unmatched };
}

function worstOf(a: SourceSignal, b: SourceSignal): SourceSignal {
  const worse = severityOf(b.state) > severityOf(a.state) ? b : a;
  // A moment that is not told is the present one, later than all that are.
  const observedAt = a.observedAt === null || b.observedAt === null ? null : a.observedAt > b.observedAt ? a.observedAt : b.observedAt;
  return { ...worse, observedAt };
}

function severityOf(state: HealthState): number {
  return HEALTH_STATES.indexOf(state);
}

/** As much of a text as a signal may carry, without what the database cannot store, and without half a character at the end. */
function shortened(message: string | null): string | null {
  const storable = message?.replaceAll('\u0000', '').toWellFormed().trim() ?? '';
  const cut = storable.length > LONGEST_MESSAGE ? `${storable.slice(0, LONGEST_MESSAGE - 2).replace(/[\ud800-\udbff]$/, '')}…` : storable;
  return cut === '' ? null : cut;
}

/** A moment as ISO 8601 in UTC; null for what is none, and for the year 1, by which Go programs say "not set". */
export function momentFrom(value: string | number | undefined): string | null {
  const moment = new Date(value ?? Number.NaN);
  return Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 1970 || moment.getUTCFullYear() > 9999 ? null : moment.toISOString();
}
