/** One Cytoscape for a div of the page, from the moment the library is loaded until the component unmounts. */
'use client';

import { useEffect, useRef, useState, type RefObject } from 'react';
import { createCore, type CanvasEvents, type Core } from './createCore';

/** Null until the library is loaded. `events` may be another object after each render. */
export function useCore(div: RefObject<HTMLDivElement | null>, events: CanvasEvents): Core | null {
  const [core, setCore] = useState<Core | null>(null);
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  useEffect(() => {
    let isGone = false;
    let made: Core | null = null;
    const container = div.current;
    if (container === null) return undefined;
    void createCore(container, () => latest.current).then((ready) => {
      if (isGone) {
        ready.destroy();
        return;
      }
      made = ready;
      setCore(ready);
    });
    return () => {
      isGone = true;
      made?.destroy();
      setCore(null);
    };
  }, [div]);
  return core;
}
