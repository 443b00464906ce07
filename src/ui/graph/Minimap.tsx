/** The whole picture in a corner, with a frame around what is in sight; pressing or dragging in it goes there. The keyboard has the arrow keys and "0". */
'use client';

import type { Core } from 'cytoscape';
import { useEffect, useRef, type PointerEvent } from 'react';
import { prefersStillness } from './drawing';
import { boundsOf, type Bounds } from './bounds';
import classes from './overlay.module.css';
import type { Picture, Point, Positions } from './picture';

const WIDTH = 168;
const HEIGHT = 112;
const MARGIN = 6;

interface Props {
  cy: Core;
  picture: Picture;
  positions: Positions;
}

export function Minimap({ cy, picture, positions }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const bounds = useRef<Bounds | null>(null);
  useEffect(() => {
    let frame = 0;
    const draw = (): void => {
      frame = 0;
      if (canvas.current !== null) bounds.current = drawMinimap(canvas.current, cy, picture, positions);
    };
    const later = (): void => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    later();
    cy.on('viewport resize style', later);
    return () => {
      cancelAnimationFrame(frame);
      cy.off('viewport resize style', later);
    };
  }, [cy, picture, positions]);

  const go = ({ nativeEvent, buttons }: PointerEvent): void => {
    if (bounds.current === null || buttons === 0) return;
    const at = fromMap(bounds.current, { x: nativeEvent.offsetX, y: nativeEvent.offsetY });
    const pan = { x: cy.width() / 2 - at.x * cy.zoom(), y: cy.height() / 2 - at.y * cy.zoom() };
    if (nativeEvent.type === 'pointerdown' && !prefersStillness()) cy.animate({ pan, duration: 160 });
    else cy.pan(pan);
  };
  return (
    <div className={classes.minimap} aria-hidden="true">
      <canvas ref={canvas} width={WIDTH * 2} height={HEIGHT * 2} className={classes.minimapCanvas} onPointerDown={go} onPointerMove={go} />
    </div>
  );
}

function scaleOf({ width, height }: Bounds): number {
  return Math.min((WIDTH - 2 * MARGIN) / Math.max(1, width), (HEIGHT - 2 * MARGIN) / Math.max(1, height));
}

function offsetOf(bounds: Bounds): Point {
  const scale = scaleOf(bounds);
  return { x: (WIDTH - bounds.width * scale) / 2 - bounds.left * scale, y: (HEIGHT - bounds.height * scale) / 2 - bounds.top * scale };
}

function fromMap(bounds: Bounds, { x, y }: Point): Point {
  const scale = scaleOf(bounds);
  const offset = offsetOf(bounds);
  return { x: (x - offset.x) / scale, y: (y - offset.y) / scale };
}

function drawMinimap(canvas: HTMLCanvasElement, cy: Core, picture: Picture, positions: Positions): Bounds | null {
  const context = canvas.getContext('2d');
  const bounds = boundsOf(picture, positions);
  if (context === null || bounds === null) return null;
  const scale = scaleOf(bounds);
  const offset = offsetOf(bounds);
  const colours = getComputedStyle(canvas);
  context.setTransform(2, 0, 0, 2, 0, 0);
  context.clearRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = colours.color;
  for (const { id, width, height, isInert } of picture.nodes) {
    const place = positions.get(id);
    if (place === undefined || isInert === true) continue;
    context.fillRect((place.x - width / 2) * scale + offset.x, (place.y - height / 2) * scale + offset.y, Math.max(1.5, width * scale), Math.max(1.5, height * scale));
  }
  const { x1, y1, w, h } = cy.extent();
  context.strokeStyle = colours.borderTopColor;
  context.lineWidth = 1.5;
  context.strokeRect(x1 * scale + offset.x, y1 * scale + offset.y, w * scale, h * scale);
  return bounds;
}
