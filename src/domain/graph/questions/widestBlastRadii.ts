/** Which components would affect the most others, found without computing the blast radius of each. */
import { blastRadius } from './blastRadius';
import type { BlastRadiusQuery } from './blastRadius';
import type { BlastRadiusAnswer } from './blastRadiusAnswer';
import { NEIGHBOUR_MASK, TRAVELS, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { NodePositions, StronglyConnected } from '@/domain/graph/spread/stronglyConnected';
import { byCodeUnit } from '@/plain/order';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

/** The most integers that all sets of dependents may take together: 32 MB. */
const MOST_WORDS = 8_000_000;
const MOST_WORDS_EACH = 64;

export interface WideBlastRadius {
  /** The answer without its list of components. */
  answer: BlastRadiusAnswer;
  /** Components that are expected worse than Healthy if this one is out, without itself. */
  affected: number;
}

/**
 * The ids of the components that seem to affect the most others, widest first, as candidates for a full blast radius. Leaves out those
 * that nothing depends on. In steps.
 */
export function* seeminglyWidest(landscape: Landscape, most: number): Steps<string[]> {
  const graph = graphOf(landscape);
  const { ranks } = graph.components.nameOrder;
  const counts = yield* dependentCounts(graph);
  const order = (left: number, right: number): number => counts[right]! - counts[left]! || ranks[left]! - ranks[right]!;
  const widest: number[] = [];
  yield* inStretches(counts.length, graph.traversal.portion, (from, end) => {
    for (let node = from; node < end; node++) {
      if (counts[node]! === 0 || (widest.length === most && order(widest[most - 1]!, node) < 0)) continue;
      widest.push(node);
      widest.sort(order);
      widest.length = Math.min(widest.length, most);
    }
  });
  return widest.map((node) => graph.componentView(node).id);
}

/** What happens if a component is out. Null if there is no such component, or nothing else gets worse. */
export function* wideBlastRadius(
  landscape: Landscape,
  entityId: string,
  asked: Pick<BlastRadiusQuery, 'planMaximumDepth' | 'currency' | 'canSeeRevenue'>,
): Steps<WideBlastRadius | null> {
  const graph = graphOf(landscape);
  const question = { entityType: 'component', entityId, direction: 'downstream', requestedDepth: null, modes: null, types: null } as const;
  const answer = yield* blastRadius(graph, { ...question, ...asked, componentLimit: 0 });
  if (answer === null) return null;
  const affected = answer.affectedCounts.components;
  return affected === 0 ? null : { answer, affected };
}

/** Orders the widest first, then by technicalName in code unit order. */
export function byWidth(left: WideBlastRadius, right: WideBlastRadius): number {
  return right.affected - left.affected || byCodeUnit(left.answer.entity.technicalName, right.answer.entity.technicalName);
}

/**
 * By node: how many components depend on it, directly or indirectly. That is everything that its failure could reach. Exact up to 2,048
 * components; above that, it counts an evenly spread sample, which keeps the order of clearly different numbers. O(edges × 64) integers at
 * most, in steps.
 */
export function* dependentCounts(graph: LandscapeGraph): Steps<Int32Array> {
  const { capacity } = graph.components;
  const { portion } = graph.traversal;
  const nodes = new NodePositions();
  const all = Int32Array.from(graph.nodes());
  nodes.assign(all, all.length, capacity);
  const connected = new StronglyConnected();
  yield* connected.find(nodes, graph.edges.dependencies, UNFILTERED.verdicts, portion);
  const { order, groups, groupCount } = connected;

  const wordsEach = Math.min(MOST_WORDS_EACH, Math.ceil(all.length / 32), Math.max(1, Math.floor(MOST_WORDS / Math.max(1, groupCount))));
  const samples = Math.min(all.length, wordsEach * 32);
  const groupOf = new Int32Array(capacity);
  for (let position = 0; position < all.length; position++) groupOf[order[position]!] = groups[position]!;
  // Bit s of a group is set if sample s is in it or depends on it.
  const bits = new Uint32Array(groupCount * wordsEach);
  const isSample = new Uint8Array(capacity);
  for (let sample = 0; sample < samples; sample++) {
    const node = all[Math.floor((sample * all.length) / samples)]!;
    isSample[node] = 1;
    bits[groupOf[node]! * wordsEach + (sample >> 5)]! |= 1 << (sample & 31);
  }

  const { starts, lengths, values } = graph.edges.dependents;
  // Dependents come after what they depend on, so going backwards each is complete before it is passed on.
  let left = portion;
  for (let position = all.length - 1; position >= 0; position--) {
    const node = order[position]!;
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    left -= (end - start) * Math.ceil(wordsEach / 8) + 1;
    if (left <= 0) {
      left = portion;
      yield;
    }
    for (let at = start; at < end; at++) {
      const edge = values[at]!;
      const dependents = groupOf[edge & NEIGHBOUR_MASK]!;
      if (UNFILTERED.verdicts[edge >>> 24] !== TRAVELS || dependents === groups[position]) continue;
      const from = dependents * wordsEach;
      const to = groups[position]! * wordsEach;
      for (let word = 0; word < wordsEach; word++) bits[to + word]! |= bits[from + word]!;
    }
  }

  const ofGroup = new Int32Array(groupCount);
  for (let group = 0; group < groupCount; group++)
    for (let word = 0; word < wordsEach; word++) ofGroup[group]! += bitsIn(bits[group * wordsEach + word]!);
  const counts = new Int32Array(capacity);
  for (const node of all) counts[node] = ofGroup[groupOf[node]!]! - isSample[node]!;
  return counts;
}

/** https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24) & 0xff;
}
