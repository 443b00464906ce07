/** A picture as an SVG file, made from the same model and look as the canvas. Pure. */
import { escapeXml } from '@/plain/xml';
import { textWidth } from '@/canvas/model/fitText';
import { PICTURE_FONT, type CanvasLook } from '@/canvas/model/look';
import type { CanvasPicture } from '@/canvas/model/picture';
import { imageText, pictureText, short } from '@/canvas/still/svgPicture';

const MARGIN = 24;
const TITLE_SIZE = 16;
const NOTE_SIZE = 11;
const LEGEND_STEP = 18;
const SIGN_SIZE = 12;
const FIGURE_SIZE = 15;
const FIGURES_HEIGHT = 40;
const FIGURE_GAP = 28;
/** The shape of a slide. */
const WIDE = 16 / 9;

/** The text around the picture in its file. */
export interface Caption {
  /** Empty for none. */
  title: string;
  /** For example a date and the landscape version. */
  note: string;
  /** What to read first: what each number counts, and the number. */
  figures?: readonly { label: string; value: string }[];
  /** Each sign as it is drawn, an image as a data URL; without one, a square in its colour. */
  legend: readonly { colour: string; label: string; icon?: string }[];
  colour: string;
  dimmed: string;
  /** Sixteen to nine, with the picture in the middle. */
  isWide?: boolean;
}

export interface SvgFile {
  text: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** Without a caption, the file holds only the picture. */
export function toSvg(picture: CanvasPicture, look: CanvasLook, caption: Caption | null): SvgFile {
  const head = caption === null ? 0 : headHeight(caption);
  const foot = caption === null || caption.legend.length === 0 ? 0 : LEGEND_STEP + 10;
  const natural = {
    width: Math.max(caption === null ? 0 : 480, picture.size.width) + 2 * MARGIN,
    height: picture.size.height + 2 * MARGIN + head + foot,
  };
  const { width, height } = caption?.isWide === true ? widened(natural) : natural;
  const left = caption?.isWide === true ? (width - picture.size.width) / 2 : MARGIN;
  const top = MARGIN + head + (height - natural.height) / 2;
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${short(height)}" width="${short(width)}" height="${short(height)}" font-family="${escapeXml(PICTURE_FONT)}">` +
    `<rect width="${short(width)}" height="${short(height)}" fill="${look.page}"/>${caption === null ? '' : captionText(caption, height)}` +
    `<g transform="translate(${short(left)} ${short(top)})">${pictureText(picture, look)}</g></svg>`;
  return { text, width, height };
}

function headHeight({ title, figures = [] }: Caption): number {
  return (title === '' ? 0 : TITLE_SIZE + NOTE_SIZE + 22) + (figures.length === 0 ? 0 : FIGURES_HEIGHT);
}

/** The smallest size of a slide that holds this. */
function widened({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return { width: Math.max(width, height * WIDE), height: Math.max(height, width / WIDE) };
}

function captionText({ title, note, figures = [], legend, colour, dimmed }: Caption, height: number): string {
  const words = (x: number, y: number, size: number, fill: string, text: string, isBold = false): string =>
    `<text x="${short(x)}" y="${short(y)}" font-size="${size}"${isBold ? ' font-weight="600"' : ''} fill="${fill}">${escapeXml(text)}</text>`;
  const titles =
    title === ''
      ? []
      : [
          words(MARGIN, MARGIN + TITLE_SIZE, TITLE_SIZE, colour, title, true),
          words(MARGIN, MARGIN + TITLE_SIZE + NOTE_SIZE + 7, NOTE_SIZE, dimmed, note),
        ];
  const below = MARGIN + (title === '' ? 0 : TITLE_SIZE + NOTE_SIZE + 22);
  let x = MARGIN;
  const told = figures.map(({ label, value }) => {
    const at = x;
    const widths = [textWidth(value, { size: FIGURE_SIZE, isBold: true }), textWidth(label, { size: NOTE_SIZE, isBold: false })];
    x += Math.max(...widths) + FIGURE_GAP;
    return `${words(at, below + NOTE_SIZE, NOTE_SIZE, dimmed, label)}${words(at, below + NOTE_SIZE + FIGURE_SIZE + 4, FIGURE_SIZE, colour, value, true)}`;
  });
  x = MARGIN;
  const entries = legend.map(({ colour: fill, label, icon }) => {
    const at = x;
    x += SIGN_SIZE + 18 + textWidth(label, { size: NOTE_SIZE, isBold: false });
    const sign =
      icon === undefined
        ? `<rect x="${short(at)}" y="${short(height - MARGIN - 9)}" width="10" height="10" rx="2" fill="${fill}"/>`
        : imageText(icon, at - 1, height - MARGIN - 10, SIGN_SIZE);
    return `${sign}${words(at + 15, height - MARGIN, NOTE_SIZE, colour, label)}`;
  });
  return [...titles, ...told, ...entries].join('');
}
