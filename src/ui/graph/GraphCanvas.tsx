/** A graph drawn by Cytoscape. React owns the div around it and never draws inside; what changes is handed on, part by part. */
'use client';

import type { Core } from 'cytoscape';
import { useImperativeHandle, useRef, type KeyboardEvent, type Ref } from 'react';
import { boundsOf } from './bounds';
import { fitInto, focusOn, prefersStillness, uncover, zoomBy } from './camera';
import classes from './GraphCanvas.module.css';
import { nearestInDirection, type Direction } from './nearestInDirection';
import { Minimap } from './Minimap';
import { boxesOf, type Picture, type Point, type Positions } from './picture';
import { pngOf, svgOf } from './export/exportPicture';
import { useCytoscape, useDrawing, type CanvasEvents, type Shown } from './useCytoscape';

export interface GraphHandle {
  fit(): void;
  zoomBy(factor: number): void;
  focus(id: string): void;
  /** Moves it out from below a panel that covers it. */
  uncover(id: string): void;
  /** Empty before there is a picture. */
  svg(background: string): string;
  png(background: string): Promise<Blob | null>;
}

interface Props extends Shown, CanvasEvents {
  selectedId: string | null;
  /** What the picture is, for those who cannot see it. */
  label: string;
  handle: Ref<GraphHandle>;
  hasMinimap?: boolean;
}

const ARROWS: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };
const ZOOM_STEP = 1.3;

export function GraphCanvas(props: Props) {
  const { picture, positions, label, handle, hasMinimap = false } = props;
  const div = useRef<HTMLDivElement>(null);
  const cy = useCytoscape(div, props);
  useDrawing(cy, props);
  useImperativeHandle(
    handle,
    () => ({
      fit: () => cy !== null && fitInto(cy, boundsOf(picture, positions), !prefersStillness()),
      zoomBy: (factor) => cy !== null && zoomBy(cy, factor),
      focus: (id) => cy !== null && focusOn(cy, id, positions),
      uncover: (id) => cy !== null && uncover(cy, id),
      svg: (background) => (cy === null || positions.size === 0 ? '' : svgOf(cy, background)),
      png: async (background) => (cy === null || positions.size === 0 ? null : pngOf(cy, background)),
    }),
    [cy, picture, positions],
  );
  const steer = (event: KeyboardEvent): void => {
    if (cy === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (steerBy(event.key, cy, props)) event.preventDefault();
  };
  return (
    <div
      className={classes.frame}
      role="application"
      aria-label={label}
      aria-roledescription="graph"
      aria-busy={cy === null || positions.size === 0}
      tabIndex={0}
      onKeyDown={steer}
    >
      <div ref={div} className={classes.canvas} data-placed={positions.size > 0} aria-hidden="true" />
      {hasMinimap && cy !== null && positions.size > 0 && <Minimap cy={cy} picture={picture} positions={positions} />}
    </div>
  );
}

/** Answers whether the key meant something. */
function steerBy(key: string, cy: Core, { picture, positions, selectedId, onSelect, onOpen }: Props): boolean {
  const direction = ARROWS[key];
  if (direction !== undefined) {
    const next = nearestInDirection(choosable(picture, positions), selectedId, direction);
    if (next === null) return true;
    onSelect(next, 'keyboard');
    focusOn(cy, next, positions);
  } else if (key === '+' || key === '=') zoomBy(cy, ZOOM_STEP);
  else if (key === '-') zoomBy(cy, 1 / ZOOM_STEP);
  else if (key === '0') fitInto(cy, boundsOf(picture, positions), !prefersStillness());
  else if (key === 'Escape') onSelect(null, 'keyboard');
  else if (key === 'Enter' && selectedId !== null) onOpen?.(selectedId);
  else return false;
  return true;
}

/** Everything but boxes and background. */
function choosable(picture: Picture, positions: Positions): Positions {
  const boxes = boxesOf(picture);
  const places = new Map<string, Point>();
  for (const { id, isInert } of picture.nodes) {
    const place = positions.get(id);
    if (place !== undefined && isInert === undefined && !boxes.has(id)) places.set(id, place);
  }
  return places;
}
