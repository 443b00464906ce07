/**
 * Converts a picture and its look to Cytoscape elements. Pure. Every element carries its look as data, so one stylesheet serves all
 * pictures.
 */
import type { ElementDefinition } from 'cytoscape';
import { drawnShapes } from '@/canvas/model/drawnShapes';
import { ASIDE_SIZE, letterNode, MARK_SIZE } from '@/canvas/model/lettering';
import { relativeTo, type LineShape } from '@/canvas/model/lineShape';
import type { CanvasLook, LineStyle, NodeStyle } from '@/canvas/model/look';
import { isBare, type Box, type CanvasLine, type CanvasNode, type CanvasPicture, type NodeLayer } from '@/canvas/model/picture';

const LAYER_DEPTH: Readonly<Record<NodeLayer, number>> = { frame: 1, card: 3, title: 4, row: 5, mark: 8 };
const LINE_DEPTH = 2;
const LIT_LINE_DEPTH = 6;
const BADGE_DEPTH = 7;

/** Nodes come first, without mere shapes, unless a line ends there. `litLines` come with a highlight and lie on top of the others. */
export function elementsOf(picture: CanvasPicture, look: CanvasLook, litLines: readonly CanvasLine[]): ElementDefinition[] {
  const onTop = new Set(litLines.map(({ id }) => id));
  const { lines, boxes, shapes, badges } = drawnShapes({ nodes: picture.nodes, lines: [...picture.lines, ...litLines] });
  const badgeOf = ({ id, label = '' }: CanvasLine): ElementDefinition[] => {
    const box = badges.get(id);
    return box === undefined ? [] : [badgeElement(id, label, box, look)];
  };
  const ends = new Set(lines.flatMap(({ from, to }) => [from, to]));
  const own = picture.nodes.filter((node) => !isBare(node) || ends.has(node.id));
  return [
    ...own.flatMap((node) => nodeElements(node, look.node(node))),
    ...lines.flatMap(badgeOf),
    ...lines.map((line) => lineElement(line, shapes.get(line.id)!, boxes, look.line(line), onTop.has(line.id))),
  ];
}

function middleOf({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

function nodeElements(node: CanvasNode, style: NodeStyle): ElementDefinition[] {
  const { id, box, layer, icon, mark, chooses } = node;
  const { lines, textX, aside, asideX, markX } = letterNode(node, style);
  const position = middleOf(box);
  const data = {
    id,
    width: box.width,
    height: box.height,
    depth: LAYER_DEPTH[layer],
    fill: node.fill ?? style.fill ?? '#000000',
    fillOpacity: (node.fill ?? style.fill) === null ? 0 : 1,
    stroke: style.stroke ?? '#000000',
    strokeWidth: style.stroke === null ? 0 : style.strokeWidth,
    strokeStyle: style.isDashed ? 'dashed' : 'solid',
    radius: style.radius,
    label: lines.join('\n'),
    // Cytoscape places a label to the right of its node; moved back by the node's width, it starts at the left border.
    textX: textX - box.width,
    colour: style.colour,
    size: style.size,
    weight: style.isBold ? 600 : 400,
    icon: icon ?? 'none',
  };
  const own: ElementDefinition = { group: 'nodes', data, position, classes: chooses === null ? 'inert' : '' };
  const at = (x: number) => ({ x: box.x + x, y: position.y });
  return [
    own,
    ...(aside === '' ? [] : [textElement(`${id} aside`, id, at(asideX), aside, style)]),
    ...(mark === undefined ? [] : [markElement(`${id} mark`, id, at(markX), mark)]),
  ];
}

function markElement(id: string, of: string, position: { x: number; y: number }, icon: string): ElementDefinition {
  const data = {
    id,
    of,
    label: '',
    width: MARK_SIZE,
    height: MARK_SIZE,
    depth: LAYER_DEPTH.mark,
    colour: '#000000',
    size: 1,
    weight: 400,
    icon,
  };
  return { group: 'nodes', data, position, classes: 'sign inert' };
}

function textElement(id: string, of: string, position: { x: number; y: number }, label: string, style: NodeStyle): ElementDefinition {
  const weight = style.isAsideBold ? 600 : 400;
  return {
    group: 'nodes',
    data: { id, of, label, width: 1, height: 1, depth: LAYER_DEPTH.mark, colour: style.asideColour, size: ASIDE_SIZE, weight },
    position,
    classes: 'aside inert',
  };
}

function badgeElement(lineId: string, label: string, box: Box, { badge }: CanvasLook): ElementDefinition {
  const { fill, stroke, colour } = badge;
  const data = { id: `${lineId} count`, of: lineId, label, width: box.width, height: box.height, depth: BADGE_DEPTH, fill, stroke, colour };
  return { group: 'nodes', data, position: middleOf(box), classes: 'badge' };
}

function lineElement(
  { id, from, to }: CanvasLine,
  shape: LineShape,
  boxes: ReadonlyMap<string, Box>,
  style: LineStyle,
  isOnTop: boolean,
): ElementDefinition {
  const { weights, distances } = relativeTo(shape);
  const isBent = shape.bends.length > 0;
  const data = {
    id,
    source: from,
    target: to,
    depth: isOnTop ? LIT_LINE_DEPTH : LINE_DEPTH,
    curve: isBent ? (shape.isCurved ? 'unbundled-bezier' : 'round-segments') : 'straight',
    weights: isBent ? weights : [0.5],
    distances: isBent ? distances : [0],
    start: offsetFrom(middleOf(boxes.get(from)!), shape.from),
    end: offsetFrom(middleOf(boxes.get(to)!), shape.to),
    colour: style.colour,
    width: style.width,
    lineStyle: style.dashes === null ? 'solid' : 'dashed',
    dashes: style.dashes === null ? [6, 3] : [...style.dashes],
    sourceHead: style.headAt === 'from' ? headShape(style.head) : 'none',
    targetHead: style.headAt === 'to' ? headShape(style.head) : 'none',
    headFill: style.head === 'hollow' ? 'hollow' : 'filled',
    opacity: style.opacity,
  };
  return { group: 'edges', data };
}

function headShape(head: LineStyle['head']): string {
  return head === null ? 'none' : head === 'bar' ? 'tee' : 'triangle';
}

function offsetFrom(middle: { x: number; y: number }, { x, y }: { x: number; y: number }): string {
  return `${(x - middle.x).toFixed(2)}px ${(y - middle.y).toFixed(2)}px`;
}
