/**
 * What any set of failures does together: the expected state of every component, what the worst single failure would have done, and the
 * redundancy groups that gave way only because several failures came together.
 */
import { FailuresInGraph, FAILURES_AT_ONCE } from '@/domain/graph/spread/failuresInGraph';
import { UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import { countGroup } from '@/domain/graph/spread/groupCounts';
import type { GroupCount } from '@/domain/graph/spread/groupCounts';
import type { AlsoCounted } from '@/domain/graph/spread/inService';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { FoundEntity } from '@/domain/graph/landscape/views';
import { bitsGivingWay } from '@/domain/graph/spread/redundancyBits';
import { settleAllThatSuffer } from '@/domain/graph/spread/propagation';
import { neededOf, worstGivenWay } from '@/domain/graph/spread/redundancy';
import type { Suffering, WithheldEdges } from '@/domain/graph/spread/redundancy';
import { eachStart, eachStartInZones, zonesOf } from '@/domain/graph/landscape/startComponents';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

/** One failure of a set: an entity of any kind, and how badly it fails (Warning 1, Degraded 2, Outage 3). */
export interface MemberFailure {
  entity: FoundEntity;
  severity: number;
  /** The applications that count as in service although they are not. */
  also?: AlsoCounted;
}

/** Severities by node: how badly components start to fail by themselves. */
export type Starts = ReadonlyMap<number, number>;

export interface JointQuestion {
  members: readonly MemberFailure[];
  /** What components report before the failures; empty for a healthy landscape. */
  baseline: Starts;
  withheld: WithheldEdges;
}

/** All by node: Healthy 0, Warning 1, Degraded 2, Outage 3. */
export interface JointStates {
  /** With all members failing at once. */
  expected: Uint8Array;
  /** The worst that any single member does, on the same baseline; `expected` itself if that is the same everywhere. */
  alone: Uint8Array;
  /** With no member failing. */
  live: Uint8Array;
  /** The nodes expected to be worse than Healthy, in no particular order. */
  suffering: Int32Array;
  /** Groups that pass on more jointly than with any one member, in no particular order. */
  gaveWay: GroupCount[];
}

/** Below this many members, one pass for each is faster than preparing to fail them as bits. */
const MOST_ONE_BY_ONE = 8;

/**
 * The components that fail by themselves if all members fail at once, each with the worst that its members do to it. Zones count together:
 * a component starts at the milder of a failing zone's state and Degraded, or, once all its zones fail, at the mildest of their states if
 * that is worse.
 */
export function jointStarts(graph: LandscapeGraph, members: readonly MemberFailure[]): Map<number, number> {
  const starts = singleStarts(graph, members);
  const zones = new Map<number, number>();
  for (const { entity, severity } of members)
    if (entity.kind === 'hosting-zone' || entity.kind === 'hosting-area')
      zonesOf(graph, entity).forEach((zone) => keepWorse(zones, zone, severity));
  eachStartInZones(graph, zones, (node, severity) => keepWorse(starts, node, severity));
  return starts;
}

/**
 * Opens the traversal and settles what follows from these starts, at any depth. Afterwards the traversal holds exactly the affected
 * components.
 */
function* settleStarts(graph: LandscapeGraph, all: readonly Starts[], withheld: WithheldEdges): Steps<void> {
  const { traversal, components, edges } = graph;
  traversal.begin(components.capacity);
  for (const starts of all) starts.forEach((severity, node) => traversal.addOrigin(node, severity));
  yield* settleAllThatSuffer(traversal, edges, withheld);
}

/**
 * Evaluates a set of failures over a baseline. Takes time in proportion to what is affected, and, where redundancy gave way, to a
 * thirty-second of the members. Afterwards the graph's traversal holds something else.
 */
export function* jointStates(graph: LandscapeGraph, question: JointQuestion): Steps<JointStates> {
  const { members, baseline, withheld } = question;
  const { traversal, components } = graph;
  const live = new Uint8Array(components.capacity);
  if (baseline.size > 0) {
    yield* settleStarts(graph, [baseline], withheld);
    keepWorst(graph, live);
  }
  const starts = jointStarts(graph, members);
  yield* settleStarts(graph, [baseline, starts], withheld);
  const suffering = traversal.queue.slice(0, traversal.count);
  const expected = new Uint8Array(components.capacity);
  keepWorst(graph, expected);
  const known = { expected, live, suffering };
  if (members.length === 1) return { ...known, alone: expected, gaveWay: [] };
  const groups = yield* groupsThatPassOn(graph, suffering, expected, withheld);
  const singles = singleStarts(graph, members);
  const isStartedJointly = [...starts].some(([node, severity]) => severity > singles.get(node)!);
  // An edge passes on the worst it gets, and so does a group that needs all its targets: without other groups, the joint effect is the
  // worst single effect.
  if (!isStartedJointly && !groups.some(({ needed }) => needed > 1)) return { ...known, alone: expected, gaveWay: [] };
  const alone = live.slice();
  if (members.length <= MOST_ONE_BY_ONE) yield* settleOneByOne(graph, question, alone, groups);
  else yield* settleInBits(graph, question, alone, groups);
  const gaveWay = groups
    .filter(({ passed, passedAlone }) => passed > passedAlone)
    .map(({ group, passed }) => countGroup(graph.edges, group, passed, sufferingIn(expected, withheld)));
  return { ...known, alone: suffering.some((node) => alone[node] !== expected[node]) ? alone : expected, gaveWay };
}

/** States by node. */
function sufferingIn(severities: Uint8Array, withheld: WithheldEdges): Suffering {
  return { severityOf: (node) => severities[node]!, withheld };
}

/** The components that fail by themselves with any of these, each with the worst that one of them does to it. */
export function singleStarts(graph: LandscapeGraph, members: readonly MemberFailure[]): Map<number, number> {
  const starts = new Map<number, number>();
  for (const { entity, severity, also } of members) eachStart(graph, entity, severity, (node, own) => keepWorse(starts, node, own), also);
  return starts;
}

/** A redundancy group that passes something on jointly. */
interface PassingGroup {
  group: number;
  needed: number;
  passed: number;
  /** With the worst of the members that were failed alone so far. */
  passedAlone: number;
}

function* groupsThatPassOn(
  graph: LandscapeGraph,
  suffering: Int32Array,
  severities: Uint8Array,
  withheld: WithheldEdges,
): Steps<PassingGroup[]> {
  const { edges, traversal } = graph;
  const at = sufferingIn(severities, withheld);
  const found: PassingGroup[] = [];
  yield* inStretches(suffering.length, Math.ceil(traversal.portion / 4), (from, end) => {
    for (const node of suffering.subarray(from, end))
      for (const group of edges.groups.ownedBy(node)) {
        const needed = neededOf(edges, traversal, group);
        const passed = worstGivenWay(edges, traversal, group, at);
        if (passed > 0) found.push({ group, needed, passed, passedAlone: 0 });
      }
  });
  return found;
}

/**
 * Fails a few members one after another, and raises `alone` by node and `passedAlone` by group. Skips a member if another one alone affects
 * everything that it starts at least as badly, because it then makes nothing worse.
 */
function* settleOneByOne(graph: LandscapeGraph, question: JointQuestion, alone: Uint8Array, groups: readonly PassingGroup[]): Steps<void> {
  const { baseline, withheld } = question;
  const states = new Uint8Array(alone.length);
  const { edges, traversal } = graph;
  const at = sufferingIn(states, withheld);
  let left = byDependents(
    graph,
    question.members.map((member) => singleStarts(graph, [member])),
  );
  for (let [starts] = left; starts !== undefined; [starts] = left) {
    yield* settleStarts(graph, [baseline, starts], withheld);
    keepWorst(graph, states);
    keepWorst(graph, alone);
    for (const group of groups)
      if (group.passedAlone < group.passed)
        group.passedAlone = Math.max(group.passedAlone, worstGivenWay(edges, traversal, group.group, at));
    left = left.slice(1).filter((other) => [...other].some(([node, severity]) => states[node]! < severity));
    for (let i = 0; i < traversal.count; i++) states[traversal.queue[i]!] = 0;
  }
}

/** Sorts first those whose failure is likely to affect others: what they start has the most dependents. */
function byDependents({ edges }: LandscapeGraph, all: readonly Starts[]): Starts[] {
  const dependents = (starts: Starts): number => {
    let count = 0;
    starts.forEach((_, node) => (count += edges.dependents.rowLength(node)));
    return count;
  };
  return all
    .map((starts) => ({ starts, count: dependents(starts) }))
    .sort((a, b) => b.count - a.count)
    .map(({ starts }) => starts);
}

/**
 * The same for many members, 32 per round, over the jointly affected components, which the traversal must hold: nothing is affected by one
 * member that is not affected by all.
 */
function* settleInBits(graph: LandscapeGraph, question: JointQuestion, alone: Uint8Array, groups: readonly PassingGroup[]): Steps<void> {
  const { members, baseline, withheld } = question;
  const { traversal, edges } = graph;
  // A separate traversal, because others may query the same graph between two steps.
  const failures = new FailuresInGraph();
  yield* failures.prepare({ traversal, edges, filter: UNFILTERED, withheld });
  const passing = new Map(groups.map((group) => [group.group, group]));
  const owned = [...failures.groups.values()].flat().filter(({ group }) => passing.has(group));
  for (let first = 0; first < members.length; first += FAILURES_AT_ONCE) {
    const round = members.slice(first, first + FAILURES_AT_ONCE);
    const everyBit = round.length === FAILURES_AT_ONCE ? -1 : (1 << round.length) - 1;
    baseline.forEach((severity, node) => failures.start(failures.nodes.positionOf(node), severity, everyBit));
    round.forEach(({ entity, severity, also }, bit) =>
      eachStart(graph, entity, severity, (node, own) => failures.start(failures.nodes.positionOf(node), own, 1 << bit), also),
    );
    yield* failures.run();
    keepWorstOfBits(failures, alone);
    for (const positioned of owned) {
      const group = passing.get(positioned.group)!;
      while (group.passedAlone < group.passed && bitsGivingWay(positioned, group.passedAlone + 1, failures.planes, UNFILTERED) !== 0)
        group.passedAlone++;
    }
    failures.clear();
    yield;
  }
}

function keepWorstOfBits(failures: FailuresInGraph, alone: Uint8Array): void {
  const { members } = failures.nodes;
  const { from, to } = failures.touched;
  for (let level = 1; level <= 3; level++) {
    const plane = failures.planes[level]!;
    for (let position = from; position < to; position++)
      if (plane[position] !== 0 && alone[members[position]!]! < level) alone[members[position]!] = level;
  }
}

/** Raises severities by node to those of the traversal. */
function keepWorst({ traversal }: LandscapeGraph, kept: Uint8Array): void {
  const { queue, severities, count } = traversal;
  for (let i = 0; i < count; i++) {
    const node = queue[i]!;
    if (severities[node]! > kept[node]!) kept[node] = severities[node]!;
  }
}

function keepWorse(kept: Map<number, number>, key: number, severity: number): void {
  if (severity > (kept.get(key) ?? 0)) kept.set(key, severity);
}
