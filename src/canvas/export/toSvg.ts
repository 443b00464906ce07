/** A picture as an SVG file, made from the same model and look as the canvas. Pure. */
import { escapeXml } from '@/plain/xml';
import { drawnShapes } from '../model/drawnShapes';
import { BADGE_SIZE } from '../model/badges';
import { textWidth } from '../model/fitText';
import { ASIDE_SIZE, ICON_INSET, ICON_SIZE, letterNode, LINE_HEIGHT, MARK_SIZE } from '../model/lettering';
import type { LineShape } from '../model/lineShape';
import { PICTURE_FONT, type CanvasLook, type LineStyle, type NodeStyle } from '../model/look';
import type { Box, CanvasNode, CanvasPicture, Point } from '../model/picture';

const MARGIN = 24;
const HEAD_LENGTH = 9;
const HEAD_WIDTH = 4;
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
  const { shapes, badges } = drawnShapes(picture);
  const head = caption === null ? 0 : headHeight(caption);
  const foot = caption === null || caption.legend.length === 0 ? 0 : LEGEND_STEP + 10;
  const natural = {
    width: Math.max(caption === null ? 0 : 480, picture.size.width) + 2 * MARGIN,
    height: picture.size.height + 2 * MARGIN + head + foot,
  };
  const { width, height } = caption?.isWide === true ? widened(natural) : natural;
  const left = caption?.isWide === true ? (width - picture.size.width) / 2 : MARGIN;
  const top = MARGIN + head + (height - natural.height) / 2;
  const behind = picture.nodes.filter(({ layer }) => layer === 'frame');
  const before = picture.nodes.filter(({ layer }) => layer !== 'frame');
  const body = [
    ...behind.map((node) => nodeText(node, look.node(node))),
    ...picture.lines.flatMap((line) => {
      const shape = shapes.get(line.id);
      return shape === undefined ? [] : [lineText(shape, look.line(line))];
    }),
    ...before.map((node) => nodeText(node, look.node(node))),
    ...picture.lines.flatMap(({ id, label = '' }) => {
      const box = badges.get(id);
      return box === undefined ? [] : [badgeText(box, label, look)];
    }),
  ];
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${short(height)}" width="${short(width)}" height="${short(height)}" font-family="${escapeXml(PICTURE_FONT)}">` +
    `<rect width="${short(width)}" height="${short(height)}" fill="${look.page}"/>${caption === null ? '' : captionText(caption, height)}` +
    `<g transform="translate(${short(left)} ${short(top)})">${body.join('')}</g></svg>`;
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

function nodeText(node: CanvasNode, style: NodeStyle): string {
  const { box, icon, mark } = node;
  const { lines, textX, aside, asideX, markX } = letterNode(node, style);
  const middle = box.y + box.height / 2;
  const image = [
    icon === undefined ? '' : imageText(icon, box.x + ICON_INSET, middle - ICON_SIZE / 2, ICON_SIZE),
    mark === undefined ? '' : imageText(mark, box.x + markX - MARK_SIZE / 2, middle - MARK_SIZE / 2, MARK_SIZE),
  ].join('');
  const words = lines
    .map((line, at) => {
      const y = middle + (at - (lines.length - 1) / 2) * style.size * LINE_HEIGHT + style.size * 0.35;
      return `<text x="${short(box.x + textX)}" y="${short(y)}" font-size="${style.size}"${style.isBold ? ' font-weight="600"' : ''} fill="${style.colour}">${escapeXml(line)}</text>`;
    })
    .join('');
  const end =
    aside === ''
      ? ''
      : `<text x="${short(box.x + asideX)}" y="${short(middle + ASIDE_SIZE * 0.35)}" font-size="${ASIDE_SIZE}"${style.isAsideBold ? ' font-weight="600"' : ''} text-anchor="end" fill="${style.asideColour}">${escapeXml(aside)}</text>`;
  return `${shapeText(box, { ...style, fill: node.fill ?? style.fill })}${image}${words}${end}`;
}

function imageText(href: string, x: number, y: number, size: number): string {
  return `<image href="${escapeXml(href)}" x="${short(x)}" y="${short(y)}" width="${size}" height="${size}"/>`;
}

function shapeText({ x, y, width, height }: Box, { fill, stroke, strokeWidth, isDashed, radius }: NodeStyle): string {
  if (fill === null && stroke === null) return '';
  const inset = stroke === null ? 0 : strokeWidth / 2;
  const look = `fill="${fill ?? 'none'}"${stroke === null ? '' : ` stroke="${stroke}" stroke-width="${short(strokeWidth)}"`}${isDashed ? ' stroke-dasharray="4 2"' : ''}`;
  return `<rect x="${short(x + inset)}" y="${short(y + inset)}" width="${short(Math.max(0, width - 2 * inset))}" height="${short(Math.max(0, height - 2 * inset))}" rx="${short(radius)}" ${look}/>`;
}

function lineText({ from, to, bends, isCurved }: LineShape, { colour, width, dashes, head, headAt, opacity }: LineStyle): string {
  const [first, second] = bends;
  const way =
    isCurved && first !== undefined && second !== undefined
      ? `C${spot(first)} ${spot(second)} ${spot(to)}`
      : [...bends, to].map((point) => `L${spot(point)}`).join('');
  const dashed = dashes === null ? '' : ` stroke-dasharray="${dashes.map(short).join(' ')}"`;
  const line = `<path d="M${spot(from)}${way}" fill="none" stroke="${colour}" stroke-width="${short(width)}" stroke-linejoin="round"${dashed}/>`;
  return `<g opacity="${short(opacity)}">${line}${headText(head, headAt, from, to, bends, colour)}</g>`;
}

function headText(
  head: LineStyle['head'],
  headAt: LineStyle['headAt'],
  from: Point,
  to: Point,
  bends: readonly Point[],
  colour: string,
): string {
  if (head === null) return '';
  const tip = headAt === 'to' ? to : from;
  const before = headAt === 'to' ? (bends.at(-1) ?? from) : (bends[0] ?? to);
  const turn = (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI;
  const form = head === 'bar' ? `M0 -${HEAD_WIDTH + 1}V${HEAD_WIDTH + 1}` : `M0 0L-${HEAD_LENGTH} -${HEAD_WIDTH}V${HEAD_WIDTH}z`;
  return `<path d="${form}" transform="translate(${spot(tip)}) rotate(${short(turn)})" fill="${head === 'filled' ? colour : 'none'}" stroke="${colour}" stroke-width="1.2"/>`;
}

function badgeText({ x, y, width, height }: Box, label: string, { badge }: CanvasLook): string {
  return (
    `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="7" fill="${badge.fill}" stroke="${badge.stroke}"/>` +
    `<text x="${short(x + width / 2)}" y="${short(y + height / 2 + BADGE_SIZE * 0.35)}" font-size="${BADGE_SIZE}" text-anchor="middle" fill="${badge.colour}">${escapeXml(label)}</text>`
  );
}

function spot({ x, y }: Point): string {
  return `${short(x)} ${short(y)}`;
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
