/** Parts of an SVG over the canvas, which answers the pointer. They follow it when it is moved. */
'use client';

import { useEffect, useMemo, useRef } from 'react';
import { viewportOf } from '@/canvas/camera/camera';
import type { Core } from '@/canvas/draw/createCore';
import { PICTURE_FONT } from '@/canvas/model/look';
import { short } from '@/canvas/still/svgPicture';
import classes from './FollowingParts.module.css';

interface Props {
  core: Core;
  /** In units of the picture. */
  parts: string;
  opacity: number;
}

export function FollowingParts({ core, parts, opacity }: Props) {
  const moved = useRef<SVGGElement>(null);
  const html = useMemo(() => ({ __html: parts }), [parts]);
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
    <svg className={classes.over} fontFamily={PICTURE_FONT} style={{ opacity }} aria-hidden="true">
      <g ref={moved} dangerouslySetInnerHTML={html} />
    </svg>
  );
}
