/** Lays out boxes in layers, with lines between them, using ELK: dependents come before their dependencies. */
import ELK, { type ElkNode, type ElkPort } from 'elkjs/lib/elk.bundled.js';
import { straightened } from './gutterLayout';
import { CLEARANCE, GAP, MARGIN, TRACK, type Box, type Layout, type PlanLine, type Point, type Size } from './layoutPlan';

export type Direction = 'RIGHT' | 'DOWN';

const BETWEEN_LAYERS = 34;

let elk: InstanceType<typeof ELK> | null = null;

/** Gives the same result for the same boxes and lines in the same order. Throws what ELK throws. */
export async function elkLayout(
  nodes: readonly (Size & { id: string })[],
  lines: readonly PlanLine[],
  direction: Direction,
  window: Size,
): Promise<Layout> {
  elk ??= new ELK();
  const found = await elk.layout({
    id: 'all',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': direction,
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.aspectRatio': String(window.width / window.height),
      'elk.padding': `[top=${MARGIN},left=${MARGIN},bottom=${MARGIN},right=${MARGIN}]`,
      'elk.spacing.nodeNode': String(GAP),
      'elk.spacing.componentComponent': String(GAP),
      'elk.spacing.edgeNode': String(CLEARANCE),
      'elk.spacing.edgeEdge': String(TRACK),
      'elk.layered.spacing.nodeNodeBetweenLayers': String(BETWEEN_LAYERS),
      'elk.layered.spacing.edgeNodeBetweenLayers': String(CLEARANCE + 2),
      'elk.layered.spacing.edgeEdgeBetweenLayers': String(TRACK),
      // So that adding or removing a component moves little of the rest.
      'elk.layered.considerModelOrder.strategy': 'PREFER_NODES',
      'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
    },
    children: nodes.map((node) => childOf(node, lines)),
    edges: lines.map(({ id, from, to, fromBand, toBand }) => ({
      id,
      sources: [fromBand == null ? from : portId(id, 'from')],
      targets: [toBand == null ? to : portId(id, 'to')],
    })),
  });
  return layoutOf(found);
}

function portId(line: string, end: 'from' | 'to'): string {
  return `${end} ${line}`;
}

/** Lines with a band leave on the right and arrive on the left, spread over their bands. */
function childOf({ id, width, height }: Size & { id: string }, lines: readonly PlanLine[]): ElkNode {
  const ends = lines.flatMap((line) => [
    ...(line.from === id && line.fromBand != null ? [{ id: portId(line.id, 'from'), side: 'EAST' as const, band: line.fromBand }] : []),
    ...(line.to === id && line.toBand != null ? [{ id: portId(line.id, 'to'), side: 'WEST' as const, band: line.toBand }] : []),
  ]);
  if (ends.length === 0) return { id, width, height };
  const ports = ends.map(({ id: port, side, band }): ElkPort => {
    const beside = ends.filter((other) => other.side === side && other.band.top === band.top);
    const place = beside.findIndex((other) => other.id === port);
    const y = band.top + (band.height * (place + 1)) / (beside.length + 1);
    return { id: port, width: 0, height: 0, x: side === 'EAST' ? width : 0, y, layoutOptions: { 'elk.port.side': side } };
  });
  return { id, width, height, ports, layoutOptions: { 'elk.portConstraints': 'FIXED_POS' } };
}

function layoutOf({ width = 0, height = 0, children = [], edges = [] }: ElkNode): Layout {
  const boxes: Record<string, Box> = {};
  for (const { id, x = 0, y = 0, width: wide = 0, height: high = 0 } of children) boxes[id] = { x, y, width: wide, height: high };
  const routes: Record<string, Point[]> = {};
  for (const { id, sections = [] } of edges)
    routes[id] = straightened(sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]));
  return { size: { width, height }, boxes, routes };
}
