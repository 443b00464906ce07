/**
 * Finds out what a part of a landscape would answer if one dependency had another mode: changes the part, queries it and reverts the
 * change.
 */
import { withMode } from '@/domain/graph/arrays/edgeAttributes';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { DependencyMode } from '@/domain/vocabulary';
import type { LandscapePart } from './landscapePart';

export interface SofterStep {
  /** For a dependency that is in no group that tolerates failures. */
  slot: number;
  /** Its attribute byte in the part. */
  attribute: number;
  mode: DependencyMode;
}

/** A dependency outside the part changes nothing in it. */
export function whileSofter<Result>(
  { edges }: LandscapeGraph,
  part: LandscapePart,
  { slot, attribute, mode }: SofterStep,
  ask: () => Result,
): Result {
  const source = part.positionOf(edges.affected[slot]!);
  const at = source === -1 ? -1 : placeOf(part, source, part.positionOf(edges.causes[slot]!), attribute);
  if (at === -1) return ask();
  part.attributes[at] = withMode(attribute, mode);
  try {
    return ask();
  } finally {
    part.attributes[at] = attribute;
  }
}

/** Of identical parallel dependencies, any one will do. */
function placeOf({ starts, targets, attributes }: LandscapePart, source: number, target: number, attribute: number): number {
  for (let at = starts[source]!; at < starts[source + 1]!; at++) if (targets[at] === target && attributes[at] === attribute) return at;
  return -1;
}
