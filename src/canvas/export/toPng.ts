/** A picture as a bitmap: the browser draws the SVG file. */
import type { SvgFile } from './toSvg';

/** The longest side of a bitmap, in pixels; browsers refuse much larger canvases. */
const MOST_PIXELS = 8_000;
const SCALE = 2;

/** Null if the browser cannot make a bitmap of this size. */
export async function toPng({ text, width, height }: SvgFile): Promise<Blob | null> {
  const scale = Math.min(SCALE, MOST_PIXELS / width, MOST_PIXELS / height);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  const isDrawn = await image.decode().then(
    () => true,
    () => false,
  );
  if (!isDrawn) return null;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
