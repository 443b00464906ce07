/** What a canvas draws: flat nodes at given positions and lines along given points. It knows no product; what a node or a line looks like is said by its classes. */

export interface Point {
  x: number;
  y: number;
}

/** Top left corner and size. */
export interface Box extends Point {
  width: number;
  height: number;
}

/** Cards and frames lie at the back, rows before them, marks before those. */
export const NODE_LAYERS = ['frame', 'card', 'title', 'row', 'mark'] as const;
export type NodeLayer = (typeof NODE_LAYERS)[number];

export interface CanvasNode {
  id: string;
  layer: NodeLayer;
  box: Box;
  /** Wrapped into at most two lines, then cut with an ellipsis; the whole belongs in the tooltip. Empty for none. */
  label: string;
  /** A second text at the right end, for example a state or a count; left out where it would cut the label. */
  aside?: string;
  /** An image as a data URL, at the left end. */
  icon?: string;
  /** A smaller image at the right end, for example the sign of a state; the second text stands left of it. */
  mark?: string;
  classes: readonly string[];
  /** What a press on it chooses, where that is another node; null for what cannot be chosen. */
  chooses?: string | null;
}

export interface CanvasLine {
  id: string;
  from: string;
  to: string;
  /** Absolute, from end to end. Fewer than two: straight from border to border. */
  points: readonly Point[];
  /** A curve that leaves and arrives sideways, instead of straight pieces. */
  isCurved?: boolean;
  label?: string;
  classes: readonly string[];
}

export interface CanvasPicture {
  /** Of everything; the origin is the top left corner. */
  size: { width: number; height: number };
  nodes: readonly CanvasNode[];
  lines: readonly CanvasLine[];
}
