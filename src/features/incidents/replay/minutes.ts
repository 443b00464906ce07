/** Converts between the minutes of a replay (positions from 0) and timestamps. Pure. */
import type { IncidentReplay } from '@/contract/replay';

const MINUTE_MS = 60_000;

type Stretch = Pick<IncidentReplay, 'from' | 'to'>;

/** The last position; 0 if the replay has one minute only. */
export function lastPosition({ from, to }: Stretch): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / MINUTE_MS));
}

export function instantAt({ from }: Stretch, position: number): string {
  return new Date(Date.parse(from) + position * MINUTE_MS).toISOString();
}

/** The position of a timestamp, kept within the replay. */
export function positionOf(stretch: Stretch, at: string): number {
  const minutes = Math.ceil((Date.parse(at) - Date.parse(stretch.from)) / MINUTE_MS);
  return Math.min(lastPosition(stretch), Math.max(0, Number.isNaN(minutes) ? 0 : minutes));
}

/** Where a replay starts: at the first signal, so that something is visible. */
export function firstPosition(replay: IncidentReplay): number {
  const [first] = replay.signals;
  return first === undefined ? 0 : positionOf(replay, first.at);
}

/** The next position after which a new signal has arrived; null after the last. */
export function nextChange(replay: IncidentReplay, position: number): number | null {
  return replay.signals.map(({ at }) => positionOf(replay, at)).find((other) => other > position) ?? null;
}
