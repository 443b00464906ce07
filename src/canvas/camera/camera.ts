/** Moves the viewport. The person's last gesture decides: after moving the picture by hand, it is no longer fitted automatically. */
import type { Core } from '@/canvas/draw/createCore';
import type { Box } from '@/canvas/model/picture';
import { closeUp, fitted, isInSight, type Size, type Viewport } from './viewport';

const MOVE_MS = 240;
/** A node that is visible at this zoom or more is not zoomed to. */
const STILL_READABLE = 0.85;

export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The part of the canvas that no panel covers, in pixels: its left part, by the CSS variable `--covered`. */
export function freeSize(core: Core): Size {
  const container = core.container();
  const covered = container === null ? 0 : Number.parseFloat(getComputedStyle(container).getPropertyValue('--covered'));
  return { width: Math.max(0, core.width() - (Number.isNaN(covered) ? 0 : covered)), height: core.height() };
}

export function viewportOf(core: Core): Viewport {
  return { zoom: core.zoom(), pan: { ...core.pan() } };
}

export function fitAll(core: Core, picture: Size, isAnimated: boolean): void {
  if (core.width() > 0) moveTo(core, fitted(picture, freeSize(core)), isAnimated);
}

/** Does not move if the box is already visible and readable. */
export function goTo(core: Core, box: Box): void {
  const free = freeSize(core);
  if (isInSight(box, viewportOf(core), free) && core.zoom() >= STILL_READABLE) return;
  moveTo(core, closeUp(box, free, core.zoom()), true);
}

/** Keeps the centre of the visible part in place. */
export function zoomBy(core: Core, factor: number): void {
  const { width, height } = freeSize(core);
  core.zoom({ level: core.zoom() * factor, renderedPosition: { x: width / 2, y: height / 2 } });
}

/** Replaces any movement that is still running. */
export function moveTo(core: Core, { zoom, pan }: Viewport, isAnimated: boolean): void {
  core.stop(true);
  if (isAnimated && !prefersStillness()) core.animate({ zoom, pan, duration: MOVE_MS });
  else core.viewport({ zoom, pan });
}
