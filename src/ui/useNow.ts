/** The time as it passes, for what counts up on a page. */
'use client';

import { useEffect, useState } from 'react';

/** Milliseconds since 1970, renewed every `everyMs`. Null on the server and in the first paint, which cannot know the reader's clock. */
export function useNow(everyMs = 1_000): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
