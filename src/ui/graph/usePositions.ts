/** Where the nodes of a picture are: as they were at the last visit, laid out anew only when too much is unknown or when asked to. */
'use client';

import { useCallback, useEffect, useMemo, useState } from 'react';
import { layOut } from './layOut';
import type { Picture, Positions } from './picture';
import { settlePositions } from './settlePositions';
import { readPositions, writePositions } from './storedPositions';

const NOTHING: Positions = new Map();

export interface PositionsState {
  positions: Positions;
  isLayingOut: boolean;
  hasFailed: boolean;
  moved(places: Positions): void;
  layOutAgain(): void;
}

/** `storageKey` names the arrangement; another one is another set of places. */
export function usePositions(picture: Picture, storageKey: string): PositionsState {
  const [held, setHeld] = useState<{ key: string; known: Positions }>({ key: '', known: NOTHING });
  const [isLayingOut, setLayingOut] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const known = held.key === storageKey ? held.known : NOTHING;

  useEffect(() => {
    setHeld({ key: storageKey, known: readPositions(storageKey) });
    setFailed(false);
  }, [storageKey]);

  const remember = useCallback(
    (places: Positions) => {
      setHeld((before) => {
        const merged = new Map([...(before.key === storageKey ? before.known : []), ...places]);
        writePositions(storageKey, merged);
        return { key: storageKey, known: merged };
      });
    },
    [storageKey],
  );

  const run = useCallback(() => {
    setLayingOut(true);
    layOut(picture)
      .then(remember, () => setFailed(true))
      .finally(() => setLayingOut(false));
  }, [picture, remember]);

  const settled = useMemo(() => settlePositions(picture, known), [picture, known]);
  const isReady = held.key === storageKey;
  useEffect(() => {
    if (isReady && settled === null && !isLayingOut && !hasFailed) run();
  }, [isReady, settled, isLayingOut, hasFailed, run]);

  return { positions: isReady && settled !== null ? settled : NOTHING, isLayingOut, hasFailed, moved: remember, layOutAgain: run };
}
