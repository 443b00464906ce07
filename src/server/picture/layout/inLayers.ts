/** The best that layers can do for a window. */
import { elkLayout, type Direction } from './elkLayout';
import { isSound } from './isSound';
import { fittedScale, type Layout, type PlanLine, type Size } from './layoutPlan';

/** Layers take long above these, and are no longer read as layers. */
const MOST_NODES = 60;
const MOST_LINES = 60;

/** Null where layers are not for so much, or for nothing, or none of them is sound. `enough`: a scale at which no other is looked for. */
export async function inLayers(
  nodes: readonly (Size & { id: string })[],
  lines: readonly PlanLine[],
  window: Size,
  enough: number,
): Promise<Layout | null> {
  if (nodes.length === 0 || nodes.length > MOST_NODES || lines.length > MOST_LINES) return null;
  const found: Layout[] = [];
  for (const direction of directionsFor(window)) {
    const layout = await elkLayout(nodes, lines, direction, window).catch(() => null);
    if (layout !== null && isSound(layout, nodes, lines)) found.push(layout);
    if (layout !== null && fittedScale(layout.size, window) >= enough) break;
  }
  const [best] = found.sort((a, b) => fittedScale(b.size, window) - fittedScale(a.size, window));
  return best ?? null;
}

/** To the right, or down where the window is higher than wide; then the other way. */
function directionsFor({ width, height }: Size): Direction[] {
  return width >= height ? ['RIGHT', 'DOWN'] : ['DOWN', 'RIGHT'];
}
