/** Every request is answered or refused as promised; only a killed replica breaks off what it has begun, and no process ends by itself. */
import type { BrokenAnswer, ClientHistory, Downtime, Ending } from './history';
import type { Violation } from './violation';

export function checkAnswers({ odd, broken, downtimes }: ClientHistory, ending: Ending): Violation[] {
  const stops = downtimes.filter(({ isStop }) => isStop === true);
  const kills = downtimes.filter(({ isStop }) => isStop !== true);
  const done = new Set([...ending.changes.map(({ description }) => description), ...ending.signals.map(({ message }) => message)]);
  const found = broken.flatMap((one) => {
    if (isWithin(one, kills)) return [];
    const which = `replica ${one.replica} broke off ${one.what}`;
    if (!isWithin(one, stops)) return [`${which}, and was not killed`];
    // One that stops refuses by closing the connection: then nothing may have come of the request.
    if (one.hasBegun) return [`${which} in the middle of its answer, when it was told to stop`];
    return one.token !== null && done.has(one.token) ? [`${which} when it was told to stop, and did it: ${one.token}`] : [];
  });
  return [
    ...odd.map(({ replica, what }) => ({ promise: 'answers' as const, detail: `replica ${replica}: ${what}` })),
    ...found.map((detail) => ({ promise: 'answers' as const, detail })),
    ...ending.endedByThemselves.map((what) => ({ promise: 'recovery' as const, detail: `${what} ended by itself` })),
  ];
}

function isWithin({ replica, askedAt, brokenAt }: BrokenAnswer, downtimes: readonly Downtime[]): boolean {
  return downtimes.some((down) => down.replica === replica && down.from <= brokenAt && askedAt <= down.to);
}
