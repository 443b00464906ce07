/** Lays out a plan. Starts with the contents of boxes, after which each such box is like any other. */
import { gutterLayout } from './gutterLayout';
import {
  fittedScale,
  FRAME_PADDING,
  MARGIN,
  type Box,
  type Layout,
  type LayoutPlan,
  type PlanNode,
  type Point,
  type Size,
} from './layoutPlan';

/** Finds positions for the boxes of one plan, none of them nested. */
export type Arrange = (nodes: readonly (Size & { id: string })[], lines: LayoutPlan['lines'], window: Size) => Layout | Promise<Layout>;

/** Positions for all boxes of the plan, nested ones included, with routes for its lines. Throws what `arrange` throws. */
export async function layOut(plan: LayoutPlan, window: Size, arrange: Arrange): Promise<Layout> {
  const insides = new Map<string, Layout>();
  for (const { id, inside } of plan.nodes) if (inside !== null) insides.set(id, await layOut(inside.plan, window, arrange));
  const sized = plan.nodes.map((node) => ({ id: node.id, ...frameSize(node, insides.get(node.id)) }));
  return withInsides(plan, insides, await arrange(sized, plan.lines, window));
}

function withInsides(plan: LayoutPlan, insides: ReadonlyMap<string, Layout>, outer: Layout): Layout {
  const boxes = { ...outer.boxes };
  const routes = { ...outer.routes };
  for (const node of plan.nodes) {
    const [inside, frame] = [insides.get(node.id), outer.boxes[node.id]];
    if (inside === undefined || frame === undefined) continue;
    const by = { x: frame.x + FRAME_PADDING - MARGIN, y: frame.y + (node.inside?.head ?? 0) - MARGIN };
    for (const [id, box] of Object.entries(inside.boxes)) boxes[id] = moved(box, by);
    for (const [id, points] of Object.entries(inside.routes)) routes[id] = points.map((point) => moved(point, by));
  }
  return { size: outer.size, boxes, routes };
}

function frameSize({ width, height, inside }: PlanNode, layout: Layout | undefined): Size {
  if (inside === null || layout === undefined) return { width, height };
  const bare = { width: layout.size.width - 2 * MARGIN, height: layout.size.height - 2 * MARGIN };
  return {
    width: Math.max(width, bare.width + 2 * FRAME_PADDING),
    height: Math.max(height, bare.height + inside.head + inside.foot + FRAME_PADDING),
  };
}

function moved<Thing extends Point | Box>(thing: Thing, by: Point): Thing {
  return { ...thing, x: thing.x + by.x, y: thing.y + by.y };
}

/** In gutters, with the number of columns that fills the window best. */
export function inGutters(nodes: readonly (Size & { id: string })[], lines: LayoutPlan['lines'], window: Size): Layout {
  const least = { width: Math.min(...nodes.map(({ width }) => width)), height: Math.min(...nodes.map(({ height }) => height)) };
  let best = gutterLayout(nodes, lines, 1);
  for (const columns of columnsToTry(nodes.length)) {
    // Even without any line between them, so many columns or rows would not be larger.
    const bare = { width: columns * least.width, height: Math.ceil(nodes.length / columns) * least.height };
    if (fittedScale(bare, window) <= fittedScale(best.size, window)) continue;
    const layout = gutterLayout(nodes, lines, columns);
    if (fittedScale(layout.size, window) > fittedScale(best.size, window)) best = layout;
  }
  return best;
}

/** All numbers of columns if there are few; otherwise some, each a little larger. */
function columnsToTry(count: number): number[] {
  const tried: number[] = [];
  for (let columns = 2; columns <= count; columns = Math.max(columns + 1, Math.round(columns * (count > 40 ? 1.25 : 1))))
    tried.push(columns);
  return tried;
}
