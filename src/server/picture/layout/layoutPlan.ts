/** What is laid out: sizes and what joins them, of plain data that can cross into a worker. The picture's meaning stays outside. */

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
  /** What stands in it, below a head and above a foot. Its size is then the least that it has. */
  inside: { plan: LayoutPlan; head: number; foot: number } | null;
}

export interface PlanLine {
  id: string;
  from: string;
  to: string;
}

/** Lines join nodes of the same plan. */
export interface LayoutPlan {
  nodes: PlanNode[];
  lines: PlanLine[];
}

/** Absolute positions of all nodes, those inside others included. */
export interface Layout {
  size: Size;
  boxes: Record<string, Box>;
  /** From end to end. */
  routes: Record<string, Point[]>;
}

/** Between a picture's border and what stands in it. */
export const MARGIN = 12;
/** Between the border of an open card and what stands in it. */
export const FRAME_PADDING = 12;
/** Between a line and whatever it passes. */
export const CLEARANCE = 10;
/** Between two lines side by side. */
export const TRACK = 8;
/** Between two boxes with no line between them. */
export const GAP = 18;

/** How many pixels a unit takes when the whole is fitted into a window. */
export function fittedScale(size: Size, window: Size): number {
  return Math.min(window.width / size.width, window.height / size.height);
}
