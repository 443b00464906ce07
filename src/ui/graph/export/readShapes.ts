/** Reads off a Cytoscape what it draws, as plain shapes. */
import type { Core, EdgeSingular, NodeSingular } from 'cytoscape';
import type { Drawing, DrawnEdge, DrawnNode, DrawnText } from './toSvg';

const MARGIN = 24;
const SHAPES: Readonly<Record<string, DrawnNode['shape']>> = {
  ellipse: 'ellipse',
  diamond: 'diamond',
  triangle: 'triangle',
  octagon: 'octagon',
};

export function readShapes(cy: Core, background: string): Drawing {
  const { x1, y1, w, h } = cy.elements().boundingBox({ includeOverlays: false });
  const boxes = cy.nodes(':parent');
  const leaves = cy.nodes(':childless');
  const font = cy.nodes().nonempty() ? String(cy.nodes().first().style('font-family')) : 'sans-serif';
  return {
    background,
    font,
    left: x1 - MARGIN,
    top: y1 - MARGIN,
    width: w + 2 * MARGIN,
    height: h + 2 * MARGIN,
    nodes: [...boxes.map(readNode), ...leaves.map(readNode)],
    edges: cy.edges().map(readEdge),
    below: boxes.length,
  };
}

function number(element: NodeSingular | EdgeSingular, name: string): number {
  const value = Number.parseFloat(String(element.style(name)));
  return Number.isFinite(value) ? value : 0;
}

function colour(element: NodeSingular | EdgeSingular, name: string): string {
  return String(element.style(name));
}

function readNode(node: NodeSingular): DrawnNode {
  const { x1, y1, w, h } = node.boundingBox({ includeLabels: false, includeOverlays: false, includeUnderlays: false });
  const strokeWidth = number(node, 'border-width');
  const at = { x: x1 + w / 2, y: y1 + h / 2 };
  const [width, height] = [Math.max(0, w - strokeWidth - 2), Math.max(0, h - strokeWidth - 2)];
  const style = String(node.style('border-style'));
  return {
    shape: SHAPES[String(node.style('shape'))] ?? 'rectangle',
    at,
    width,
    height,
    fill: colour(node, 'background-color'),
    fillOpacity: number(node, 'background-opacity'),
    stroke: colour(node, 'border-color'),
    strokeWidth,
    dashes: style === 'dashed' ? [4, 2] : null,
    cornerRadius: number(node, 'corner-radius'),
    opacity: node.effectiveOpacity(),
    image: readImage(node, at.x - width / 2, at.y - height / 2, width, height),
    text: readNodeText(node, at, height),
  };
}

function readImage(node: NodeSingular, left: number, top: number, width: number, height: number): DrawnNode['image'] {
  const href = String(node.style('background-image')).replace(/^url\(['"]?|['"]?\)$/g, '');
  if (!href.startsWith('data:')) return null;
  const [imageWidth, imageHeight] = [number(node, 'background-width'), number(node, 'background-height')];
  const offset = (name: string, room: number): number => {
    const said = String(node.style(name));
    return said.endsWith('%') ? (room * Number.parseFloat(said)) / 100 : Number.parseFloat(said);
  };
  return {
    href,
    x: left + offset('background-position-x', width - imageWidth),
    y: top + offset('background-position-y', height - imageHeight),
    width: imageWidth,
    height: imageHeight,
  };
}

function readNodeText(node: NodeSingular, at: { x: number; y: number }, height: number): DrawnText | null {
  const label = String(node.style('label'));
  if (label === '') return null;
  const size = number(node, 'font-size');
  const lines = label.split('\n');
  const edge = { top: -height / 2 - size / 2, bottom: height / 2 + size / 2, center: 0 }[String(node.style('text-valign'))] ?? 0;
  const y = at.y + edge + number(node, 'text-margin-y') - ((lines.length - 1) * size * 1.25) / 2;
  const weight = String(node.style('font-weight'));
  return {
    lines,
    at: { x: at.x + number(node, 'text-margin-x'), y },
    size,
    colour: colour(node, 'color'),
    isBold: weight === 'bold' || Number(weight) >= 600,
  };
}

function readEdge(edge: EdgeSingular): DrawnEdge {
  const dashes =
    String(edge.style('line-style')) === 'dashed' ? String(edge.style('line-dash-pattern')).split(/[ ,]+/).map(Number.parseFloat) : null;
  const label = String(edge.style('label'));
  return {
    from: edge.sourceEndpoint(),
    to: edge.targetEndpoint(),
    bends: (edge.controlPoints() as { x: number; y: number }[] | undefined) ?? [],
    stroke: colour(edge, 'line-color'),
    strokeWidth: number(edge, 'width'),
    dashes: dashes?.every(Number.isFinite) === true ? dashes : null,
    opacity: edge.effectiveOpacity() * number(edge, 'line-opacity'),
    head: readHead(edge),
    text:
      label === ''
        ? null
        : { lines: [label], at: edge.midpoint(), size: number(edge, 'font-size'), colour: colour(edge, 'color'), isBold: false },
  };
}

function readHead(edge: EdgeSingular): DrawnEdge['head'] {
  if (String(edge.style('curve-style')) === 'haystack') return null;
  for (const [at, end] of [
    ['to', 'target'],
    ['from', 'source'],
  ] as const) {
    const shape = String(edge.style(`${end}-arrow-shape`));
    if (shape === 'none') continue;
    return { at, form: shape === 'tee' ? 'bar' : String(edge.style(`${end}-arrow-fill`)) === 'hollow' ? 'hollow' : 'filled' };
  }
  return null;
}
