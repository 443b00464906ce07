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

/**
 * `storageKey` names the arrangement, which all pictures under that name share; another one is another set of places.
 * A layout that failed is tried again for another picture, and when somebody asks for it.
 */
export function usePositions(
  picture: Picture,
  storageKey: string,
  findPlaces: (picture: Picture) => Promise<Positions> = computeLayout,
): PositionsState {
  const known = useSyncExternalStore(
    onPositionsAdded,
    () => positionsOf(storageKey),
    () => NOTHING,
  );
  const [isAskedFor, setAskedFor] = useState(false);
  const [failed, setFailed] = useState<{ picture: Picture; storageKey: string } | null>(null);
  const hasFailed = failed?.picture === picture && failed.storageKey === storageKey;
  const moved = useCallback((places: Positions) => addPositions(storageKey, places), [storageKey]);
  const settled = useMemo(() => placeNewNodes(picture, known), [picture, known]);
  const isUnknown = settled === null;
  useEffect(() => {
    if (isUnknown && !hasFailed) requestLayout(storageKey, picture, findPlaces).catch(() => setFailed({ picture, storageKey }));
  }, [isUnknown, hasFailed, storageKey, picture, findPlaces]);

  const layOutAgain = (): void => {
    setFailed(null);
    // What is unknown is then asked for by itself.
    if (isUnknown) return;
    setAskedFor(true);
    findPlaces(picture)
      .then(moved)
      .catch(() => setFailed({ picture, storageKey }))
      .finally(() => setAskedFor(false));
  };
  return { positions: settled ?? NOTHING, isLayingOut: isAskedFor || (isUnknown && !hasFailed), hasFailed, moved, layOutAgain };
}
