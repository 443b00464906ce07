/** A picture as the parts of an SVG, made from the same model and look as the canvas. Pure. */
import { escapeXml } from '@/plain/xml';
import { BADGE_SIZE } from '@/canvas/model/badges';
import { drawnShapes, type DrawnShapes } from '@/canvas/model/drawnShapes';
import { ASIDE_SIZE, ICON_INSET, ICON_SIZE, letterNode, LINE_HEIGHT, MARK_SIZE } from '@/canvas/model/lettering';
import type { Highlight } from '@/canvas/model/highlight';
import type { LineShape } from '@/canvas/model/lineShape';
import { RECEDED, type CanvasLook, type LineStyle, type NodeStyle } from '@/canvas/model/look';
import { isBare, type Box, type CanvasNode, type CanvasPicture, type Point } from '@/canvas/model/picture';

const HEAD_LENGTH = 8;
const HEAD_WIDTH = 3.4;
const BEND_RADIUS = 6;
/** From the middle of a line of text to its base line, in sizes of its letters: where the canvas has it. */
const BASE_LINE = 0.27;
const OUTLINE_WIDTH = 2.5;

/** `isHollow`: without the fill of its look. */
type DrawnNode = CanvasNode & { isHollow?: boolean };

/** From back to front: frames, lines, cards and what is on them, numbers. */
export function pictureText(picture: CanvasPicture, look: CanvasLook): string {
  return partsText(picture, look, drawnShapes(picture), () => true);
}

/** The same with everything faded but what is highlighted, and with its outlines. */
export function highlightedText(picture: CanvasPicture, look: CanvasLook, highlight: Highlight): string {
  return `<g opacity="${RECEDED}">${pictureText(picture, look)}</g>${litText(picture, look, highlight, null)}`;
}

/**
 * What is highlighted and its own lines, to be drawn over a faded picture, and above it the outlines of what has an accent or is selected. What
 * has something faded on it is not filled, so that this can still be seen.
 */
export function litText(picture: CanvasPicture, look: CanvasLook, highlight: Highlight | null, selectedId: string | null): string {
  const outlines = picture.nodes.map((node) => {
    const colour = node.id === selectedId ? look.accent : look.accents?.[highlight?.accents?.get(node.id) ?? ''];
    if (colour === undefined) return '';
    return shapeText(node.box, { ...look.node(node), fill: null, stroke: colour, strokeWidth: OUTLINE_WIDTH, isDashed: false });
  });
  if (highlight === null) return outlines.join('');
  const { ids, lines } = highlight;
  const shapes = drawnShapes({ nodes: picture.nodes, lines: [...picture.lines, ...lines] });
  const onTop = partsText({ nodes: [], lines }, look, shapes, () => true);
  const faded = picture.nodes.filter(({ id }) => !ids.has(id));
  const nodes = picture.nodes.map((node) =>
    (node.layer === 'card' || node.layer === 'frame') && faded.some(({ box }) => isWithin(box, node.box))
      ? { ...node, isHollow: true }
      : node,
  );
  return [partsText({ nodes, lines: picture.lines }, look, shapes, (id) => ids.has(id)), onTop, ...outlines].join('');
}

function isWithin(inner: Box, { x, y, width, height }: Box): boolean {
  return inner.x >= x && inner.y >= y && inner.x + inner.width <= x + width && inner.y + inner.height <= y + height;
}

/** `isDrawn` by the id of a node or line. */
function partsText(
  { nodes, lines }: Pick<CanvasPicture, 'lines'> & { nodes: readonly DrawnNode[] },
  look: CanvasLook,
  { shapes, badges }: DrawnShapes,
  isDrawn: (id: string) => boolean,
): string {
  const drawn = nodes.filter(({ id }) => isDrawn(id));
  const nodesText = (isFrame: boolean): string[] =>
    drawn.filter((node) => (node.layer === 'frame') === isFrame && !isBare(node)).map((node) => nodeText(node, look.node(node)));
  const drawnLines = lines.filter(({ id }) => isDrawn(id));
  const linesText = drawnLines.map((line) => {
    const shape = shapes.get(line.id);
    return shape === undefined ? '' : lineText(shape, look.line(line));
  });
  const numbers = drawnLines.map(({ id, label = '' }) => {
    const box = badges.get(id);
    return box === undefined ? '' : badgeText(box, label, look);
  });
  return [...nodesText(true), ...linesText, ...nodesText(false), bareText(drawn, look), ...numbers].join('');
}

function nodeText(node: DrawnNode, style: NodeStyle): string {
  const { box, icon, mark } = node;
  const { lines, textX, aside, asideX, markX } = letterNode(node, style);
  const middle = box.y + box.height / 2;
  const image = [
    icon === undefined ? '' : imageText(icon, box.x + ICON_INSET, middle - ICON_SIZE / 2, ICON_SIZE),
    mark === undefined ? '' : imageText(mark, box.x + markX - MARK_SIZE / 2, middle - MARK_SIZE / 2, MARK_SIZE),
  ].join('');
  const words = lines
    .map((line, at) => {
      const y = middle + (at - (lines.length - 1) / 2) * style.size * LINE_HEIGHT + style.size * BASE_LINE;
      return `<text x="${short(box.x + textX)}" y="${short(y)}" font-size="${style.size}"${style.isBold ? ' font-weight="600"' : ''} fill="${style.colour}">${escapeXml(line)}</text>`;
    })
    .join('');
  const end =
    aside === ''
      ? ''
      : `<text x="${short(box.x + asideX)}" y="${short(middle + ASIDE_SIZE * BASE_LINE)}" font-size="${ASIDE_SIZE}"${style.isAsideBold ? ' font-weight="600"' : ''} text-anchor="end" fill="${style.asideColour}">${escapeXml(aside)}</text>`;
  return `${shapeText(box, { ...style, fill: node.isHollow === true ? null : (node.fill ?? style.fill) })}${image}${words}${end}`;
}

export function imageText(href: string, x: number, y: number, size: number): string {
  return `<image href="${escapeXml(href)}" x="${short(x)}" y="${short(y)}" width="${size}" height="${size}"/>`;
}

/** The mere shapes among these nodes. Those of one look between two cards are one path: thousands of elements would take a browser too long. */
export function bareText(nodes: readonly CanvasNode[], look: CanvasLook): string {
  const paths: string[] = [];
  let outlines = new Map<string, string[]>();
  const draw = (): void => {
    for (const [painted, parts] of outlines) paths.push(`<path d="${parts.join('')}" ${painted}/>`);
    outlines = new Map();
  };
  for (const node of nodes) {
    if (node.layer === 'card') draw();
    if (!isBare(node)) continue;
    const style = look.node(node);
    const shown = { ...style, fill: node.fill ?? style.fill };
    if (shown.fill === null && shown.stroke === null) continue;
    const painted = paintText(shown);
    const parts = outlines.get(painted) ?? [];
    outlines.set(painted, parts);
    parts.push(outlineText(inside(node.box, shown), shown.radius));
  }
  draw();
  return paths.join('');
}

function shapeText(box: Box, style: NodeStyle): string {
  if (style.fill === null && style.stroke === null) return '';
  const { x, y, width, height } = inside(box, style);
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="${short(style.radius)}" ${paintText(style)}/>`;
}

function paintText({ fill, stroke, strokeWidth, isDashed }: NodeStyle): string {
  const border = stroke === null ? '' : ` stroke="${stroke}" stroke-width="${short(strokeWidth)}"`;
  return `fill="${fill ?? 'none'}"${border}${isDashed ? ' stroke-dasharray="4 2"' : ''}`;
}

/** Where the middle of a box's border runs. */
function inside({ x, y, width, height }: Box, { stroke, strokeWidth }: NodeStyle): Box {
  const inset = stroke === null ? 0 : strokeWidth / 2;
  return { x: x + inset, y: y + inset, width: Math.max(0, width - 2 * inset), height: Math.max(0, height - 2 * inset) };
}

/** A box with round corners, as a part of a path. */
function outlineText({ x, y, width, height }: Box, radius: number): string {
  const round = Math.min(radius, width / 2, height / 2);
  if (round === 0) return `M${spot({ x, y })}h${short(width)}v${short(height)}h${short(-width)}z`;
  const [across, down] = [short(width - 2 * round), short(height - 2 * round)];
  const turn = (toX: number, toY: number): string => `a${short(round)} ${short(round)} 0 0 1 ${spot({ x: toX, y: toY })}`;
  const [top, right, bottom, left] = [turn(round, round), turn(-round, round), turn(-round, -round), turn(round, -round)];
  return `M${spot({ x: x + round, y })}h${across}${top}v${down}${right}h-${across}${bottom}v-${down}${left}z`;
}

function lineText({ from, to, bends, isCurved }: LineShape, { colour, width, dashes, head, headAt, opacity }: LineStyle): string {
  const [first, second] = bends;
  const way =
    isCurved && first !== undefined && second !== undefined
      ? `C${spot(first)} ${spot(second)} ${spot(to)}`
      : `${roundedBends(from, bends, to)}L${spot(to)}`;
  const dashed = dashes === null ? '' : ` stroke-dasharray="${dashes.map(short).join(' ')}"`;
  const line = `<path d="M${spot(from)}${way}" fill="none" stroke="${colour}" stroke-width="${short(width)}" stroke-linejoin="round"${dashed}/>`;
  return `<g opacity="${short(opacity)}">${line}${headText(head, headAt, from, to, bends, colour)}</g>`;
}

/** Straight pieces with rounded corners. */
function roundedBends(from: Point, bends: readonly Point[], to: Point): string {
  return bends
    .map((bend, at) => `L${spot(towards(bend, bends[at - 1] ?? from))}Q${spot(bend)} ${spot(towards(bend, bends[at + 1] ?? to))}`)
    .join('');
}

/** A point near a corner, at most half way to the next one. */
function towards(corner: Point, next: Point): Point {
  const [across, down] = [next.x - corner.x, next.y - corner.y];
  const length = Math.hypot(across, down);
  const share = length === 0 ? 0 : Math.min(BEND_RADIUS, length / 2) / length;
  return { x: corner.x + across * share, y: corner.y + down * share };
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
  return `<path d="${form}" transform="translate(${spot(tip)}) rotate(${short(turn)})" fill="${head === 'filled' ? colour : 'none'}" stroke="${colour}" stroke-width="0.8"/>`;
}

function badgeText({ x, y, width, height }: Box, label: string, { badge }: CanvasLook): string {
  return (
    `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="7" fill="${badge.fill}" stroke="${badge.stroke}"/>` +
    `<text x="${short(x + width / 2)}" y="${short(y + height / 2 + BADGE_SIZE * BASE_LINE)}" font-size="${BADGE_SIZE}" text-anchor="middle" fill="${badge.colour}">${escapeXml(label)}</text>`
  );
}

function spot({ x, y }: Point): string {
  return `${short(x)} ${short(y)}`;
}

/** A number as it stands in an SVG. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
