/** Every request is answered or refused as promised; only a killed replica breaks a connection, and no process ends by itself. */
import type { BrokenAnswer, ClientHistory, Ending } from './history';
import type { Violation } from './violation';

export function checkAnswers({ odd, broken, downtimes }: ClientHistory, { endedByThemselves }: Ending): Violation[] {
  const isExcused = ({ replica, askedAt, brokenAt }: BrokenAnswer): boolean =>
    downtimes.some((down) => down.replica === replica && down.from <= brokenAt && askedAt <= down.to);
  return [
    ...odd.map(({ replica, what }) => ({ promise: 'answers' as const, detail: `replica ${replica}: ${what}` })),
    ...broken
      .filter((one) => !isExcused(one))
      .map(({ replica, what }) => ({ promise: 'answers' as const, detail: `replica ${replica} was not killed and broke off: ${what}` })),
    ...endedByThemselves.map((what) => ({ promise: 'recovery' as const, detail: `${what} ended by itself` })),
  ];
}
