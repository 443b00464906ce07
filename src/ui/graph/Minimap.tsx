/** The whole picture in a corner, with a frame around what is in sight; pressing or dragging in it goes there. The keyboard has the arrow keys and "0". */
'use client';

import type { Core } from 'cytoscape';
import { useEffect, useMemo, useRef, type PointerEvent } from 'react';
import { boundsOf, type Bounds } from './bounds';
import { panTo, prefersStillness, sightOf } from './camera';
import classes from './overlay.module.css';
import type { Picture, Point, Positions } from './picture';

const WIDTH = 168;
const HEIGHT = 112;
const MARGIN = 6;
const LATER_MS = 60;

interface Props {
  cy: Core;
  picture: Picture;
  positions: Positions;
}

export function Minimap({ cy, picture, positions }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const bounds = useMemo(() => boundsOf(picture, positions), [picture, positions]);
  useEffect(() => {
    if (canvas.current === null || bounds === null) return undefined;
    const shown = canvas.current;
    const layer = document.createElement('canvas');
    [layer.width, layer.height] = [shown.width, shown.height];
    let frame = 0;
    let drawnIn = '';
    const draw = (): void => {
      frame = 0;
      const { color } = getComputedStyle(shown);
      if (drawnIn !== color) drawNodes(layer, bounds, picture, positions, color);
      drawnIn = color;
      drawSight(shown, layer, bounds, cy);
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    let waiting: ReturnType<typeof setTimeout> | undefined;
    // The picture itself comes first.
    const later = (): void => {
      clearTimeout(waiting);
      waiting = setTimeout(soon, LATER_MS);
    };
    later();
    cy.on('viewport resize', soon);
    cy.on('style', later);
    return () => {
      clearTimeout(waiting);
      cancelAnimationFrame(frame);
      cy.off('viewport resize', soon);
      cy.off('style', later);
    };
  }, [cy, picture, positions, bounds]);

  const go = ({ nativeEvent, buttons }: PointerEvent): void => {
    if (bounds === null || buttons === 0) return;
    const at = fromMap(bounds, { x: nativeEvent.offsetX, y: nativeEvent.offsetY });
    const pan = panTo(cy, at, cy.zoom());
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

/** All that stays while the picture is moved. */
function drawNodes(layer: HTMLCanvasElement, bounds: Bounds, picture: Picture, positions: Positions, colour: string): void {
  const context = layer.getContext('2d');
  if (context === null) return;
  const scale = scaleOf(bounds);
  const offset = offsetOf(bounds);
  context.setTransform(2, 0, 0, 2, 0, 0);
  context.clearRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = colour;
  for (const { id, width, height, isInert } of picture.nodes) {
    const place = positions.get(id);
    if (place === undefined || isInert === true) continue;
    context.fillRect(
      (place.x - width / 2) * scale + offset.x,
      (place.y - height / 2) * scale + offset.y,
      Math.max(1.5, width * scale),
      Math.max(1.5, height * scale),
    );
  }
}

/** The nodes, and a frame around what is in sight of them. */
function drawSight(canvas: HTMLCanvasElement, nodes: HTMLCanvasElement, bounds: Bounds, cy: Core): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const scale = scaleOf(bounds);
  const offset = offsetOf(bounds);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(nodes, 0, 0);
  context.setTransform(2, 0, 0, 2, 0, 0);
  const { x1, y1 } = cy.extent();
  const sight = sightOf(cy);
  context.strokeStyle = getComputedStyle(canvas).borderTopColor;
  context.lineWidth = 1.5;
  context.strokeRect(x1 * scale + offset.x, y1 * scale + offset.y, (sight.width / cy.zoom()) * scale, (sight.height / cy.zoom()) * scale);
}
