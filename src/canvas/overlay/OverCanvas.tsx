/**
 * What is highlighted or selected, over the canvas, which is faded meanwhile: so that pointing at something changes a few shapes, and not every
 * element of the canvas.
 */
'use client';

import { useEffect, useMemo, useRef } from 'react';
import { viewportOf } from '../camera/camera';
import type { Core } from '../draw/createCore';
import type { Highlight } from '../model/highlight';
import { PICTURE_FONT, type CanvasLook } from '../model/look';
import type { CanvasPicture } from '../model/picture';
import { litText, short } from '../still/svgPicture';
import classes from './LitPicture.module.css';

interface Props {
  core: Core;
  picture: CanvasPicture;
  look: CanvasLook;
  highlight: Highlight | null;
  selectedId: string | null;
}

/** Follows the canvas when it is moved. */
export function LitPicture({ core, picture, look, highlight, selectedId }: Props) {
  const moved = useRef<SVGGElement>(null);
  const html = useMemo(() => ({ __html: litText(picture, look, highlight, selectedId) }), [picture, look, highlight, selectedId]);
  useEffect(() => {
    const follow = (): void => {
      const { zoom, pan } = viewportOf(core);
      moved.current?.setAttribute('transform', `translate(${short(pan.x)} ${short(pan.y)}) scale(${zoom})`);
    };
    follow();
    core.on('viewport', follow);
    return () => void core.off('viewport', follow);
  }, [core]);
  return (
    <svg className={classes.lit} fontFamily={PICTURE_FONT} aria-hidden="true">
      <g ref={moved} dangerouslySetInnerHTML={html} />
    </svg>
  );
}
