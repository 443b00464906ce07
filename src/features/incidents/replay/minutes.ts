/** The minutes of a replay: positions from 0, each an instant. Pure. */
import type { IncidentReplay } from '@/contract/replay';

const MINUTE_MS = 60_000;

type Stretch = Pick<IncidentReplay, 'from' | 'to'>;

/** The last position; 0 where there is one minute alone. */
export function lastPosition({ from, to }: Stretch): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / MINUTE_MS));
}

export function instantAt({ from }: Stretch, position: number): string {
  return new Date(Date.parse(from) + position * MINUTE_MS).toISOString();
}

/** The position at which an instant has been reached, within the replay. */
export function positionOf(stretch: Stretch, at: string): number {
  const minutes = Math.ceil((Date.parse(at) - Date.parse(stretch.from)) / MINUTE_MS);
  return Math.min(lastPosition(stretch), Math.max(0, Number.isNaN(minutes) ? 0 : minutes));
}

/** Where a replay begins: at the first signal, so that there is something to see. */
export function firstPosition(replay: IncidentReplay): number {
  const [first] = replay.signals;
  return first === undefined ? 0 : positionOf(replay, first.at);
}

/** The next position at which a signal has come in since; null after the last. */
export function nextChange(replay: IncidentReplay, position: number): number | null {
  return replay.signals.map(({ at }) => positionOf(replay, at)).find((other) => other > position) ?? null;
}
