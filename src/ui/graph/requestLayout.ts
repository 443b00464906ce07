/** Finds the places of a picture where too few of them are known, one picture of an arrangement after the other: whoever asks for what is being found already waits for the same. */
import { computeLayout } from './computeLayout';
import type { Picture, Positions } from './picture';
import { placeNewNodes } from './placeNewNodes';
import { addPositions, positionsOf } from './storedPositions';

const running = new Map<string, Promise<void>>();

/** Ends once the places are held under `storageKey`; fails where the layout does. */
export function requestLayout(
  storageKey: string,
  picture: Picture,
  findPlaces: (picture: Picture) => Promise<Positions> = computeLayout,
): Promise<void> {
  const before = running.get(storageKey) ?? Promise.resolve();
  const own = before
    .catch(() => undefined)
    .then(async () => {
      if (placeNewNodes(picture, positionsOf(storageKey)) === null) addPositions(storageKey, await findPlaces(picture));
    });
  running.set(storageKey, own);
  const forget = (): void => {
    if (running.get(storageKey) === own) running.delete(storageKey);
  };
  own.then(forget, forget);
  return own;
}
