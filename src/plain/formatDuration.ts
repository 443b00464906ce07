/** Formats a duration as people say it, in its two largest units. */
import { UNITS } from './durationWords';

/** For example `4 min 12 s`; `0 s` below one second and for negative durations. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const first = UNITS.findIndex((unit) => seconds >= unit.seconds);
  if (first < 0) return '0 s';
  const parts = UNITS.slice(first, first + 2).map(({ seconds: size, short }, index) => {
    const count = Math.floor((index === 0 ? seconds : seconds % (UNITS[first]?.seconds ?? 1)) / size);
    return count === 0 ? '' : `${count.toLocaleString('en')} ${short}`;
  });
  return parts.filter((part) => part !== '').join(' ');
}
