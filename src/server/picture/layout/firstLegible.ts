/** Lays out one attempt after another until one is legible. */
import { inLayers } from './inLayers';
import { inGutters, layOut } from './layOut';
import { fittedScale, type Layout, type LayoutPlan, type Size } from './layoutPlan';

export interface Attempt {
  plan: LayoutPlan;
  /** In pixels per unit when fitted into the window; with less, it is not legible. */
  leastScale: number;
  /** The allowed ways to lay it out. Gutters always succeed. */
  ways: 'layers' | 'layers or gutters';
}

export interface LayoutTask {
  attempts: readonly Attempt[];
  /** In pixels. */
  window: Size;
  /** A scale above this is not better. */
  enough: number;
}

export interface FoundLayout {
  /** The index of the attempt. */
  index: number;
  layout: Layout;
}

/**
 * Gutters take the least room, so if they are not legible, nothing is. Layers hardly ever need less than this factor more, and take time to
 * try.
 */
const ROOM_FOR_LAYERS = 1.45;

/** Prefers layers if they reach the wanted scale, because they are easiest to follow; otherwise gutters. Null if no attempt is legible. */
export async function firstLegible({ attempts, window, enough }: LayoutTask): Promise<FoundLayout | null> {
  for (const [index, { plan, leastScale, ways }] of attempts.entries()) {
    const compact = await layOut(plan, window, inGutters);
    const scale = fittedScale(compact.size, window);
    if (scale < leastScale) continue;
    if (scale >= enough * ROOM_FOR_LAYERS) {
      const layered = await layeredWhole(plan, window, enough);
      if (layered !== null && fittedScale(layered.size, window) >= enough) return { index, layout: layered };
    }
    if (ways !== 'layers') return { index, layout: compact };
  }
  return null;
}

/** Null if the outermost plan cannot be laid out in layers. A box whose contents cannot be uses gutters inside. */
async function layeredWhole(plan: LayoutPlan, window: Size, enough: number): Promise<Layout | null> {
  let isLayered = true;
  const layout = await layOut(plan, window, async (nodes, lines) => {
    const layered = await inLayers(nodes, lines, window, enough);
    isLayered = layered !== null;
    return layered ?? inGutters(nodes, lines, window);
  });
  // The outermost plan is the last one.
  return isLayered ? layout : null;
}
