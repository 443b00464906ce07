/** Keeps the whole picture visible until a person moves it. Their last gesture is the only viewport state. */
'use client';

import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Core } from '@/canvas/draw/createCore';
import { fitAll, freeSize } from './camera';
import { fitted, type Size } from './viewport';

export interface Followed {
  size: Size;
  subject: string;
  isCovered: boolean;
}

/** This much closer than the fitted view counts as zoomed in. */
const ZOOMED_IN = 1.08;

/** `surface` says the zoom, for whoever looks at the page from outside. */
export function useCamera(core: Core | null, surface: RefObject<HTMLElement | null>, { size, subject, isCovered }: Followed) {
  const isMoved = useRef(false);
  const fittedFor = useRef<{ core: Core; subject: string } | null>(null);
  const [isZoomedIn, setZoomedIn] = useState(false);

  const moveByHand = useCallback(() => {
    isMoved.current = true;
  }, []);
  const fit = useCallback(() => {
    isMoved.current = false;
    if (core !== null) fitAll(core, size, true);
  }, [core, size]);

  useEffect(() => {
    if (core === null || size.width === 0) return;
    const before = fittedFor.current;
    const isNew = before?.core !== core || before.subject !== subject;
    if (isNew) isMoved.current = false;
    fittedFor.current = { core, subject };
    if (!isMoved.current) fitAll(core, size, !isNew);
  }, [core, size, subject, isCovered]);

  useEffect(() => {
    const container = core?.container() ?? null;
    if (core === null || container === null) return undefined;
    const observer = new ResizeObserver(() => {
      core.resize();
      if (!isMoved.current) fitAll(core, size, false);
    });
    observer.observe(container);
    let frame = 0;
    const tell = (): void => {
      frame = 0;
      if (surface.current !== null) surface.current.dataset.zoom = core.zoom().toFixed(4);
      setZoomedIn(core.zoom() > fitted(size, freeSize(core)).zoom * ZOOMED_IN);
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(tell);
    };
    core.on('viewport resize', soon);
    core.on('dragpan pinchzoom scrollzoom', moveByHand);
    soon();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      core.off('viewport resize', soon);
      core.off('dragpan pinchzoom scrollzoom', moveByHand);
    };
  }, [core, surface, size, moveByHand]);

  return useMemo(() => ({ moveByHand, fit, isZoomedIn }), [moveByHand, fit, isZoomedIn]);
}
