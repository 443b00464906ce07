/**
 * A picture as a one-page PDF of its size, in lines and letters. The letters that it needs of a font are part of it; a text with others, in
 * a script that the font does not have, is a small bitmap.
 */
import type { jsPDF } from 'jspdf';
import { toPng } from './toPng';
import type { SvgFile } from './toSvg';

/** Converts screen pixels to points on paper. */
const POINTS = 0.75;
const FONT = 'Noto Sans';
const FONT_FILES = [
  { address: '/fonts/NotoSans-Regular.ttf', file: 'NotoSans-Regular.ttf', weight: 400 },
  { address: '/fonts/NotoSans-SemiBold.ttf', file: 'NotoSans-SemiBold.ttf', weight: 600 },
] as const;
/** The pixels of a bitmap for one pixel of the picture. */
const FINENESS = 4;
const SVG = 'http://www.w3.org/2000/svg';

/** Null if the browser can make neither lines nor a bitmap of this size. */
export async function toPdf(file: SvgFile, title: string): Promise<Blob | null> {
  const { jsPDF: Pdf } = await import('jspdf');
  const [width, height] = [file.width * POINTS, file.height * POINTS];
  const make = (): jsPDF => {
    const pdf = new Pdf({ unit: 'pt', format: [width, height], orientation: width > height ? 'landscape' : 'portrait', compress: true });
    pdf.setProperties({ title });
    return pdf;
  };
  try {
    const pdf = make();
    await drawLines(pdf, file, { width, height });
    return pdf.output('blob');
  } catch {
    const bitmap = await toPng(file);
    if (bitmap === null) return null;
    const pdf = make();
    pdf.addImage(new Uint8Array(await bitmap.arrayBuffer()), 'PNG', 0, 0, width, height);
    return pdf.output('blob');
  }
}

async function drawLines(pdf: jsPDF, { text }: SvgFile, size: { width: number; height: number }): Promise<void> {
  const { svg2pdf } = await import('svg2pdf.js');
  await Promise.all(FONT_FILES.map((font) => addFont(pdf, font)));
  const element = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  element.setAttribute('font-family', FONT);
  for (const letters of element.querySelectorAll('text')) settle(pdf, letters);
  // In the form that svg2pdf reads by itself: anything else it would request, which the page forbids.
  for (const image of element.querySelectorAll('image'))
    image.setAttribute(
      'href',
      (image.getAttribute('href') ?? '').replace(/^data:image\/svg\+xml;utf8,/, 'data:image/svg+xml;charset=utf-8,'),
    );
  // It has to be in the page to be measured.
  const held = document.createElement('div');
  held.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden';
  held.append(document.adoptNode(element));
  document.body.append(held);
  try {
    await svg2pdf(element, pdf, { x: 0, y: 0, ...size });
  } finally {
    held.remove();
  }
}

async function addFont(pdf: jsPDF, { address, file, weight }: (typeof FONT_FILES)[number]): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The font was answered ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  pdf.addFileToVFS(file, btoa(binary));
  pdf.addFont(file, FONT, 'normal', weight);
}

/** Makes a text no wider than the picture was laid out for; one with letters that the font does not have becomes an image. */
function settle(pdf: jsPDF, letters: SVGTextElement): void {
  const words = letters.textContent ?? '';
  const size = Number(letters.getAttribute('font-size'));
  const isBold = letters.getAttribute('font-weight') === '600';
  pdf.setFont(FONT, 'normal', isBold ? 600 : 400);
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null || words === '') return;
  pen.font = `${isBold ? 600 : 400} ${size}px ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`;
  const wanted = pen.measureText(words).width;
  if (!isCovered(pdf, words)) {
    letters.replaceWith(asImage(letters, words, { size, width: wanted, font: pen.font }));
    return;
  }
  const needed = pdf.getStringUnitWidth(words) * size;
  if (needed > wanted) letters.setAttribute('font-size', String((size * wanted) / needed));
}

/** Whether the font has a letter for each of these, and writes them from left to right. */
function isCovered(pdf: jsPDF, words: string): boolean {
  const { metadata } = pdf.getFont() as unknown as { metadata: { characterToGlyph(code: number): number } };
  return [...words].every((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code <= 0xffff && metadata.characterToGlyph(code) !== 0;
  });
}

function asImage(
  letters: SVGTextElement,
  words: string,
  { size, width, font }: { size: number; width: number; font: string },
): SVGImageElement {
  const [above, below] = [size * 1.1, size * 0.4];
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.ceil(width * FINENESS));
  canvas.height = Math.ceil((above + below) * FINENESS);
  const pen = canvas.getContext('2d')!;
  pen.scale(FINENESS, FINENESS);
  pen.font = font;
  pen.fillStyle = letters.getAttribute('fill') ?? '#000000';
  pen.fillText(words, 0, above);
  const x = Number(letters.getAttribute('x'));
  const anchor = letters.getAttribute('text-anchor');
  const left = anchor === 'end' ? x - width : anchor === 'middle' ? x - width / 2 : x;
  const image = document.createElementNS(SVG, 'image');
  for (const [name, value] of Object.entries({
    href: canvas.toDataURL('image/png'),
    x: left,
    y: Number(letters.getAttribute('y')) - above,
    width: canvas.width / FINENESS,
    height: above + below,
  }))
    image.setAttribute(name, String(value));
  return image;
}
