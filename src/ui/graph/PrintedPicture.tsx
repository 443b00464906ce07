/** The picture on paper: drawn anew as lines at the moment of printing, all of it, as wide as the page. */
'use client';

import { useEffect, useRef, type RefObject } from 'react';
import type { GraphHandle } from './GraphCanvas';
import classes from './overlay.module.css';

export function PrintedPicture({ graph, background }: { graph: RefObject<GraphHandle | null>; background: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const draw = (): void => {
      if (place.current !== null) place.current.innerHTML = graph.current?.svg(background) ?? '';
    };
    const clear = (): void => place.current?.replaceChildren();
    window.addEventListener('beforeprint', draw);
    window.addEventListener('afterprint', clear);
    return () => {
      window.removeEventListener('beforeprint', draw);
      window.removeEventListener('afterprint', clear);
    };
  }, [graph, background]);
  return <div ref={place} className={classes.printed} aria-hidden="true" />;
}
