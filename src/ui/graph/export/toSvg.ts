/** A drawing of plain shapes as an SVG file, in colours and words alone: what a picture looks like outside of its canvas. Pure. */
import type { Point } from '../picture';

export interface DrawnNode {
  shape: 'rectangle' | 'ellipse' | 'diamond' | 'triangle' | 'octagon';
  /** Of its middle. */
  at: Point;
  width: number;
  height: number;
  fill: string;
  fillOpacity: number;
  stroke: string;
  strokeWidth: number;
  dashes: readonly number[] | null;
  cornerRadius: number;
  opacity: number;
  image: { href: string; x: number; y: number; width: number; height: number } | null;
  text: DrawnText | null;
}

export interface DrawnText {
  lines: readonly string[];
  /** Of the middle of the first line. */
  at: Point;
  size: number;
  colour: string;
  isBold: boolean;
}

export interface DrawnEdge {
  /** Two ends, and the control points of a curve between them. */
  from: Point;
  to: Point;
  bends: readonly Point[];
  stroke: string;
  strokeWidth: number;
  dashes: readonly number[] | null;
  opacity: number;
  /** At `to`, at `from`, or nowhere. */
  head: { at: 'from' | 'to'; form: 'filled' | 'hollow' | 'bar' } | null;
  text: DrawnText | null;
}

export interface Drawing {
  background: string;
  font: string;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Boxes first. */
  nodes: readonly DrawnNode[];
  edges: readonly DrawnEdge[];
  /** How many of the nodes lie below the edges. */
  below: number;
}

export function toSvg({ background, font, left, top, width, height, nodes, edges, below }: Drawing): string {
  const parts = [...nodes.slice(0, below).map(nodeText), ...edges.map(edgeText), ...nodes.slice(below).map(nodeText)];
  const view = [left, top, width, height].map(short).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" width="${short(width)}" height="${short(height)}" font-family="${escaped(font)}" text-anchor="middle"><rect x="${short(left)}" y="${short(top)}" width="${short(width)}" height="${short(height)}" fill="${background}"/>${parts.join('')}</svg>`;
}

function nodeText(node: DrawnNode): string {
  const look = `fill="${node.fill}" fill-opacity="${short(node.fillOpacity)}" stroke="${node.stroke}" stroke-width="${short(node.strokeWidth)}"${dashText(node.dashes)}`;
  const image =
    node.image === null
      ? ''
      : `<image href="${escaped(node.image.href)}" x="${short(node.image.x)}" y="${short(node.image.y)}" width="${short(node.image.width)}" height="${short(node.image.height)}"/>`;
  return `<g opacity="${short(node.opacity)}">${shapeText(node, look)}${image}${wordsText(node.text)}</g>`;
}

function shapeText({ shape, at, width, height, cornerRadius }: DrawnNode, look: string): string {
  const [halfWidth, halfHeight] = [width / 2, height / 2];
  const points = (corners: readonly (readonly [number, number])[]): string =>
    `<polygon points="${corners.map(([x, y]) => `${short(at.x + x * halfWidth)},${short(at.y + y * halfHeight)}`).join(' ')}" ${look}/>`;
  const cut = 0.414;
  switch (shape) {
    case 'ellipse':
      return `<ellipse cx="${short(at.x)}" cy="${short(at.y)}" rx="${short(halfWidth)}" ry="${short(halfHeight)}" ${look}/>`;
    case 'diamond':
      return points([
        [0, -1],
        [1, 0],
        [0, 1],
        [-1, 0],
      ]);
    case 'triangle':
      return points([
        [0, -1],
        [1, 1],
        [-1, 1],
      ]);
    case 'octagon':
      return points([
        [-cut, -1],
        [cut, -1],
        [1, -cut],
        [1, cut],
        [cut, 1],
        [-cut, 1],
        [-1, cut],
        [-1, -cut],
      ]);
    case 'rectangle':
      return `<rect x="${short(at.x - halfWidth)}" y="${short(at.y - halfHeight)}" width="${short(width)}" height="${short(height)}" rx="${short(cornerRadius)}" ${look}/>`;
  }
}

function edgeText({ from, to, bends, stroke, strokeWidth, dashes, opacity, head, text }: DrawnEdge): string {
  const [first, second] = bends;
  const way =
    first === undefined
      ? `L${spot(to)}`
      : second === undefined
        ? `Q${spot(first)} ${spot(to)}`
        : `C${spot(first)} ${spot(second)} ${spot(to)}`;
  const line = `<path d="M${spot(from)}${way}" fill="none" stroke="${stroke}" stroke-width="${short(strokeWidth)}"${dashText(dashes)}/>`;
  return `<g opacity="${short(opacity)}">${line}${headText(head, from, to, bends, stroke)}${wordsText(text)}</g>`;
}

const HEAD_LENGTH = 9;
const HEAD_WIDTH = 4;

function headText(head: DrawnEdge['head'], from: Point, to: Point, bends: readonly Point[], stroke: string): string {
  if (head === null) return '';
  const tip = head.at === 'to' ? to : from;
  const before = head.at === 'to' ? (bends.at(-1) ?? from) : (bends[0] ?? to);
  const turn = (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI;
  const form = head.form === 'bar' ? `M0 -${HEAD_WIDTH + 1}V${HEAD_WIDTH + 1}` : `M0 0L-${HEAD_LENGTH} -${HEAD_WIDTH}V${HEAD_WIDTH}z`;
  return `<path d="${form}" transform="translate(${spot(tip)}) rotate(${short(turn)})" fill="${head.form === 'filled' ? stroke : 'none'}" stroke="${stroke}" stroke-width="1.2"/>`;
}

function wordsText(text: DrawnText | null): string {
  if (text === null) return '';
  return text.lines
    .map(
      (line, place) =>
        `<text x="${short(text.at.x)}" y="${short(text.at.y + (place * 1.25 + 0.35) * text.size)}" font-size="${short(text.size)}"${text.isBold ? ' font-weight="600"' : ''} fill="${text.colour}">${escaped(line)}</text>`,
    )
    .join('');
}

function dashText(dashes: readonly number[] | null): string {
  return dashes === null ? '' : ` stroke-dasharray="${dashes.map(short).join(' ')}"`;
}

function spot({ x, y }: Point): string {
  return `${short(x)} ${short(y)}`;
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
