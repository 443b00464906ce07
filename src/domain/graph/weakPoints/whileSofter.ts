/** Asks a part of a landscape what it would answer if one dependency had another mode: the part is changed, asked and put back. */
import { withMode } from '@/domain/graph/edgeAttributes';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import type { DependencyMode } from '@/domain/vocabulary';
import type { LandscapePart } from './landscapePart';

export interface SofterStep {
  /** Of a dependency of no group that tolerates failures. */
  slot: number;
  /** Its attribute byte in the part. */
  attribute: number;
  mode: DependencyMode;
}

/** A dependency that is not in the part changes nothing in it. */
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

/** Of parallel dependencies that are alike, any one will do. */
function placeOf({ starts, targets, attributes }: LandscapePart, source: number, target: number, attribute: number): number {
  for (let at = starts[source]!; at < starts[source + 1]!; at++) if (targets[at] === target && attributes[at] === attribute) return at;
  return -1;
}
