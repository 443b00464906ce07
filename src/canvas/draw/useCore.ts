/** One Cytoscape for a div of the page, from the moment it is wanted and the library is loaded until the component unmounts. */
'use client';

import { useEffect, useRef, useState, type RefObject } from 'react';
import { keepTrying } from '@/ui/later';
import { createCore, loadLibrary, type CanvasEvents, type Core, type Places } from './createCore';

/** Null until the library is loaded. `events` may be another object after each render. */
export function useCore(div: RefObject<HTMLDivElement | null>, events: CanvasEvents & Places, isWanted: boolean): Core | null {
  const [core, setCore] = useState<Core | null>(null);
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  useEffect(() => {
    const container = div.current;
    if (container === null || !isWanted) return undefined;
    let made: Core | null = null;
    const stop = keepTrying(loadLibrary, (library) => {
      made = createCore(library, container, () => latest.current);
      setCore(made);
    });
    return () => {
      stop();
      made?.destroy();
      setCore(null);
    };
  }, [div, isWanted]);
  return core;
}
