/** Counts the seconds since something started. */
'use client';

import { useEffect, useState } from 'react';

export function useElapsedSeconds(isRunning: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const begun = Date.now();
    const timer = window.setInterval(() => setSeconds(Math.floor((Date.now() - begun) / 1_000)), 250);
    return () => {
      window.clearInterval(timer);
      setSeconds(0);
    };
  }, [isRunning]);
  return seconds;
}
