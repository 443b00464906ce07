/**
 * What an event says to people: a title, a few facts, and the page to look at. Plain text throughout; each channel formats it in its own
 * way.
 */
import type { EventData } from '@/contract/eventData';
import type { IncidentTimelineEntry } from '@/contract/incidents';
import type { Situation } from '@/contract/situations';
import type { EventEnvelope, EventType } from '@/contract/events';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';
import { costPerHour, digestFacts, duration, facts, instant, type Fact } from './messageFacts';
import { causeCalled, nameOfIn } from '@/domain/incidentWords';
import { namesOfCauses, numberOfPeople } from '@/domain/situationWords';

export interface EventMessage {
  title: string;
  facts: readonly Fact[];
  tone: 'bad' | 'good' | 'plain';
  /** Null if there is none. */
  url: string | null;
  /** Messages about the same matter have the same thread. */
  thread: string;
}

/** `page` is that of the tenant where people look, unless `url` is the page of this very matter. */
type Text = Omit<EventMessage, 'thread' | 'url'> & { page: string; thread?: string; url?: string };

/** `address` is that of a page of the tenant, such as `incidents`. */
export function eventMessage({ id, type, data }: EventEnvelope, address: (page: string) => string): EventMessage {
  const { page, ...said } = TEXTS[type](data as never);
  return { ...said, url: said.url ?? address(page), thread: said.thread ?? id };
}

/** The heading of several messages to one person in one mail, which has room for all of them. Those that say that something is bad come first. */
export function gatheredMessage(messages: readonly EventMessage[]): EventMessage {
  const first = messages.find(({ tone }) => tone === 'bad') ?? messages[0];
  if (first === undefined) throw new Error('A mail is about something.');
  return { ...first, title: `${first.title}, and ${messages.length - 1} more`, facts: [] };
}

const TEXTS: { [Type in EventType]: (data: EventData[Type]) => Text } = {
  'health.changed': ({ component, componentName = component, state, previousState, message }) => ({
    title: `${componentName}: ${state}`,
    facts: facts({ Before: previousState, Message: message }),
    tone: state === 'Healthy' ? 'good' : 'bad',
    page: 'live-impact',
  }),
  'impact.changed': ({ counts }) => ({
    title: 'The impact has changed',
    facts: facts({
      'Components affected': counts.impacted,
      Applications: ifAny(counts.applications),
      Capabilities: ifAny(counts.capabilities),
      Audiences: ifAny(counts.audiences),
    }),
    tone: 'plain',
    page: 'live-impact',
  }),
  'incident.opened': incident('opened', 'bad'),
  'incident.updated': (data) => incident(...stepOf(data))(data),
  'incident.merged': incident('merged', 'plain'),
  'incident.resolved': incident('resolved', 'good'),
  'incident.reopened': incident('reopened', 'bad'),
  'incident.removed': incident('removed', 'plain'),
  'situation.changed': ({ situation, joined, left, names }) => ({
    title: situation.causes.length === 0 ? 'A situation is over' : `Situation: ${causesOf(situation)}`,
    facts: facts({
      Joined: namesOfCauses(joined.map(nameOfIn({ names }))),
      Left: namesOfCauses(left.map(nameOfIn({ names }))),
      ...affectedBy(situation),
    }),
    tone: situation.causes.length === 0 ? 'good' : 'bad',
    page: 'live-impact',
    thread: situation.id ?? '',
  }),
  'landscape.changed': change('The landscape has changed'),
  'manifest.applied': (data) => change(`The manifest ${data.manifest} was applied`)(data),
  'weakpoint.appeared': weakPoint('can now', 'bad'),
  'weakpoint.gone': weakPoint('can no longer', 'good'),
  'notification.raised': ({ name, subject, state, condition, since, causes, exposure, crossingId, isOwn, watch }) => ({
    title: isOwn === true ? `${oneWords(watch, subject)} ${STATE_WORDS[state]}` : name,
    facts: [
      ...(isOwn === true ? [] : [{ label: subject, value: state }]),
      ...facts({
        Condition: condition,
        Since: instant(since),
        Causes: causes
          // A component that fails by itself is in the title.
          .filter(({ technicalName }) => isOwn !== true || watch.kind !== 'component' || technicalName !== watch.technicalName)
          .map((cause) => `${cause.name} (${cause.state})`)
          .join(', '),
        'Expected cost per hour': costPerHour(exposure),
      }),
    ],
    tone: 'bad',
    page: 'live-impact',
    thread: crossingId,
  }),
  'notification.cleared': ({ name, subject, state, since, clearedAt, crossingId, isOwn, watch }) => ({
    title:
      isOwn === true
        ? `Over: ${state === 'Healthy' ? `${allWords(watch, subject)} again` : `${worstWords(watch, subject)} ${STATE_WORDS[state]} now`}`
        : `Over: ${name}`,
    facts: [
      ...(isOwn === true ? [] : [{ label: subject, value: state }]),
      ...facts({ Lasted: duration(Date.parse(clearedAt) - Date.parse(since)) }),
    ],
    tone: 'good',
    page: 'live-impact',
    thread: crossingId,
  }),
  'notification.digest': (data) => ({
    title: `Weekly digest: ${data.subject}`,
    facts: digestFacts(data),
    tone: 'plain',
    page: 'weak-points',
    thread: data.subscriptionId,
  }),
  'webhook.test': ({ message, actor, isOwn }) => ({
    title: message,
    facts: facts({ 'Sent by': actor.name }),
    tone: 'plain',
    page: isOwn === true ? 'notifications' : 'webhooks',
  }),
};

const STATE_WORDS: Readonly<Record<HealthState, string>> = {
  Healthy: 'is healthy',
  Warning: 'has a warning',
  Degraded: 'is degraded',
  Outage: 'is down',
};

type Watch = EventData['notification.raised']['watch'];

/** Everything and a team are as bad as the worst in them. */
function oneWords({ kind, team }: Watch, subject: string): string {
  if (kind === 'tenant') return 'A capability';
  return kind === 'team' ? `An application of team ${team}` : subject;
}

function worstWords({ kind, team }: Watch, subject: string): string {
  if (kind === 'tenant') return 'The worst capability';
  return kind === 'team' ? `The worst application of team ${team}` : subject;
}

function allWords({ kind, team }: Watch, subject: string): string {
  if (kind === 'tenant') return 'All capabilities are healthy';
  return kind === 'team' ? `All applications of team ${team} are healthy` : `${subject} is healthy`;
}

type Updated = EventData['incident.updated'];

/** What an update is about, by the kind of its timeline entry: what matters most comes first. */
const STEPS: readonly (readonly [IncidentTimelineEntry['kind'], (data: Updated, facts: Record<string, unknown>) => Step | null])[] = [
  ['Monitoring', (_data, { reason }) => (reason === 'CauseHealthy' ? ['recovered', 'good'] : null)],
  ['CauseChanged', () => ['has another cause', 'plain']],
  ['SeverityChanged', ({ severity }, { from }) => (isWorse(severity, from) ? ['got worse', 'bad'] : ['got better', 'plain'])],
  ['Acknowledged', ({ acknowledgedBy }) => [acknowledgedBy === null ? 'acknowledged' : `acknowledged by ${acknowledgedBy}`, 'plain']],
  ['FlappingBegan', () => ['is flapping', 'bad']],
];

type Step = [words: string, tone: Text['tone']];

function stepOf(data: Updated): Step {
  for (const [kind, wordsOf] of STEPS) {
    const entry = data.entries.find((one) => one.kind === kind);
    const step = entry === undefined ? null : wordsOf(data, entry.facts);
    if (step !== null) return step;
  }
  return ['updated', 'plain'];
}

function isWorse(severity: HealthState, from: unknown): boolean {
  return HEALTH_STATES.indexOf(severity) > HEALTH_STATES.indexOf(from as HealthState);
}

function incident(step: string, tone: Text['tone']): (data: EventData['incident.opened']) => Text {
  return ({ number, id, cause, causeName, severity, team, situation, counts, exposure, startedAt, endedAt, url }) => ({
    title: `Incident ${number} ${step}: ${causeCalled({ cause, causeName })}`,
    facts: facts({
      Severity: severity,
      Team: team,
      Lasted: endedAt === null ? null : duration(Date.parse(endedAt) - Date.parse(startedAt)),
      ...(situation === null
        ? {
            'Components affected': ifAny(counts.components),
            Applications: ifAny(counts.applications),
            'Expected cost per hour': costPerHour(exposure),
          }
        : { 'Together with': causesOf(situation, cause), ...affectedBy(situation) }),
    }),
    tone,
    page: 'incidents',
    url,
    thread: id,
  });
}

function weakPoint(can: string, tone: Text['tone']): (data: EventData['weakpoint.appeared']) => Text {
  return ({ component, capability, componentName = component, capabilityName = capability }) => ({
    title: `${componentName} ${can} take down ${capabilityName} alone`,
    facts: [],
    tone,
    page: 'weak-points',
    thread: `${component} ${capability}`,
  });
}

function change(title: string): (data: EventData['landscape.changed']) => Text {
  return ({ actor, summary }) => ({
    title,
    facts: facts({ By: actor.name, Created: summary.create, Changed: summary.update, Deleted: summary.delete }),
    tone: 'plain',
    page: 'audit-log',
  });
}

/** Nothing is said of what there is none of: that reads as if it had been counted, or as if it cost nothing. */
function ifAny(count: number): number | null {
  return count === 0 ? null : count;
}

/** What the causes of a situation affect and cost together. */
function affectedBy({ counts, exposure }: Situation): Record<string, string | number | null> {
  return {
    'Components affected': ifAny(counts.components),
    Applications: ifAny(counts.applications),
    Capabilities: ifAny(counts.capabilities),
    People: counts.people === 0 ? null : numberOfPeople(counts),
    'Expected cost per hour': costPerHour(exposure),
  };
}

/** Without the cause that the message is about, if it is about one. */
function causesOf({ causes, causesOmitted }: Situation, about: string | null = null): string {
  const others = causes.filter(({ technicalName }) => technicalName !== about);
  return namesOfCauses(
    others.map(({ name }) => name),
    causesOmitted,
  );
}
