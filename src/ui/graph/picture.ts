/** What a graph canvas can draw, whatever it stands for. */

export interface Point {
  x: number;
  y: number;
}

export interface PictureNode {
  id: string;
  /** The box that it lies in. */
  parent?: string;
  label: string;
  width: number;
  height: number;
  classes: readonly string[];
  /** An image shown in it, as a data URI. */
  icon?: string;
  /** A part of the background that cannot be chosen. */
  isInert?: true;
}

export interface PictureEdge {
  id: string;
  source: string;
  target: string;
  classes: readonly string[];
  label?: string;
}

export interface Picture {
  nodes: readonly PictureNode[];
  edges: readonly PictureEdge[];
}

/** Centres, by node. Boxes have none: they lie around what is in them. */
export type Positions = ReadonlyMap<string, Point>;

/** Classes that come and go with what is chosen, by node or edge. */
export type Marks = ReadonlyMap<string, readonly string[]>;

/** The ids of nodes that others lie in. */
export function boxesOf({ nodes }: Picture): ReadonlySet<string> {
  return new Set(nodes.flatMap(({ parent }) => (parent === undefined ? [] : [parent])));
}
