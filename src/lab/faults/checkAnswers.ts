/** Every request is answered or refused as promised; only a killed replica leaves an answer incomplete, and no process exits by itself. */
import type { BrokenAnswer, ClientHistory, Downtime, Ending } from './history';
import type { Violation } from './violation';

export function checkAnswers({ odd, broken, downtimes }: ClientHistory, ending: Ending): Violation[] {
  const stops = downtimes.filter(({ isStop }) => isStop === true);
  const kills = downtimes.filter(({ isStop }) => isStop !== true);
  const done = new Set([...ending.changes.map(({ description }) => description), ...ending.signals.map(({ message }) => message)]);
  const found = broken.flatMap((answer) => {
    if (isWithin(answer, kills)) return [];
    const which = `replica ${answer.replica} broke the connection during ${answer.what}`;
    if (!isWithin(answer, stops)) return [`${which}, although it was not killed`];
    // A replica that is stopping refuses a request by closing the connection. The request must then have had no effect.
    if (answer.hasBegun) return [`${which}, in the middle of its answer, after it was told to stop`];
    return answer.token !== null && done.has(answer.token)
      ? [`${which} after it was told to stop, but the request took effect: ${answer.token}`]
      : [];
  });
  return [
    ...odd.map(({ replica, what }) => ({ promise: 'answers' as const, detail: `replica ${replica}: ${what}` })),
    ...found.map((detail) => ({ promise: 'answers' as const, detail })),
    ...ending.endedByThemselves.map((what) => ({ promise: 'recovery' as const, detail: `exited by itself: ${what}` })),
  ];
}

function isWithin({ replica, askedAt, brokenAt }: BrokenAnswer, downtimes: readonly Downtime[]): boolean {
  return downtimes.some((down) => down.replica === replica && down.from <= brokenAt && askedAt <= down.to);
}
