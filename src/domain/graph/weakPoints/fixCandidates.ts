/**
 * Finds changes that are likely to remove single points. The search is cheap; whether a candidate really helps turns out when it is tried.
 */
import { ATTRIBUTE_SHIFT, NEIGHBOUR_MASK, NEVER, TRAVELS, UNFILTERED, isGrouped, neededFor } from '@/domain/graph/arrays/edgeAttributes';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { toleratesFailure } from '@/domain/graph/spread/redundancy';
import type { EntityPart } from './entityPart';

/** A dependency, by its slot, that is the only way for a failure of `target` to get through. */
interface OnlyWay {
  slot: number;
  /** Position of the component that depends on it. */
  above: number;
}

/**
 * Slots of the dependencies that are the only way for their targets to take the entity down. Those with the most weight behind them come
 * first. `weightOf` returns the weight of a single point by node, and 0 for any other node.
 */
export function softerCandidates(
  graph: LandscapeGraph,
  behind: EntityPart,
  severity: number,
  weightOf: (node: number) => number,
  most: number,
): number[] {
  const { part } = behind;
  const needs = mildestThatSuffice(behind, severity);
  const ways = onlyWays(graph, behind, needs);
  const weights = new Float64Array(part.count);
  // Dependents come after their dependencies, so each weight is complete before it is passed on. On a cycle, less than the full weight is
  // passed on.
  for (let position = 0; position < part.count; position++) {
    weights[position]! += weightOf(part.nodes[position]!);
    const way = ways.get(position);
    if (way !== undefined && way.above > position) weights[way.above]! += weights[position]!;
  }
  return [...ways]
    .filter(([target]) => weights[target]! > 0)
    .sort(([left, { slot }], [right, other]) => weights[right]! - weights[left]! || slot - other.slot)
    .slice(0, most)
    .map(([, { slot }]) => slot);
}

/** By position: the mildest severity that brings a top to `severity`, or NEVER. Ignores groups that tolerate failures. */
function mildestThatSuffice({ part, tops }: EntityPart, severity: number): Uint8Array {
  const needs = new Uint8Array(part.count).fill(NEVER);
  const open: number[][] = [[], [], [], []];
  for (const top of tops) {
    needs[top] = severity;
    open[severity]!.push(top);
  }
  // Severities never get worse on the way, so the mildest are settled first.
  for (let need = severity; need < NEVER; need++)
    for (let position = open[need]!.pop(); position !== undefined; position = open[need]!.pop()) {
      if (needs[position] !== need) continue;
      for (let at = part.starts[position]!; at < part.starts[position + 1]!; at++) {
        const needed = UNFILTERED.needs[(part.attributes[at]! << 2) | need]!;
        const target = part.targets[at]!;
        if (needed >= needs[target]!) continue;
        needs[target] = needed;
        open[needed]!.push(target);
      }
    }
  return needs;
}

/** By position of the target. A top is enough by itself, whatever leads to it. */
function onlyWays(graph: LandscapeGraph, { part, tops }: EntityPart, needs: Uint8Array): Map<number, OnlyWay> {
  const { edges, traversal } = graph;
  const { starts, values, companions } = edges.dependencies;
  const ways = new Map<number, OnlyWay>();
  const several = new Set<number>(tops);
  for (let above = 0; above < part.count; above++) {
    if (needs[above] === NEVER) continue;
    const node = part.nodes[above]!;
    const start = starts[node] ?? 0;
    for (let offset = start; offset < start + edges.dependencies.rowLength(node); offset++) {
      const edge = values[offset]!;
      if (UNFILTERED.verdicts[edge >>> ATTRIBUTE_SHIFT] !== TRAVELS || neededFor(UNFILTERED, edge, needs[above]!) === NEVER) continue;
      if (isGrouped(edge) && toleratesFailure(edges, traversal, companions[offset]!)) continue;
      const target = part.positionOf(edge & NEIGHBOUR_MASK);
      if (several.has(target)) continue;
      if (ways.delete(target)) several.add(target);
      else ways.set(target, { slot: companions[offset]!, above });
    }
  }
  return ways;
}
