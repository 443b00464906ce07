/**
 * Keeps the alerts of monitoring systems apart: what one message does to its alert, and the state that a component has from its alerts and
 * its own reports. Times are milliseconds since 1970, by the database's clock unless stated otherwise.
 */
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { HealthState } from '@/domain/vocabulary';

/** One message of an alert. Its signal's state is Healthy if it says that the alert has ended. */
export interface AlertMessage {
  /** Tells the alert from others of its source. */
  key: string;
  /** The name of the alert or its rule, for people; null if unknown. */
  name: string | null;
  /** When the alert began and ended, by the clock of its source; null if it does not say. */
  startsAt: number | null;
  endsAt: number | null;
  /** It ends without an end of its own: a person closed it, or it lapsed. Its next firing message opens it again. */
  isClosed: boolean;
}

/** Something that says in which state a component is. */
export interface Evidence {
  state: HealthState;
  /** When it was seen, and when we were last told. */
  observedAt: number;
  acceptedAt: number;
  source: string | null;
  message: string | null;
}

export interface KnownAlert {
  source: string;
  key: string;
  componentId: string;
  name: string | null;
  /** The worst it says now, Healthy once it has ended. */
  state: HealthState;
  /** The start of the newest occurrence that fires, and of the newest that has ended, by the clock of its source; null if there is none. */
  firesFrom: number | null;
  endedUpTo: number | null;
  /** Since when it fires, or has ended. */
  since: number;
  /** When its last message that counts arrived. */
  seenAt: number;
  message: string | null;
}

/**
 * The start of the key, before the component's id, of a state that some alert had set before alerts were kept apart. The next message about
 * the component from the same kind of source replaces it.
 */
export const UNTOLD = 'untold:';

export const ALREADY_ENDED = 'The end of this alert had already arrived.';
export const NOT_OPEN = 'The alert was no longer open.';
export const OLDER_OCCURRENCE = 'A later occurrence of this alert counts.';

interface Arrival extends Evidence {
  componentId: string;
  source: string;
  alert: AlertMessage;
}

interface Said {
  alert: KnownAlert;
  /** Why the message changes nothing; null if it counts. */
  reason: string | null;
}

/**
 * What a message makes of its alert. An end covers every firing message that began at the same time or earlier, in whatever order they
 * arrive; and, of those that have arrived, also what began before it ended. The end of an earlier occurrence, which arrives late, leaves
 * the present one as it is.
 */
export function afterMessage(known: KnownAlert | undefined, arrival: Arrival): Said {
  if (arrival.alert.isClosed) return afterClosing(known, arrival);
  return arrival.state === 'Healthy' ? afterEnd(known, arrival) : afterFiring(known, arrival);
}

function afterClosing(known: KnownAlert | undefined, arrival: Arrival): Said {
  const endedUpTo = known?.endedUpTo ?? null;
  if (known !== undefined && known.firesFrom === null) return { alert: known, reason: NOT_OPEN };
  const reason = known === undefined ? NOT_OPEN : null;
  return { alert: alertFrom(known, arrival, { firesFrom: null, endedUpTo, since: arrival.acceptedAt }), reason };
}

function afterEnd(known: KnownAlert | undefined, arrival: Arrival): Said {
  const { alert: told, acceptedAt } = arrival;
  const fires = known?.firesFrom ?? null;
  // An end without a start ends what fires now, whatever the clocks say.
  const start = told.startsAt ?? Math.max(acceptedAt, fires ?? acceptedAt);
  const isLater = fires !== null && fires > Math.max(start, told.endsAt ?? start);
  const endedUpTo = Math.max(start, known?.endedUpTo ?? start, isLater ? start : (fires ?? start));
  if (known !== undefined && isLater) return { alert: { ...known, endedUpTo }, reason: OLDER_OCCURRENCE };
  const since = Math.min(told.endsAt ?? acceptedAt, acceptedAt);
  return { alert: alertFrom(known, arrival, { firesFrom: null, endedUpTo, since }), reason: null };
}

function afterFiring(known: KnownAlert | undefined, arrival: Arrival): Said {
  const { alert: told, acceptedAt } = arrival;
  const { firesFrom: fires = null, endedUpTo = null, since: firingSince = acceptedAt } = known ?? {};
  const start = told.startsAt ?? acceptedAt;
  if (known !== undefined && endedUpTo !== null && start <= endedUpTo) return { alert: known, reason: ALREADY_ENDED };
  // Another copy of the alert tool may have seen it begin at another time. The alert is still being repeated.
  if (known !== undefined && fires !== null && start < fires) return { alert: { ...known, seenAt: acceptedAt }, reason: OLDER_OCCURRENCE };
  const since = fires === null ? Math.min(start, acceptedAt) : firingSince;
  return { alert: alertFrom(known, arrival, { firesFrom: start, endedUpTo, since }), reason: null };
}

function alertFrom(
  known: KnownAlert | undefined,
  { alert, state, acceptedAt, source, componentId, message }: Arrival,
  times: Pick<KnownAlert, 'firesFrom' | 'endedUpTo' | 'since'>,
): KnownAlert {
  return { source, key: alert.key, componentId, name: alert.name ?? known?.name ?? null, state, seenAt: acceptedAt, message, ...times };
}

/**
 * The state of a component: the worse of its last own report and its alerts that fire; Healthy if there is neither, but an alert ended.
 * Among equally bad ones, what we were told last describes it. Null if nothing was ever said.
 */
export function presentState(plain: Evidence | null, alerts: Iterable<KnownAlert>): Evidence | null {
  let worst = plain;
  for (const { state, seenAt, source, message } of alerts) {
    const told = { state, observedAt: seenAt, acceptedAt: seenAt, source, message };
    const difference = worst === null ? 1 : severityOf(state) - severityOf(worst.state);
    if (worst === null || difference > 0 || (difference === 0 && seenAt >= worst.acceptedAt)) worst = told;
  }
  return worst;
}

/** The alert that keeps a component from the state `reported`; undefined if none does. */
export function holderOf(alerts: Iterable<KnownAlert>, reported: HealthState): KnownAlert | undefined {
  let worst: KnownAlert | undefined;
  for (const alert of alerts) if (severityOf(alert.state) > severityOf(worst?.state ?? reported)) worst = alert;
  return worst;
}

/** Says which alert still holds, for a report that it outweighs. */
export function heldBy({ name, source, state, message }: Pick<KnownAlert, 'name' | 'source' | 'state' | 'message'>): string {
  return `The component stays at ${state}, because an alert of ${source} still fires: ${name ?? message ?? 'it has no name'}.`;
}

/** The kind of tool: a source may be one of several of a kind, as in `alertmanager:eu`. */
export function kindOfSource(source: string): string {
  return source.split(':', 1)[0] ?? source;
}

export function severityOf(state: HealthState): number {
  return HEALTH_STATES.indexOf(state);
}
