/** The current time, for things that count up. */
'use client';

import { useSyncExternalStore } from 'react';

interface Clock {
  subscribe(listener: () => void): () => void;
  read(): number;
}

/** Ticks only while somebody uses it; all users see the same time. */
function clockOf(everyMs: number): Clock {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let now = 0;
  return {
    subscribe(listener) {
      listeners.add(listener);
      if (timer === undefined) {
        // During hydration a component subscribes before it reads.
        now = Date.now();
        timer = setInterval(() => {
          now = Date.now();
          for (const each of listeners) each();
        }, everyMs);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    read() {
      // A stopped clock is set by the next reader.
      if (timer === undefined && Math.abs(Date.now() - now) >= everyMs) now = Date.now();
      return now;
    },
  };
}

const clocks = new Map<number, Clock>();

function clockFor(everyMs: number): Clock {
  const clock = clocks.get(everyMs) ?? clockOf(everyMs);
  clocks.set(everyMs, clock);
  return clock;
}

const unknown = (): null => null;

/** Milliseconds since 1970, updated every `everyMs`. Null on the server and during hydration, which cannot know the reader's clock. */
export function useNow(everyMs = 1_000): number | null {
  const { subscribe, read } = clockFor(everyMs);
  return useSyncExternalStore<number | null>(subscribe, read, unknown);
}
