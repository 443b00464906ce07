/**
 * The picture for print: rendered as vector lines at the moment of printing, whole and as wide as the page, in the given look (a light
 * one).
 */
'use client';

import { useEffect, useRef } from 'react';
import { usePrinting } from '@/ui/usePrinting';
import { toSvg } from '@/canvas/export/toSvg';
import type { CanvasLook } from '@/canvas/model/look';
import type { CanvasPicture } from '@/canvas/model/picture';
import classes from './PrintedPicture.module.css';

const PAPER = '#ffffff';

export function PrintedPicture({ draw }: { draw: () => { picture: CanvasPicture; look: CanvasLook } | null }) {
  const div = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  useEffect(() => {
    const held = div.current;
    if (!isPrinting || held === null) return undefined;
    const drawn = draw();
    if (drawn === null) return undefined;
    held.innerHTML = toSvg(drawn.picture, { ...drawn.look, page: PAPER }, null).text;
    return () => held.replaceChildren();
  }, [isPrinting, draw]);
  return <div ref={div} className={classes.printed} aria-hidden="true" />;
}
