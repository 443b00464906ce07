/**
 * What the canvas does not draw: mere shapes, and what is highlighted or selected, over the canvas, which is faded meanwhile. As elements of the
 * canvas, thousands of shapes would hold up every movement, and each highlight would change them all.
 */
'use client';

import { useMemo } from 'react';
import type { Core } from '@/canvas/draw/createCore';
import type { Highlight } from '@/canvas/model/highlight';
import { RECEDED, type CanvasLook } from '@/canvas/model/look';
import type { CanvasPicture } from '@/canvas/model/picture';
import { bareText, litText } from '@/canvas/still/svgPicture';
import { FollowingParts } from './FollowingParts';

interface Props {
  core: Core;
  picture: CanvasPicture;
  look: CanvasLook;
  highlight: Highlight | null;
  selectedId: string | null;
}

export function OverCanvas({ core, picture, look, highlight, selectedId }: Props) {
  const bare = useMemo(() => bareText(picture.nodes, look), [picture, look]);
  const lit = useMemo(() => litText(picture, look, highlight, selectedId), [picture, look, highlight, selectedId]);
  return (
    <>
      <FollowingParts core={core} parts={bare} opacity={highlight === null ? 1 : RECEDED} />
      <FollowingParts core={core} parts={lit} opacity={1} />
    </>
  );
}
