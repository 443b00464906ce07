/** Cytoscape that is created only once somebody needs it: until then a picture that is still says the same. */
'use client';

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { CanvasEvents, Core, Places } from './createCore';
import { useCore } from './useCore';

export interface WakingCore {
  core: Core | null;
  /** The same, once it has drawn its first picture. */
  drawnCore: Core | null;
  /** Call it after a picture was handed to the core. */
  noteDrawn(core: Core): void;
  wake(): void;
  /** Runs at once, or when the first picture is drawn. */
  whenAwake(act: (core: Core) => void): void;
}

/** `isNeeded`: something is selected or drawn that only the canvas can show. */
export function useWakingCore(div: RefObject<HTMLDivElement | null>, events: CanvasEvents & Places, isNeeded: boolean): WakingCore {
  const [isAwake, setAwake] = useState(isNeeded);
  const [drawnBy, setDrawnBy] = useState<Core | null>(null);
  const waiting = useRef<((core: Core) => void)[]>([]);
  const core = useCore(div, events, isAwake);
  const drawnCore = drawnBy === core ? core : null;
  useEffect(() => {
    if (isNeeded) setAwake(true);
  }, [isNeeded]);
  useEffect(() => {
    if (drawnCore !== null) for (const act of waiting.current.splice(0)) act(drawnCore);
  }, [drawnCore]);
  const wake = useCallback(() => setAwake(true), []);
  const noteDrawn = useCallback((ready: Core): void => {
    ready.one('render', () => setDrawnBy(ready));
  }, []);
  const whenAwake = useCallback(
    (act: (core: Core) => void): void => {
      if (drawnCore !== null) act(drawnCore);
      else {
        waiting.current.push(act);
        setAwake(true);
      }
    },
    [drawnCore],
  );
  return { core, drawnCore, noteDrawn, wake, whenAwake };
}
