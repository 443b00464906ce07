/** Whether the service has said that nobody is signed in any more. That holds until this page is left or somebody has signed in elsewhere: what is half written here stays. */
'use client';

import { useSyncExternalStore } from 'react';

let hasEnded = false;
const listeners = new Set<() => void>();

function set(now: boolean): void {
  if (hasEnded === now) return;
  hasEnded = now;
  for (const listener of listeners) listener();
}

export function noteSessionEnd(): void {
  set(true);
}

/** Asks whether somebody has signed in again, in another tab say; true once that is so. */
export async function checkSession(): Promise<boolean> {
  try {
    const answer = await fetch('/api/auth/get-session', { cache: 'no-store' });
    if (!answer.ok || (await answer.json()) === null) return false;
  } catch {
    // Without a connection nothing is known of it yet.
    return false;
  }
  set(false);
  return true;
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
