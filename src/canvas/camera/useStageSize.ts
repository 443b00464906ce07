/** The size of a part of the page in pixels, from its first layout on. */
'use client';

import { useCallback, useRef, useState } from 'react';
import type { Size } from './viewport';

/** `first`, or null, until measured. `stage` is the ref for the element. */
export function useStageSize(first: Size | null = null): { stage: (element: HTMLElement | null) => void; size: Size | null } {
  const [size, setSize] = useState<Size | null>(first);
  const observer = useRef<ResizeObserver | null>(null);
  const stage = useCallback((element: HTMLElement | null): void => {
    observer.current?.disconnect();
    observer.current = null;
    if (element === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    // It also reports the first layout. Measuring right away would force a layout of the whole page in the middle of rendering.
    observer.current = new ResizeObserver(measure);
    observer.current.observe(element);
  }, []);
  return { stage, size };
}
