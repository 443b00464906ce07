/** Keeps the screen on while the wall is shown, if the browser supports it. */
'use client';

import { useEffect } from 'react';

export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let isOver = false;
    let release: () => void = () => undefined;
    // A browser releases the lock when the page is hidden, and refuses it when the battery is low.
    const hold = (): void => {
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        (lock) => {
          release = () => void lock.release();
          if (isOver) release();
        },
        () => undefined,
      );
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hold);
      release();
    };
  }, []);
}
