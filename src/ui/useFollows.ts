/** For what may follow the part of a page that was asked for by a frame or two, so that a press is answered sooner. */
'use client';

import { useDeferredValue, useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** False for the first time that something is shown after a press; true from then on, and from the start on a page that is being loaded, which comes as one. */
export function useFollows(): boolean {
  const isFromHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return useDeferredValue(true, !isFromHere);
}
