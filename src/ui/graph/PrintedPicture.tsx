/** The picture on paper: drawn anew as lines at the moment of printing, all of it, as wide as the page. Stands behind the canvas that it takes the picture from. */
'use client';

import { useEffect, useRef, type RefObject } from 'react';
import { usePrinting } from '@/ui/usePrinting';
import type { GraphHandle } from './GraphCanvas';
import classes from './overlay.module.css';

const PAPER = '#ffffff';

/** With another `look`, which is what the canvas is drawn in, it is drawn again: a dark one becomes light for paper. */
export function PrintedPicture({ graph, look }: { graph: RefObject<GraphHandle | null>; look: object }) {
  const place = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  useEffect(() => {
    if (!isPrinting || place.current === null) return undefined;
    const held = place.current;
    held.innerHTML = graph.current?.svg(PAPER) ?? '';
    return () => held.replaceChildren();
  }, [isPrinting, graph, look]);
  return <div ref={place} className={classes.printed} aria-hidden="true" />;
}
