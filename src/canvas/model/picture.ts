/**
 * What a canvas draws: flat nodes at given positions and lines along given points. It knows nothing about the product; classes say what a
 * node or line looks like.
 */

export interface Point {
  x: number;
  y: number;
}

/** Top left corner and size. */
export interface Box extends Point {
  width: number;
  height: number;
}

/** From back to front: frames and cards, titles, rows, marks. */
export const NODE_LAYERS = ['frame', 'card', 'title', 'row', 'mark'] as const;
export type NodeLayer = (typeof NODE_LAYERS)[number];

export interface CanvasNode {
  id: string;
  layer: NodeLayer;
  box: Box;
  /** Wrapped to at most two lines, then cut with an ellipsis; the tooltip has the full text. Empty for none. */
  label: string;
  /** A second text at the right end, such as a state or a count; left out if it would overlap the label. */
  aside?: string;
  /** An image as a data URL, at the left end. */
  icon?: string;
  /** A smaller image at the right end, such as the sign of a state; the second text is to its left. */
  mark?: string;
  /** Its own fill, instead of that of its look. */
  fill?: string;
  classes: readonly string[];
  /** The id that a press on this node selects, if it is another node; null if it cannot be selected. */
  chooses?: string | null;
}

/** A mere shape, without words or images. A map may have thousands, so they are drawn together. */
export function isBare({ layer, label, aside = '', icon, mark }: CanvasNode): boolean {
  return layer === 'row' && label === '' && aside === '' && icon === undefined && mark === undefined;
}

export interface CanvasLine {
  id: string;
  from: string;
  to: string;
  /** Absolute positions, from end to end. With fewer than two, the line is straight from border to border. */
  points: readonly Point[];
  /** A curve that leaves and arrives sideways, instead of straight pieces. */
  isCurved?: boolean;
  label?: string;
  classes: readonly string[];
}

export interface CanvasPicture {
  /** The size of the whole picture; the origin is its top left corner. */
  size: { width: number; height: number };
  nodes: readonly CanvasNode[];
  lines: readonly CanvasLine[];
}
