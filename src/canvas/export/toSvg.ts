/** A picture as an SVG file, made from the same model and look as the canvas. Pure. */
import { escapeXml } from '@/plain/xml';
import { drawnShapes } from '../model/drawnShapes';
import { BADGE_SIZE } from '../model/badges';
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

/** The text around the picture in its file. */
export interface Caption {
  title: string;
  /** For example a date and the landscape version. */
  note: string;
  legend: readonly { colour: string; label: string }[];
  colour: string;
  dimmed: string;
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
  const head = caption === null ? 0 : TITLE_SIZE + NOTE_SIZE + 22;
  const foot = caption === null || caption.legend.length === 0 ? 0 : LEGEND_STEP + 10;
  const width = Math.max(caption === null ? 0 : 480, picture.size.width) + 2 * MARGIN;
  const height = picture.size.height + 2 * MARGIN + head + foot;
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
    `<rect width="100%" height="100%" fill="${look.page}"/>${caption === null ? '' : captionText(caption, height)}` +
    `<g transform="translate(${MARGIN} ${MARGIN + head})">${body.join('')}</g></svg>`;
  return { text, width, height };
}

function captionText({ title, note, legend, colour, dimmed }: Caption, height: number): string {
  let x = MARGIN;
  const entries = legend.map(({ colour: fill, label }) => {
    const at = x;
    x += 24 + label.length * NOTE_SIZE * 0.6;
    return `<rect x="${short(at)}" y="${short(height - MARGIN - 9)}" width="10" height="10" rx="2" fill="${fill}"/><text x="${short(at + 15)}" y="${short(height - MARGIN)}" font-size="${NOTE_SIZE}" fill="${colour}">${escapeXml(label)}</text>`;
  });
  return (
    `<text x="${MARGIN}" y="${MARGIN + TITLE_SIZE}" font-size="${TITLE_SIZE}" font-weight="600" fill="${colour}">${escapeXml(title)}</text>` +
    `<text x="${MARGIN}" y="${MARGIN + TITLE_SIZE + NOTE_SIZE + 7}" font-size="${NOTE_SIZE}" fill="${dimmed}">${escapeXml(note)}</text>${entries.join('')}`
  );
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
