/** The look of a picture's nodes and lines: colours, borders and lettering. The canvas and every exported file use the same. */
import type { CanvasLine, CanvasNode } from './picture';

export const PICTURE_FONT = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** The opacity of what is not highlighted, while something else is. */
export const RECEDED = 0.22;

export interface NodeStyle {
  /** null: transparent. */
  fill: string | null;
  stroke: string | null;
  strokeWidth: number;
  isDashed: boolean;
  radius: number;
  /** Colour of the label; its size is in units of the picture. */
  colour: string;
  size: number;
  isBold: boolean;
  asideColour: string;
  isAsideBold: boolean;
}

export interface LineStyle {
  colour: string;
  width: number;
  /** null: solid. */
  dashes: readonly number[] | null;
  head: 'filled' | 'hollow' | 'bar' | null;
  headAt: 'from' | 'to';
  opacity: number;
}

export interface CanvasLook {
  page: string;
  /** The border of the selected node. */
  accent: string;
  /** By name: the borders of highlighted nodes. */
  accents?: Readonly<Record<string, string>>;
  /** The numbers on lines. */
  badge: { fill: string; stroke: string; colour: string };
  node(node: CanvasNode): NodeStyle;
  line(line: CanvasLine): LineStyle;
}
