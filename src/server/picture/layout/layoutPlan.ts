/**
 * The input and output of a layout: sizes and connections, as plain data that can be sent to a worker. Knows nothing about the picture's
 * meaning.
 */

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Top left corner and size. */
export type Box = Point & Size;

export interface PlanNode extends Size {
  id: string;
  /** Its contents, below a head and above a foot. Its size is then a minimum. */
  inside: { plan: LayoutPlan; head: number; foot: number } | null;
}

/** A stretch of a node's side, from the node's top. */
export interface Band {
  top: number;
  height: number;
}

/** A line ends within the bands of its nodes; without one, anywhere on their borders. */
export interface PlanLine {
  id: string;
  from: string;
  to: string;
  fromBand?: Band | null;
  toBand?: Band | null;
}

/** Lines connect nodes of the same plan. */
export interface LayoutPlan {
  nodes: PlanNode[];
  lines: PlanLine[];
}

/** Absolute positions of all nodes, including nested ones. */
export interface Layout {
  size: Size;
  boxes: Record<string, Box>;
  /** From end to end. */
  routes: Record<string, Point[]>;
}

/** Between a picture's border and its contents. */
export const MARGIN = 12;
/** Between the border of an open card and its contents. */
export const FRAME_PADDING = 12;
/** Between a line and anything that it passes. */
export const CLEARANCE = 10;
/** Between two parallel lines. */
export const TRACK = 8;
/** Between two boxes with no line in between. */
export const GAP = 18;

/** Pixels per unit when the whole layout is fitted into a window. */
export function fittedScale(size: Size, window: Size): number {
  return Math.min(window.width / size.width, window.height / size.height);
}
