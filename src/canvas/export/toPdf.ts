/** A picture as a PDF of one page, as large as the picture: its bitmap, since names may be in any script and a PDF's own fonts hold few. */
import { toPng } from './toPng';
import type { SvgFile } from './toSvg';

/** Pixels of the screen to points of paper. */
const POINTS = 0.75;

/** Null where the browser makes no bitmap of this size. */
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
