/** A picture as a file: all of it, whatever is in sight. */
import type { Core } from 'cytoscape';
import { asFromNear } from './distance';
import { readDrawing } from './readDrawing';
import { svgText } from './svgText';

/** A side of a bitmap is at most this long; browsers refuse much larger canvases. */
const MOST_PIXELS = 8_000;

export function svgOf(cy: Core, background: string): string {
  return asFromNear(cy, () => svgText(readDrawing(cy, background)));
}

export function pngOf(cy: Core, background: string): Promise<Blob> {
  return asFromNear(cy, () => cy.png({ output: 'blob-promise', full: true, scale: 2, bg: background, maxWidth: MOST_PIXELS, maxHeight: MOST_PIXELS }));
}
