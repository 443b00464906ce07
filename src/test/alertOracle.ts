/** What must be known of the alerts about one component after some messages: keeps every message, and shares no code with the product. */
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';

export interface ToldMessage {
  /** Null for a report of the component itself. */
  alert: { source: string; key: string; startsAt: number | null; endsAt: number | null } | null;
  state: HealthState;
  /** In the order of arrival. */
  arrival: number;
  /** When a report of the component itself was observed. */
  observedAt: number;
}

export interface Firing {
  source: string;
  state: HealthState;
  /** The arrival of its last firing message. */
  seenAt: number;
}

const severityOf = (state: HealthState): number => HEALTH_STATES.indexOf(state);

/** The alerts that fire, each by its newest occurrence that no end covers. */
export function firingAfter(messages: readonly ToldMessage[]): Firing[] {
  const startOf = ({ alert, arrival }: ToldMessage): number => alert?.startsAt ?? arrival;
  const ids = new Set(messages.flatMap(({ alert }) => (alert === null ? [] : [`${alert.source} ${alert.key}`])));
  return [...ids].flatMap((id) => {
    const own = messages.filter(({ alert }) => alert !== null && `${alert.source} ${alert.key}` === id);
    const ends = own.filter(({ state }) => state === 'Healthy');
    const fires = own.filter(({ state }) => state !== 'Healthy');
    const isCovered = (message: ToldMessage): boolean =>
      ends.some((end) => {
        const ended = fires.filter((one) => one.arrival < end.arrival && startOf(one) <= (end.alert?.endsAt ?? -Infinity)).map(startOf);
        return Math.max(startOf(end), ...ended) >= startOf(message);
      });
    const open = fires.filter((message) => !isCovered(message));
    const newest = Math.max(...open.map(startOf));
    const [last] = open.filter((message) => startOf(message) === newest).slice(-1);
    if (last === undefined) return [];
    return [{ source: last.alert?.source ?? '', state: last.state, seenAt: Math.max(...open.map(({ arrival }) => arrival)) }];
  });
}

/** The last report of the component itself; undefined if there is none. */
export function plainAfter(messages: readonly ToldMessage[]): ToldMessage | undefined {
  const reports = messages.filter(({ alert }) => alert === null);
  return [...reports].sort((a, b) => a.observedAt - b.observedAt || a.arrival - b.arrival).at(-1);
}

export function worstOf(states: readonly HealthState[]): HealthState {
  return HEALTH_STATES[Math.max(0, ...states.map(severityOf))] ?? 'Healthy';
}

/** The state of the component; undefined if nothing was ever said. */
export function stateAfter(messages: readonly ToldMessage[]): HealthState | undefined {
  if (messages.length === 0) return undefined;
  return worstOf([...firingAfter(messages).map(({ state }) => state), plainAfter(messages)?.state ?? 'Healthy']);
}
