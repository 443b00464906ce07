/**
 * The weak points of all capabilities at once, in numbers. The question is cut from the graph as plain arrays, so that it can be worked out
 * in another thread.
 */
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import type { SegmentFact } from '@/domain/graph/landscapeFacts';
import { segmentExposure } from '@/domain/graph/revenue';
import { jointCutSets } from './cutSets';
import { entityTops } from './entityPart';
import { simulateFailures, type LanePlanes } from './failureLanes';
import { partBehind, type LandscapePart } from './landscapePart';
import { MarginWatch, groupsIn, singleCausesIn, type Margin, type OwnedGroup, type SingleCause } from './margins';

/** So many sets are put together for the pairs of one capability, and for those of all together. */
const PAIR_COMBINATIONS = { each: 200_000, together: 20_000_000 };
const OUTAGE = 3;

/** Everything that the answer follows from; can be sent to another thread. */
export interface SummaryTask {
  part: Omit<LandscapePart, 'positionOf'>;
  causes: SingleCause[];
  groups: OwnedGroup[];
  capabilities: { id: string; own: number[]; tops: number[] }[];
  segments: Pick<SegmentFact, 'annualRevenue' | 'capabilities'>[];
}

export interface CapabilitySummary {
  id: string;
  /** Positions in the part of the task, whose Outage alone is an Outage of the capability. */
  singlePoints: number[];
  pairs: number;
  /** False when the search was given up: there may be more pairs. */
  arePairsComplete: boolean;
  /** The least number of failures that a group it depends on tolerates; null where there is no group. */
  smallestMargin: number | null;
  /** Groups that tolerate failures, of which something shared alone takes too many. */
  undermined: number;
  /** The most that an hour without one of its single points is expected to cost. */
  worstPerHour: number;
}

export interface LandscapeSummary {
  /** In the order of the task's capabilities. */
  capabilities: CapabilitySummary[];
  /** What an hour without it is expected to cost, by position: of each single point of a capability. */
  perHour: Map<number, number>;
  /** Redundancy that is not, that which the most capabilities depend on first; at most MOST_UNDERMINED. */
  undermined: UnderminedGroup[];
  underminedOmitted: number;
}

/** A group that tolerates failures, of which something shared alone takes too many. */
export interface UnderminedGroup extends Omit<Margin, 'sharedCauses'> {
  /** So many of them depend on it. */
  capabilities: number;
  /** The widest first. */
  sharedCauses: { kind: SingleCause['kind']; index: number; takes: number }[];
  sharedCausesOmitted: number;
}

export const MOST_UNDERMINED = 20;
const MOST_CAUSES_NAMED = 5;

export function summaryTask(graph: LandscapeGraph): SummaryTask {
  const { positionOf, ...part } = partBehind(graph, graph.nodes());
  const whole = { ...part, positionOf };
  const positions = (nodes: readonly number[]): number[] => nodes.map(positionOf);
  return {
    part,
    causes: singleCausesIn(graph, whole),
    groups: groupsIn(graph, whole),
    capabilities: [...graph.capabilities].map(({ id }) => {
      const { own, tops } = entityTops(graph, graph.findEntity('capability', id)!);
      return { id, own: positions(own), tops: positions(tops) };
    }),
    segments: [...graph.segments].map(({ annualRevenue, capabilities }) => ({ annualRevenue, capabilities })),
  };
}

export function summarise({ part, causes, groups, capabilities, segments }: SummaryTask): LandscapeSummary {
  const watch = new MarginWatch(groups);
  const summaries = capabilities.map(({ id }): CapabilitySummary => ({
    id,
    singlePoints: [],
    pairs: 0,
    arePairsComplete: true,
    smallestMargin: null,
    undermined: 0,
    worstPerHour: 0,
  }));
  const costs = new Map<number, number>();
  const failures = causes.map(({ failure }) => failure);
  simulateFailures(part, failures, (planes, first, lanes) => {
    watch.look(planes, causes, first, lanes);
    const bits = capabilities.map(({ tops }) => [1, 2, 3].map((level) => bitsOf(planes[level]!, tops)));
    for (let lane = 0; lane < lanes && first + lane < part.count; lane++) {
      const severities = new Map(capabilities.map(({ id }, at) => [id, severityIn(bits[at]!, lane)]));
      if (![...severities.values()].includes(OUTAGE)) continue;
      const perHour = exposureOf(segments, severities);
      costs.set(first + lane, perHour);
      summaries.forEach((summary) => {
        if (severities.get(summary.id) !== OUTAGE) return;
        summary.singlePoints.push(first + lane);
        summary.worstPerHour = Math.max(summary.worstPerHour, perHour);
      });
    }
  });
  const dependents = addMargins(part, capabilities, watch, summaries);
  addPairs(part, capabilities, summaries);
  const undermined = watch.margins.filter(isUndermined);
  return {
    capabilities: summaries,
    perHour: costs,
    undermined: undermined
      .map((margin) => underminedGroup(margin, dependents.get(margin) ?? 0))
      .sort((left, right) => right.capabilities - left.capabilities)
      .slice(0, MOST_UNDERMINED),
    underminedOmitted: Math.max(0, undermined.length - MOST_UNDERMINED),
  };
}

const isUndermined = ({ failuresLeft, sharedCauses }: Margin): boolean => failuresLeft > 0 && sharedCauses.length > 0;

function underminedGroup({ sharedCauses, ...margin }: Margin, capabilities: number): UnderminedGroup {
  const named = sharedCauses
    .toSorted((left, right) => right.takes - left.takes)
    .slice(0, MOST_CAUSES_NAMED)
    .map(({ cause: { kind, index }, takes }) => ({ kind, index, takes }));
  return { ...margin, capabilities, sharedCauses: named, sharedCausesOmitted: sharedCauses.length - named.length };
}

function bitsOf(plane: LanePlanes[number], tops: readonly number[]): number {
  let bits = 0;
  for (const top of tops) bits |= plane[top]!;
  return bits;
}

function severityIn(bits: readonly number[], lane: number): number {
  let severity = OUTAGE;
  while (severity > 0 && ((bits[severity - 1]! >>> lane) & 1) === 0) severity--;
  return severity;
}

function exposureOf(segments: SummaryTask['segments'], severities: ReadonlyMap<string, number>): number {
  let perHour = 0;
  for (const segment of segments)
    if (segment.annualRevenue !== null) perHour += segmentExposure(segment as SegmentFact, (id) => severities.get(id) ?? 0).expectedPerHour;
  return perHour;
}

/** A walk over all that each capability depends on. Answers how many of them depend on each group that is undermined. */
function addMargins(
  part: SummaryTask['part'],
  capabilities: SummaryTask['capabilities'],
  { margins }: MarginWatch,
  summaries: readonly CapabilitySummary[],
): ReadonlyMap<Margin, number> {
  const dependents = new Map<Margin, number>();
  const owned = new Map<number, typeof margins>();
  for (const margin of margins) owned.set(margin.owner, [...(owned.get(margin.owner) ?? []), margin]);
  const reachedBy = new Int32Array(part.count).fill(-1);
  capabilities.forEach(({ own }, at) => {
    const summary = summaries[at]!;
    const open = [...own];
    for (let position = open.pop(); position !== undefined; position = open.pop()) {
      if (reachedBy[position] === at) continue;
      reachedBy[position] = at;
      for (const margin of owned.get(part.nodes[position]!) ?? []) {
        summary.smallestMargin = Math.min(summary.smallestMargin ?? Infinity, margin.failuresLeft);
        if (!isUndermined(margin)) continue;
        summary.undermined++;
        dependents.set(margin, (dependents.get(margin) ?? 0) + 1);
      }
      for (let edge = part.starts[position]!; edge < part.starts[position + 1]!; edge++) open.push(part.targets[edge]!);
      for (const group of part.groups.get(position) ?? []) open.push(...group.targets);
    }
  });
  return dependents;
}

function addPairs(part: SummaryTask['part'], capabilities: SummaryTask['capabilities'], summaries: readonly CapabilitySummary[]): void {
  let left = PAIR_COMBINATIONS.together;
  capabilities.forEach(({ tops }, at) => {
    const summary = summaries[at]!;
    const singles = new Set(summary.singlePoints);
    const most = Math.min(left, PAIR_COMBINATIONS.each);
    const found = jointCutSets(part, { tops, severity: OUTAGE }, 2, (position) => singles.has(position), most);
    left -= found.combinations;
    summary.pairs = found.sets.length;
    summary.arePairsComplete = found.isComplete;
  });
}
