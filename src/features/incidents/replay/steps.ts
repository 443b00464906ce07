/** Converts between the steps of a replay (positions from 0) and timestamps. Pure. */
import type { IncidentReplay } from '@/contract/replay';

type Stretch = Pick<IncidentReplay, 'from' | 'to' | 'stepSeconds'>;

function stepMs({ stepSeconds }: Stretch): number {
  return stepSeconds * 1_000;
}

/** The last position; 0 if the replay has one step only. */
export function lastPosition(stretch: Stretch): number {
  return Math.max(0, Math.floor((Date.parse(stretch.to) - Date.parse(stretch.from)) / stepMs(stretch)));
}

export function instantAt(stretch: Stretch, position: number): string {
  return new Date(Date.parse(stretch.from) + position * stepMs(stretch)).toISOString();
}

/** The position of a timestamp, kept within the replay. */
export function positionOf(stretch: Stretch, at: string): number {
  const steps = Math.ceil((Date.parse(at) - Date.parse(stretch.from)) / stepMs(stretch));
  return Math.min(lastPosition(stretch), Math.max(0, Number.isNaN(steps) ? 0 : steps));
}

/** Where a replay starts: at the first signal of the incident's own, so that something is visible. */
export function firstPosition(replay: IncidentReplay): number {
  const first = replay.signals.find(({ componentId }) => componentId === replay.causeId) ?? replay.signals[0];
  return first === undefined ? 0 : positionOf(replay, first.at);
}

/** The next position after which a new signal has arrived; null after the last. */
export function nextChange(replay: IncidentReplay, position: number): number | null {
  return replay.signals.map(({ at }) => positionOf(replay, at)).find((other) => other > position) ?? null;
}
