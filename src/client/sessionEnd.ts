/**
 * Whether the server has said that the session ended. Stays true until the page is left or somebody signs in elsewhere, so unsaved text is
 * kept.
 */
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

/** Asks whether somebody has signed in again, for example in another tab; resolves to true if so. */
export async function checkSession(): Promise<boolean> {
  try {
    const answer = await fetch('/api/auth/get-session', { cache: 'no-store' });
    if (!answer.ok || (await answer.json()) === null) return false;
  } catch {
    // Without a connection this is still unknown.
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
