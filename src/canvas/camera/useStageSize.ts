/** How many pixels a part of the page has, from its first layout on. */
'use client';

import { useCallback, useRef, useState } from 'react';
import type { Size } from './viewport';

/** Null until it was measured. `stage` is the ref of the element. */
export function useStageSize(): { stage: (element: HTMLElement | null) => void; size: Size | null } {
  const [size, setSize] = useState<Size | null>(null);
  const observer = useRef<ResizeObserver | null>(null);
  const stage = useCallback((element: HTMLElement | null): void => {
    observer.current?.disconnect();
    observer.current = null;
    if (element === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    // It tells of the first layout too. To measure at once would make the browser lay the whole page out in the middle of drawing it.
    observer.current = new ResizeObserver(measure);
    observer.current.observe(element);
  }, []);
  return { stage, size };
}
