/** Finds the best layout in layers for a window. */
import { elkLayout, type Direction } from './elkLayout';
import { isSound } from './isSound';
import { fittedScale, type Layout, type PlanLine, type Size } from './layoutPlan';

/** Above this number, layers take long and are no longer recognizable. */
const MOST_NODES = 60;
const MOST_LINES = 60;

/** Null if there is nothing or too much to lay out, or if no layout is sound. Stops searching at the scale `enough`. */
export async function inLayers(
  nodes: readonly (Size & { id: string })[],
  lines: readonly PlanLine[],
  window: Size,
  enough: number,
): Promise<Layout | null> {
  if (nodes.length === 0 || nodes.length > MOST_NODES || lines.length > MOST_LINES) return null;
  const found: Layout[] = [];
  for (const direction of directionsFor(window, lines)) {
    const layout = await elkLayout(nodes, lines, direction, window).catch(() => null);
    if (layout !== null && isSound(layout, nodes, lines)) found.push(layout);
    if (layout !== null && fittedScale(layout.size, window) >= enough) break;
  }
  const [best] = found.sort((a, b) => fittedScale(b.size, window) - fittedScale(a.size, window));
  return best ?? null;
}

/** Tries left to right first, or top to bottom if the window is higher than wide. Rows can be reached from the sides alone. */
function directionsFor({ width, height }: Size, lines: readonly PlanLine[]): Direction[] {
  if (lines.some(({ fromBand, toBand }) => fromBand != null || toBand != null)) return ['RIGHT'];
  return width >= height ? ['RIGHT', 'DOWN'] : ['DOWN', 'RIGHT'];
}
