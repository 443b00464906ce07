import type { CanvasLine } from './picture';

/** What is highlighted: these stay, everything else fades; `lines` are drawn on top meanwhile. */
export interface Highlight {
  ids: ReadonlySet<string>;
  lines: readonly CanvasLine[];
  /** By the id of a node: the name of an accent of the look. */
  accents?: ReadonlyMap<string, string>;
}
