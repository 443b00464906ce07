/** What a model of an architecture says, whatever language it is written in: its elements, the relations between them, and where they run. */
import type { Classification } from '@/domain/vocabulary';
import type { FoundLink } from '@/sources/proposal/foundLinks';
import type { Position } from '@/sources/proposal/locatedYaml';

/**
 * The levels of a model. A holder holds systems, or containers, and is nothing itself: an enterprise, a group. What is inside a container is
 * a part. Custom elements are of no level that is known here.
 */
export type Level = 'person' | 'holder' | 'system' | 'container' | 'part' | 'data' | 'custom';

export interface ArchitectureElement {
  level: Level;
  name: string;
  /** What the model calls it, whatever its name: the same as long as it is the same thing. */
  key?: string | undefined;
  description?: string | undefined;
  technology?: string | undefined;
  tags: readonly string[];
  /** Words that the model uses for its sort, the most telling first: its kind, a shape. */
  words: readonly string[];
  isExternal: boolean;
  /** Of data: how sensitive it is. */
  classification?: Classification | undefined;
  /** Pages elsewhere, and whom to contact. */
  links?: readonly FoundLink[];
  contact?: string | undefined;
  /** The element that contains it, whatever its level. */
  parent: ArchitectureElement | null;
  position: Position;
}

export interface ArchitectureRelation {
  source: ArchitectureElement;
  target: ArchitectureElement;
  /** What is written on the arrow. */
  text: string;
  technology?: string | undefined;
  tags: readonly string[];
  isAsync: boolean;
  position: Position;
}

export interface Instance {
  element: ArchitectureElement;
  tags: readonly string[];
  position: Position;
}

export interface DeploymentNode {
  name: string;
  technology?: string | undefined;
  tags: readonly string[];
  words: readonly string[];
  nodes: DeploymentNode[];
  instances: Instance[];
  position: Position;
}

export interface Environment {
  name: string;
  nodes: DeploymentNode[];
  position: Position;
}

export interface Architecture {
  /** As the model says; undefined if it has none. */
  name?: string | undefined;
  /** In the order of the source. */
  elements: ArchitectureElement[];
  relations: ArchitectureRelation[];
  environments: Environment[];
}

/** The nearest element around it for which `isWanted` holds; itself if it holds for it. */
export function nearest(
  element: ArchitectureElement,
  isWanted: (element: ArchitectureElement) => boolean,
): ArchitectureElement | undefined {
  for (let at: ArchitectureElement | null = element; at !== null; at = at.parent) if (isWanted(at)) return at;
  return undefined;
}
