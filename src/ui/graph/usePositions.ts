/** Where the nodes of a picture are: as they were at the last visit, laid out anew only when too much is unknown or when asked to. */
'use client';

import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { requestLayout } from './requestLayout';
import { computeLayout } from './computeLayout';
import type { Picture, Positions } from './picture';
import { placeNewNodes } from './placeNewNodes';
import { addPositions, onPositionsAdded, positionsOf } from './storedPositions';

const NOTHING: Positions = new Map();

export interface PositionsState {
  positions: Positions;
  isLayingOut: boolean;
  hasFailed: boolean;
  moved(places: Positions): void;
  layOutAgain(): void;
}

/** `storageKey` names the arrangement, which all pictures under that name share; another one is another set of places. */
export function usePositions(picture: Picture, storageKey: string): PositionsState {
  const known = useSyncExternalStore(
    onPositionsAdded,
    () => positionsOf(storageKey),
    () => NOTHING,
  );
  const [isLayingOut, setLayingOut] = useState(false);
  const [failedKey, setFailedKey] = useState<string | null>(null);
  const hasFailed = failedKey === storageKey;
  const moved = useCallback((places: Positions) => addPositions(storageKey, places), [storageKey]);
  const find = useCallback(
    (found: Promise<void>) => {
      setLayingOut(true);
      found.catch(() => setFailedKey(storageKey)).finally(() => setLayingOut(false));
    },
    [storageKey],
  );
  const settled = useMemo(() => placeNewNodes(picture, known), [picture, known]);
  useEffect(() => {
    if (settled === null && !isLayingOut && !hasFailed) find(requestLayout(storageKey, picture));
  }, [settled, isLayingOut, hasFailed, find, storageKey, picture]);

  return { positions: settled ?? NOTHING, isLayingOut, hasFailed, moved, layOutAgain: () => find(computeLayout(picture).then(moved)) };
}
