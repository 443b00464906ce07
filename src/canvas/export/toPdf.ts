/**
 * A picture as a one-page PDF of the picture's size. It contains the bitmap, because names may be in any script and a PDF's own fonts cover
 * few.
 */
import { toPng } from './toPng';
import type { SvgFile } from './toSvg';

/** Converts screen pixels to points on paper. */
const POINTS = 0.75;

/** Null if the browser cannot make a bitmap of this size. */
export async function toPdf(file: SvgFile, title: string): Promise<Blob | null> {
  const bitmap = await toPng(file);
  if (bitmap === null) return null;
  const { jsPDF } = await import('jspdf');
  const [width, height] = [file.width * POINTS, file.height * POINTS];
  const pdf = new jsPDF({ unit: 'pt', format: [width, height], orientation: width > height ? 'landscape' : 'portrait' });
  pdf.setProperties({ title });
  pdf.addImage(new Uint8Array(await bitmap.arrayBuffer()), 'PNG', 0, 0, width, height);
  return pdf.output('blob');
}
