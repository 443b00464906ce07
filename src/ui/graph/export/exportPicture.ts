/** A picture as a file: all of it, whatever is in sight. */
import type { Core } from 'cytoscape';
import { asFromNear } from '../distance';
import { readShapes } from './readShapes';
import { toSvg } from './toSvg';

/** A side of a bitmap is at most this long, without its margin; browsers refuse much larger canvases. */
const MOST_PIXELS = 8_000;
const SCALE = 2;
const MARGIN = 24 * SCALE;

export function svgOf(cy: Core, background: string): string {
  return asFromNear(cy, () => toSvg(readShapes(cy, background)));
}

/** Null where the browser makes no bitmap of this size. */
export async function pngOf(cy: Core, background: string): Promise<Blob | null> {
  const drawn = await createImageBitmap(
    await asFromNear(cy, () =>
      cy.png({ output: 'blob-promise', full: true, scale: SCALE, bg: background, maxWidth: MOST_PIXELS, maxHeight: MOST_PIXELS }),
    ),
  );
  const canvas = document.createElement('canvas');
  canvas.width = drawn.width + 2 * MARGIN;
  canvas.height = drawn.height + 2 * MARGIN;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(drawn, MARGIN, MARGIN);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
