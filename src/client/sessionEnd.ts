/** Whether the service has said that nobody is signed in any more. Once it has, that holds until the page is left: what is half written here stays readable. */
'use client';

import { useSyncExternalStore } from 'react';

let hasEnded = false;
const listeners = new Set<() => void>();

export function noteSessionEnd(): void {
  hasEnded = true;
  for (const listener of listeners) listener();
}

export function useHasSessionEnded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hasEnded,
    () => false,
  );
}
