/** A picture as SVG, before anybody needs to move it or point at it: the server can write it into the page, and no library is loaded for it. */
'use client';

import { memo, useMemo, type Ref } from 'react';
import { fitted, type Size } from '@/canvas/camera/viewport';
import type { Highlight } from '@/canvas/model/highlight';
import { PICTURE_FONT, type CanvasLook } from '@/canvas/model/look';
import type { CanvasPicture } from '@/canvas/model/picture';
import classes from './StillPicture.module.css';
import { highlightedText, pictureText, short } from './svgPicture';

interface Props {
  picture: CanvasPicture;
  look: CanvasLook;
  highlight: Highlight | null;
  /** The window that the canvas will have, in pixels. */
  frame: Size;
  /** The SVG itself. */
  drawing: Ref<SVGSVGElement>;
}

/** Where the canvas will show it. */
export const StillPicture = memo(function StillPicture({ picture, look, highlight, frame, drawing }: Props) {
  const html = useMemo(
    () => ({ __html: highlight === null ? pictureText(picture, look) : highlightedText(picture, look, highlight) }),
    [picture, look, highlight],
  );
  const { zoom, pan } = fitted(picture.size, frame);
  const view = [-pan.x / zoom, -pan.y / zoom, frame.width / zoom, frame.height / zoom];
  return (
    <svg
      ref={drawing}
      className={classes.still}
      viewBox={view.map(short).join(' ')}
      fontFamily={PICTURE_FONT}
      aria-hidden="true"
      dangerouslySetInnerHTML={html}
    />
  );
});
