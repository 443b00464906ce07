/** What takes an entity down, alone or together: its cut sets, and how much of the redundancy that it depends on is left. */
import { alsoCounted, type AlsoCounted } from '@/domain/graph/spread/inService';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { FoundEntity, Landscape } from '@/domain/graph/landscape/views';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { jointCutSets, MOST_COMBINATIONS } from './cutSets';
import { entityPart, type EntityPart } from './entityPart';
import { simulateInPart } from './failuresInPart';
import { fixesFor, type Fix } from './fixes';
import { EarningPart, outageOf } from './exposures';
import { MarginWatch, groupsIn, singleCausesIn, type Margin, type SingleCause } from './margins';
import type { CutSetOrder, WeakPointState } from './weakPointQuestion';

/** At most this many cut sets of two or three are listed. */
export const MOST_CUT_SETS = 10_000;

export interface WeakPointsQuestion {
  state: WeakPointState;
  order: CutSetOrder;
  /** Without this right, costs are left out. */
  canSeeRevenue: boolean;
  /** False to skip the search for fixes, which is most of the work. */
  areFixesWanted?: boolean;
  /** Counts applications as in service that are not; default false. */
  includeNotInService?: boolean;
}

export interface SinglePoint {
  node: number;
  /** Whether it is one of the entity's own start components. */
  isOwn: boolean;
  /** `expectedPerHour` during its outage; null without the right to see it. */
  perHour: number | null;
}

export interface JointPoint {
  members: { node: number; isOwn: boolean }[];
  perHour: number | null;
}

export interface WeakPoints {
  /** How many components the entity consists of. */
  ownComponents: number;
  singlePoints: SinglePoint[];
  cutSets: JointPoint[];
  margins: Margin[];
  fixes: Fix[];
  /** `omitted` is null if the search stopped early, so that the number is unknown. */
  completeness: { isComplete: boolean; omitted: number | null };
}

/**
 * A cut set is a set of components with two properties: if all of them are at Outage and everything else is Healthy, the entity's roll-up
 * is expected at `state` or worse; and no proper subset does that. Tries fixes on the graph itself, so nobody else may use that graph: see
 * `copyLandscape`. Follows failures without a depth limit. Sorted by the cost per hour, highest first, then by the technicalNames of the
 * members.
 */
export function weakPointsOf(
  landscape: Landscape,
  entity: FoundEntity,
  question: WeakPointsQuestion,
  mostCombinations = MOST_COMBINATIONS,
): WeakPoints {
  const graph = graphOf(landscape);
  const also = alsoCounted([entity], question.includeNotInService);
  const behind = entityPart(graph, entity, also);
  const { alone, margins } = surveyOf(graph, behind, HEALTH_STATES.indexOf(question.state));
  const joint = jointSetsOf(behind, alone, question, mostCombinations);
  const { ranks } = graph.components.nameOrder;
  const inNameOrder = joint.sets
    .map((set) => set.map((position) => behind.part.nodes[position]!).sort((left, right) => ranks[left]! - ranks[right]!))
    .sort((left, right) => compareMembers(ranks, left, right));
  const listed = inNameOrder.slice(0, MOST_CUT_SETS);
  const singles = alone.map((position) => behind.part.nodes[position]!);
  const [ofSingles, ofSets] = question.canSeeRevenue ? weigh(graph, singles, listed, also) : [null, null];
  const weighed = singles.map((node, at) => ({ node, perHour: ofSingles?.[at] ?? null }));
  const inMarginOrder = inOrder(graph, margins);
  const severity = HEALTH_STATES.indexOf(question.state);
  const fixes =
    question.areFixesWanted === false
      ? []
      : fixesFor(graph, entity, behind, {
          severity,
          also,
          canSeeRevenue: question.canSeeRevenue,
          singles: weighed,
          margins: inMarginOrder,
        });
  const isOwn = (node: number): boolean => behind.own.has(behind.part.positionOf(node));
  return {
    ownComponents: behind.own.size,
    singlePoints: weighed
      .map(({ node, perHour }) => ({ node, isOwn: isOwn(node), perHour }))
      .sort((left, right) => (right.perHour ?? 0) - (left.perHour ?? 0) || ranks[left.node]! - ranks[right.node]!),
    cutSets: listed
      .map((nodes, at) => ({ members: nodes.map((node) => ({ node, isOwn: isOwn(node) })), perHour: ofSets?.[at] ?? null }))
      // They are in the order of their names, and the sort is stable.
      .sort((left, right) => (right.perHour ?? 0) - (left.perHour ?? 0)),
    margins: inMarginOrder,
    fixes,
    completeness: {
      isComplete: joint.isComplete && listed.length === inNameOrder.length,
      omitted: joint.isComplete ? inNameOrder.length - listed.length : null,
    },
  };
}

function weigh(
  graph: LandscapeGraph,
  singles: readonly number[],
  sets: readonly number[][],
  also: AlsoCounted,
): [Float64Array, Float64Array] {
  const earning = new EarningPart(graph, also);
  const perHour = earning.perHour([...singles.map((node) => outageOf([node])), ...sets.map(outageOf)]);
  return [perHour.subarray(0, singles.length), perHour.subarray(singles.length)];
}

function jointSetsOf({ part, tops }: EntityPart, alone: readonly number[], { state, order }: WeakPointsQuestion, mostCombinations: number) {
  if (order === 1) return { sets: [], isComplete: true };
  const singles = new Set(alone);
  const target = { tops, severity: HEALTH_STATES.indexOf(state) };
  return jointCutSets(part, target, order, (position) => singles.has(position), mostCombinations);
}

/** Which positions are enough alone, and the margins of all groups behind the entity. */
function surveyOf(graph: LandscapeGraph, { part, tops }: EntityPart, severity: number): { alone: number[]; margins: Margin[] } {
  const causes = singleCausesIn(graph, part);
  const watch = new MarginWatch(groupsIn(graph, part), part);
  const alone: number[] = [];
  const failures = causes.map(({ failure }) => failure);
  simulateInPart(part, failures, (planes, first, count, suffering) => {
    watch.look(planes, causes, first, count, suffering);
    let bits = 0;
    for (const top of tops) bits |= planes[severity]![top]!;
    // The components come first, by position.
    for (let bit = 0; bit < count && first + bit < part.count; bit++) if (((bits >>> bit) & 1) === 1) alone.push(first + bit);
  });
  return { alone, margins: watch.margins };
}

/**
 * The least redundancy first; among equals, groups that a shared cause defeats come first. Equals are in the order of their names, not in that
 * of the graph's rows, which edits change.
 */
function inOrder(graph: LandscapeGraph, margins: Margin[]): Margin[] {
  const { components, edges } = graph;
  const undermined = ({ sharedCauses }: Margin): number => (sharedCauses.length > 0 ? 0 : 1);
  for (const margin of margins)
    margin.sharedCauses.sort((left, right) => right.takes - left.takes || compareCauses(graph, left.cause, right.cause));
  return margins.sort(
    (left, right) =>
      left.failuresLeft - right.failuresLeft ||
      undermined(left) - undermined(right) ||
      byCodeUnit(components.technicalNameOf(left.owner), components.technicalNameOf(right.owner)) ||
      byCodeUnit(edges.groups.nameOf(left.group), edges.groups.nameOf(right.group)),
  );
}

function compareCauses(graph: LandscapeGraph, left: SingleCause, right: SingleCause): number {
  if (left.kind !== right.kind) return byCodeUnit(left.kind, right.kind);
  const { ranks } = left.kind === 'component' ? graph.components.nameOrder : graph.tableOf(left.kind).nameOrder;
  return ranks[left.index]! - ranks[right.index]!;
}

function compareMembers(ranks: Int32Array, left: readonly number[], right: readonly number[]): number {
  for (let at = 0; at < left.length && at < right.length; at++) if (left[at] !== right[at]) return ranks[left[at]!]! - ranks[right[at]!]!;
  return left.length - right.length;
}
