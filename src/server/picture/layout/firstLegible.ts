/** Lays out what could be shown, in turn, until it can be read. */
import { inLayers } from './inLayers';
import { inGutters, layOut } from './layOut';
import { fittedScale, type Layout, type LayoutPlan, type Size } from './layoutPlan';

export interface Attempt {
  plan: LayoutPlan;
  /** Of pixels a unit when fitted into the window: with less it cannot be read. */
  leastScale: number;
  /** How it may be laid out; gutters always find a way. */
  ways: 'layers' | 'layers or gutters' | 'gutters';
}

export interface LayoutTask {
  attempts: readonly Attempt[];
  /** Pixels. */
  window: Size;
  /** A scale that is as good as any larger one. */
  enough: number;
}

export interface FoundLayout {
  /** Which of the attempts it is. */
  index: number;
  layout: Layout;
}

/** Gutters take the least room: what cannot be read there is read nowhere. Layers hardly ever need less than this much more, and take time to try. */
const ROOM_FOR_LAYERS = 1.45;

/** Layers where they are as large as is wanted, for they are followed most easily; gutters where they are not. Null where none of the attempts can be read. */
export async function firstLegible({ attempts, window, enough }: LayoutTask): Promise<FoundLayout | null> {
  for (const [index, { plan, leastScale, ways }] of attempts.entries()) {
    const compact = await layOut(plan, window, inGutters);
    const scale = fittedScale(compact.size, window);
    if (scale < leastScale) continue;
    if (ways !== 'gutters' && scale >= enough * ROOM_FOR_LAYERS) {
      const layered = await layeredWhole(plan, window, enough);
      if (layered !== null && fittedScale(layered.size, window) >= enough) return { index, layout: layered };
    }
    if (ways !== 'layers') return { index, layout: compact };
  }
  return null;
}

/** Null where what is outermost cannot stand in layers. What is inside a box that cannot stands in gutters. */
async function layeredWhole(plan: LayoutPlan, window: Size, enough: number): Promise<Layout | null> {
  let isLayered = true;
  const layout = await layOut(plan, window, async (nodes, lines) => {
    const layered = await inLayers(nodes, lines, window, enough);
    isLayered = layered !== null;
    return layered ?? inGutters(nodes, lines, window);
  });
  // The outermost is the last.
  return isLayered ? layout : null;
}
