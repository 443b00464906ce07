/** Reads Datadog's webhook payload: one event, in a shape set by the sender's template. */
import { z } from 'zod';
import type { Issue } from '@/domain/errors';
import { componentIn, mapped, momentFrom, sortOut, stateOfSeverity } from './mappedAlert';
import type { MappedAlert } from './mappedAlert';
import type { AlertSource, MappedState, SourceMapping } from './alertSource';
import { issuesOf } from '@/contract/inputIssues';
import { parseInput } from '@/contract/parseInput';

/**
 * The text to enter as Payload of the webhook in Datadog: its default plus the last six fields. The plain default works too; then the title
 * is read, which has only the tags that the monitor is grouped by.
 */
export const DATADOG_PAYLOAD = {
  id: '$ID',
  event_type: '$EVENT_TYPE',
  title: '$EVENT_TITLE',
  body: '$EVENT_MSG',
  date: '$DATE',
  last_updated: '$LAST_UPDATED',
  org: { id: '$ORG_ID', name: '$ORG_NAME' },
  alert_transition: '$ALERT_TRANSITION',
  alert_type: '$ALERT_TYPE',
  alert_priority: '$ALERT_PRIORITY',
  tags: '$TAGS',
  alert_id: '$ALERT_ID',
  alert_scope: '$ALERT_SCOPE',
} as const;

const field = z.union([z.string(), z.number()]).nullish();
const Event = z.object({
  title: field,
  body: field,
  date: field,
  last_updated: field,
  alert_transition: field,
  alert_type: field,
  alert_priority: field,
  alert_id: field,
  alert_scope: field,
  tags: field,
});
type Event = z.infer<typeof Event>;

/**
 * By transition in lower case: a new alert gets its state from its severity. Renotify repeats the last state, which only the alert type
 * tells.
 */
const TRANSITIONS: Readonly<Record<string, 'Begun' | 'Renotified' | 'NoData' | 'Warning' | 'Healthy'>> = {
  triggered: 'Begun',
  're-triggered': 'Begun',
  warn: 'Warning',
  're-warn': 'Warning',
  recovered: 'Healthy',
  'no data': 'NoData',
  're-no data': 'NoData',
  renotify: 'Renotified',
};
const ALERT_TYPES: Readonly<Record<string, 'Begun' | 'Warning' | 'Healthy' | 'Ignore'>> = {
  error: 'Begun',
  warning: 'Warning',
  success: 'Healthy',
  info: 'Ignore',
};

const NO_TRANSITION =
  'does not say whether the alert begins or ends; add "alert_transition": "$ALERT_TRANSITION" to the payload of the webhook';

type Tags = Readonly<Record<string, string>>;

/** Only changes are sent, so alerts hold until one says that they ended. */
export const DATADOG: AlertSource = {
  read: (payload, mapping) => {
    const event = parseInput(Event, payload);
    if (event.success) return sortOut([mapEvent(event.data, mapping)]);
    return { isReadable: false, signals: [], issues: issuesOf(event.error), ignored: [], unmatched: [] };
  },
  lapseAfterMinutes: 0,
};

function mapEvent(event: Event, mapping: SourceMapping): MappedAlert {
  const title = valueOf(event.title) ?? '';
  const tags = tagsIn([valueOf(event.tags), valueOf(event.alert_scope), ...scopesIn(title)].filter((list) => list !== undefined).join(','));
  const judged = stateOf(event, title, tags, mapping);
  const moment = momentFrom(valueOf(event.date) ?? valueOf(event.last_updated));
  const hasEnded = 'state' in judged && judged.state === 'Healthy';
  return mapped({
    path: '',
    named: componentIn(tags, mapping, 'tags'),
    judged,
    observedAt: moment,
    // The title says that it recovered; the body repeats what was wrong.
    message: title !== '' ? title : hasEnded ? 'The alert is resolved.' : (valueOf(event.body) ?? null),
    alert: { key: keyOf(event, title), name: nameIn(title), startsAt: moment, endsAt: hasEnded ? moment : null },
  });
}

/** A monitor has an alert for each of its scopes. Without the two fields, its name and the scope in the title tell them apart. */
function keyOf(event: Event, title: string): string {
  const scope = valueOf(event.alert_scope) ?? scopesIn(title).join(' ');
  return JSON.stringify([valueOf(event.alert_id) ?? nameIn(title) ?? '', scope]);
}

/** The name of the monitor, behind what the title says of its transition and priority; null if there is none. */
function nameIn(title: string): string | null {
  const name = title.replace(/^(\s*\[[^\]]*\])+/, '').trim();
  return name === '' ? null : name;
}

/** `[P2] [Triggered on {service:payment,env:prod}] Payment latency`: what Datadog puts before the name of the monitor. */
const TRANSITION_IN_TITLE = /\[((?:re-)?(?:triggered|warn|no data)|recovered|renotify)\b[^\]]*\]/i;
const PRIORITY_IN_TITLE = /\[(p[1-5])\]/i;

function scopesIn(title: string): string[] {
  return [...title.matchAll(/\{([^{}]*)\}/g)].map(([, scope]) => scope ?? '');
}

function stateOf(event: Event, title: string, tags: Tags, mapping: SourceMapping): { state: MappedState } | { issue: Issue } {
  const own = valueOf(event.alert_transition);
  const type = valueOf(event.alert_type);
  const isTold = own !== undefined && own.toLowerCase() !== 'null';
  // The title is used only if no field says it.
  const transition = isTold ? own : type === undefined ? TRANSITION_IN_TITLE.exec(title)?.[1] : undefined;
  const told = transition === undefined ? undefined : TRANSITIONS[transition.toLowerCase()];
  if (transition !== undefined && told === undefined)
    return { issue: { path: 'alert_transition', message: `"${transition.slice(0, 100)}" is not a known transition` } };
  const meaning = told === undefined || told === 'Renotified' ? ALERT_TYPES[type?.toLowerCase() ?? ''] : told;
  switch (meaning) {
    case undefined:
      return { issue: { path: 'alert_transition', message: NO_TRANSITION } };
    case 'Begun':
      return stateOfBegun(event, title, tags, mapping);
    case 'NoData':
      return { state: mapping.stateBySeverity['no data'] ?? 'Ignore' };
    default:
      return { state: meaning };
  }
}

/**
 * From the severity among its tags, otherwise the priority of its monitor, otherwise the worst state: it crossed its alert threshold, not
 * its warning threshold.
 */
function stateOfBegun(event: Event, title: string, tags: Tags, mapping: SourceMapping): { state: MappedState } | { issue: Issue } {
  const severity = tags[mapping.severityLabel];
  if (severity !== undefined) return stateOfSeverity(severity, mapping, `tags.${mapping.severityLabel}`);
  const priority = valueOf(event.alert_priority) ?? PRIORITY_IN_TITLE.exec(title)?.[1];
  return priority === undefined ? { state: 'Outage' } : stateOfSeverity(priority, mapping, 'alert_priority');
}

/** Parses tags such as `env:prod, service:checkout`, by name in lower case; the first of a name counts. */
function tagsIn(list: string): Record<string, string> {
  const tags: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const tag of list.split(',')) {
    const place = tag.indexOf(':');
    const name = tag.slice(0, place).trim().toLowerCase();
    if (place > 0 && !(name in tags)) tags[name] = tag.slice(place + 1).trim();
  }
  return tags;
}

/** The value of a field: a variable without a value arrives empty or as it was written. */
function valueOf(given: string | number | null | undefined): string | undefined {
  const value = String(given ?? '').trim();
  return value === '' || /^\$[A-Z_]+$/.test(value) ? undefined : value;
}
