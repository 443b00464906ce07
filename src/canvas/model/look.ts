/** How a picture's nodes and lines look: colours, borders and lettering, resolved from what they are. The canvas and every exported file draw from the same. */
import type { CanvasLine, CanvasNode } from './picture';

export const PICTURE_FONT = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

export interface NodeStyle {
  shape: 'rectangle' | 'ellipse';
  /** null: see-through. */
  fill: string | null;
  stroke: string | null;
  strokeWidth: number;
  isDashed: boolean;
  radius: number;
  /** Of the label, whose size is in units of the picture. */
  colour: string;
  size: number;
  isBold: boolean;
  align: 'start' | 'middle';
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
  /** Of the border of what is chosen. */
  accent: string;
  /** Of the numbers on lines. */
  badge: { fill: string; stroke: string; colour: string };
  node(node: CanvasNode): NodeStyle;
  line(line: CanvasLine): LineStyle;
}
