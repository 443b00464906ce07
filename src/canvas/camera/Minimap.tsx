/**
 * The whole picture in a corner, with a frame around the visible part. Pressing or dragging moves there; on the keyboard, the arrow keys
 * and "0" do the same.
 */
'use client';

import { useEffect, useMemo, useRef, type PointerEvent } from 'react';
import type { Core } from '@/canvas/draw/createCore';
import type { CanvasPicture, Point } from '@/canvas/model/picture';
import { freeSize, moveTo } from './camera';
import classes from './Minimap.module.css';
import type { Size } from './viewport';

const WIDTH = 168;
const HEIGHT = 112;
const MARGIN = 6;

interface Props {
  core: Core;
  picture: CanvasPicture;
}

export function Minimap({ core, picture }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const map = useMemo(() => mapOf(picture.size), [picture]);
  useEffect(() => {
    const shown = canvas.current;
    if (shown === null) return undefined;
    let frame = 0;
    const draw = (): void => {
      frame = 0;
      drawMap(shown, core, picture, map);
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    soon();
    core.on('viewport resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      core.off('viewport resize', soon);
    };
  }, [core, picture, map]);

  const go = ({ nativeEvent, buttons }: PointerEvent): void => {
    if (buttons === 0) return;
    const at = { x: (nativeEvent.offsetX - map.left) / map.scale, y: (nativeEvent.offsetY - map.top) / map.scale };
    const free = freeSize(core);
    const zoom = core.zoom();
    moveTo(core, { zoom, pan: { x: free.width / 2 - at.x * zoom, y: free.height / 2 - at.y * zoom } }, nativeEvent.type === 'pointerdown');
  };
  return (
    <div className={classes.minimap} aria-hidden="true" data-testid="minimap">
      <canvas ref={canvas} width={WIDTH * 2} height={HEIGHT * 2} className={classes.canvas} onPointerDown={go} onPointerMove={go} />
    </div>
  );
}

interface MapScale {
  scale: number;
  left: number;
  top: number;
}

function mapOf({ width, height }: Size): MapScale {
  const scale = Math.min((WIDTH - 2 * MARGIN) / Math.max(1, width), (HEIGHT - 2 * MARGIN) / Math.max(1, height));
  return { scale, left: (WIDTH - width * scale) / 2, top: (HEIGHT - height * scale) / 2 };
}

function drawMap(shown: HTMLCanvasElement, core: Core, { nodes }: CanvasPicture, { scale, left, top }: MapScale): void {
  const context = shown.getContext('2d');
  if (context === null) return;
  const { color, borderTopColor } = getComputedStyle(shown);
  context.setTransform(2, 0, 0, 2, 0, 0);
  context.clearRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = color;
  for (const { layer, box } of nodes) {
    if (layer !== 'card' && layer !== 'row') continue;
    context.globalAlpha = layer === 'card' ? 0.35 : 0.6;
    context.fillRect(box.x * scale + left, box.y * scale + top, Math.max(1, box.width * scale), Math.max(1, box.height * scale - 0.5));
  }
  context.globalAlpha = 1;
  const pan: Point = core.pan();
  const zoom = core.zoom();
  const free = freeSize(core);
  context.strokeStyle = borderTopColor;
  context.lineWidth = 1.5;
  context.strokeRect(
    (-pan.x / zoom) * scale + left,
    (-pan.y / zoom) * scale + top,
    (free.width / zoom) * scale,
    (free.height / zoom) * scale,
  );
}
