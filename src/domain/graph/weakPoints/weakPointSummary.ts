/**
 * The weak points of all capabilities at once, as numbers. Reuses what an earlier summary found wherever its input is the same, so that a
 * change costs time only for what it can reach.
 */
import { exposureOf } from '@/domain/graph/spread/revenue';
import { byCodeUnit } from '@/plain/order';
import { candidatesOfAll, type FixCandidates, type StakesOrder } from './candidatesOfAll';
import { jointCutSets } from './cutSets';
import { simulateInPart, type FailurePlanes } from './failuresInPart';
import { MarginWatch, type Margin, type OwnedGroup, type SingleCause } from './margins';
import { partKeys, type PartKeys } from './partHashes';
import {
  causeKey,
  emptyMemory,
  keptMargin,
  type CapabilityPart,
  type KeptMargin,
  type OutageRow,
  type SummaryMemory,
} from './summaryMemory';
import type { SummaryTask } from './summaryTask';

/** How many unions of sets the search for pairs may form, for one capability and for all together. */
const PAIR_COMBINATIONS = { each: 200_000, together: 20_000_000 };
const OUTAGE = 3;

export interface CapabilitySummary {
  id: string;
  /** Positions in the part of the task. An Outage of one of these alone is an Outage of the capability. */
  singlePoints: number[];
  pairs: number;
  /** False if the search stopped early: there may be more pairs. */
  arePairsComplete: boolean;
  /** The smallest number of failures that a group behind the capability tolerates; null if there is no group. */
  smallestMargin: number | null;
  /** Groups that tolerate failures, but of which one shared cause takes down too many targets. */
  undermined: number;
  /** The highest expected cost per hour of one of its single points. */
  worstPerHour: number;
  /**
   * What it costs itself: the expected cost of an hour in which it is at Outage, and with it the capabilities that contain it, and nothing
   * else suffers.
   */
  ownPerHour: number;
  /** Whether a segment says what it earns by the capability, or by one that contains it. What earns nothing costs nothing. */
  isRevenueRecorded: boolean;
}

export interface LandscapeSummary {
  /** In the order of the task's capabilities. */
  capabilities: CapabilitySummary[];
  /** The expected cost of an hour without it, by position, for each single point of a capability. */
  perHour: Map<number, number>;
  /**
   * Groups whose redundancy is defeated, those behind most capabilities first, then by the names of the owner and the group; at most
   * MOST_UNDERMINED.
   */
  undermined: UnderminedGroup[];
  underminedOmitted: number;
  /** Changes to try, for the landscape as a whole. */
  candidates: Record<StakesOrder, FixCandidates>;
}

/** A group that tolerates failures, but of which one shared cause takes down too many targets. */
export interface UnderminedGroup extends Omit<Margin, 'sharedCauses'> {
  /** How many capabilities depend on the group. */
  capabilities: number;
  /** The one that takes down most targets first, then by kind and technicalName. */
  sharedCauses: { kind: SingleCause['kind']; index: number; takes: number }[];
  sharedCausesOmitted: number;
}

export const MOST_UNDERMINED = 20;
const MOST_CAUSES_NAMED = 5;

/** How much of a summary had to be calculated: simulated components, capabilities and groups. The rest was reused. */
export interface SummaryWork {
  outages: number;
  capabilities: number;
  groups: number;
}

export interface RememberedSummary {
  summary: LandscapeSummary;
  memory: SummaryMemory;
  work: SummaryWork;
}

/** The weak points of all capabilities. Reuses whatever is still valid from the summary of any earlier version; null for none. */
export function summariseAgain(task: SummaryTask, known: SummaryMemory | null): RememberedSummary {
  const memory = emptyMemory(task.segments);
  const before = known ?? memory;
  const keys = partKeys(task);
  const rows = before.earnings === memory.earnings ? Array.from(keys.above, (key) => before.rows.get(key)) : [];
  const margins = new KnownMargins(task, keys, before);
  const swept = causesToFail(task, rows, margins.changed);
  const watch = new MarginWatch(margins.changed, task.part);
  const failing = swept.map((cause) => task.causes[cause]!);
  const responses = new Responses(task);
  let outages = 0;
  simulateInPart(
    task.part,
    failing.map(({ failure }) => failure),
    (planes, first, count, suffering) => {
      watch.look(planes, failing, first, count, suffering);
      responses.look(planes, suffering);
      for (let bit = 0; bit < count; bit++) {
        const position = swept[first + bit]!;
        if (position >= task.part.count || rows[position] !== undefined) continue;
        rows[position] = responses.rowOf(bit);
        outages++;
      }
    },
  );
  rows.forEach((row, position) => memory.rows.set(keys.above[position]!, row!));
  const all = margins.with(watch.margins, memory);
  const { parts, recomputed } = capabilityParts(task, keys, all, rows, before);
  parts.forEach((part, at) => memory.capabilities.set(keys.capabilities[at]!, part));
  const work = { outages, capabilities: recomputed, groups: margins.changed.length };
  return { summary: assembled(task, rows, parts, all, margins), memory, work };
}

/** Indexes of the causes to simulate: components without a known row, and whatever may take down members of a changed group. */
function causesToFail({ part, causes }: SummaryTask, rows: readonly (OutageRow | undefined)[], changed: readonly OwnedGroup[]): number[] {
  const positions = new Map(Array.from(part.nodes, (node, position) => [node, position]));
  const behind = new Uint8Array(part.count);
  walkBehind(
    part,
    changed.map(({ owner }) => positions.get(owner)!),
    (position) => {
      if (behind[position] === 1) return false;
      behind[position] = 1;
      return true;
    },
  );
  return causes.flatMap(({ failure }, cause) => {
    const isUnknown = cause < part.count && rows[cause] === undefined;
    return isUnknown || failure.some(({ position }) => behind[position] === 1) ? [cause] : [];
  });
}

/** Collects how the capabilities respond to the failures of one round. */
class Responses {
  private readonly earning: ReadonlySet<string>;
  /** By position: the capabilities whose state it is part of, as their numbers in the task. */
  private readonly restingOn: readonly (readonly number[] | undefined)[];
  /** Three bit fields for each capability: in which failures, as bits, it is affected with at least Warning, Degraded and Outage. */
  private readonly levels: Int32Array;
  private suffering: number[] = [];

  constructor(private readonly task: SummaryTask) {
    this.earning = new Set(task.segments.flatMap(({ capabilities }) => capabilities.map(({ capabilityId }) => capabilityId)));
    const restingOn: (number[] | undefined)[] = Array.from({ length: task.part.count });
    task.capabilities.forEach(({ tops }, number) => tops.forEach((top) => (restingOn[top] ??= []).push(number)));
    this.restingOn = restingOn;
    this.levels = new Int32Array(3 * task.capabilities.length);
  }

  look(planes: FailurePlanes, positions: readonly number[]): void {
    const { levels } = this;
    for (const number of this.suffering) levels.fill(0, 3 * number, 3 * number + 3);
    this.suffering = [];
    for (const position of positions)
      for (const number of this.restingOn[position] ?? []) {
        if (levels[3 * number] === 0) this.suffering.push(number);
        for (let level = 0; level < 3; level++) levels[3 * number + level]! |= planes[level + 1]![position]!;
      }
  }

  rowOf(bit: number): OutageRow {
    const { levels, suffering, task } = this;
    const isAt = (number: number, level: number): boolean => ((levels[3 * number + level]! >>> bit) & 1) === 1;
    const down = suffering.filter((number) => isAt(number, 2)).map((number) => task.capabilities[number]!.id);
    if (down.length === 0) return NO_OUTAGE;
    const severities = new Map<string, number>();
    for (const number of suffering) {
      const { id } = task.capabilities[number]!;
      if (this.earning.has(id)) severities.set(id, isAt(number, 2) ? OUTAGE : isAt(number, 1) ? 2 : isAt(number, 0) ? 1 : 0);
    }
    return { capabilities: down, perHour: exposureOf(task.segments, (id) => severities.get(id) ?? 0).expectedPerHour };
  }
}

const NO_OUTAGE: OutageRow = { capabilities: [], perHour: 0 };

function assembled(
  task: SummaryTask,
  rows: readonly (OutageRow | undefined)[],
  parts: readonly CapabilityPart[],
  margins: readonly KeyedMargin[],
  order: Pick<KnownMargins, 'compareOwned' | 'compareCauses'>,
): LandscapeSummary {
  const { capabilities, segments } = task;
  const earning = earningIn(segments);
  const summaries = new Map(
    capabilities.map(({ id, within }, at): [string, CapabilitySummary] => {
      const { pairs, arePairsComplete, smallestMargin, undermined } = parts[at]!;
      const inside = new Set(within);
      const ownPerHour = exposureOf(segments, (one) => (inside.has(one) ? OUTAGE : 0)).expectedPerHour;
      const isRevenueRecorded = within.some((one) => earning.has(one));
      const numbers = { pairs, arePairsComplete, smallestMargin, undermined: undermined.length, worstPerHour: 0, ownPerHour };
      return [id, { id, singlePoints: [], ...numbers, isRevenueRecorded }];
    }),
  );
  const costs = new Map<number, number>();
  rows.forEach((row, position) => {
    if (row!.capabilities.length > 0) costs.set(position, row!.perHour);
    for (const id of row!.capabilities) {
      const summary = summaries.get(id)!;
      summary.singlePoints.push(position);
      summary.worstPerHour = Math.max(summary.worstPerHour, row!.perHour);
    }
  });
  const dependents = new Map<string, number>();
  for (const { undermined } of parts) for (const key of undermined) dependents.set(key, (dependents.get(key) ?? 0) + 1);
  const undermined = margins.filter(({ margin }) => isUndermined(margin));
  return {
    capabilities: [...summaries.values()],
    perHour: costs,
    undermined: undermined
      .map((keyed) => ({ keyed, capabilities: dependents.get(keyed.key) ?? 0 }))
      .sort((left, right) => right.capabilities - left.capabilities || order.compareOwned(left.keyed, right.keyed))
      .slice(0, MOST_UNDERMINED)
      .map(({ keyed, capabilities }) => underminedGroup(keyed.margin, capabilities, order)),
    underminedOmitted: Math.max(0, undermined.length - MOST_UNDERMINED),
    candidates: candidatesOfAll(
      task,
      rows,
      margins.map(({ margin }) => margin),
    ),
  };
}

const isUndermined = ({ failuresLeft, sharedCauses }: Margin): boolean => failuresLeft > 0 && sharedCauses.length > 0;

function underminedGroup(
  { sharedCauses, ...margin }: Margin,
  capabilities: number,
  order: Pick<KnownMargins, 'compareCauses'>,
): UnderminedGroup {
  const named = sharedCauses
    .toSorted((left, right) => right.takes - left.takes || order.compareCauses(left.cause, right.cause))
    .slice(0, MOST_CAUSES_NAMED)
    .map(({ cause: { kind, index }, takes }) => ({ kind, index, takes }));
  return { ...margin, capabilities, sharedCauses: named, sharedCausesOmitted: sharedCauses.length - named.length };
}

/** The capabilities of which a segment says what it earns by them, be it nothing. */
function earningIn(segments: SummaryTask['segments']): Set<string> {
  const known = segments.filter(({ annualRevenue }) => annualRevenue !== null).flatMap(({ capabilities }) => capabilities);
  return new Set(known.flatMap(({ capabilityId, revenueShare }) => (revenueShare === null ? [] : capabilityId)));
}

/** A margin with keys that do not depend on the version: who owns the group, and its name. */
interface KeyedMargin {
  key: string;
  /** Of the group. */
  name: string;
  margin: Margin;
}

/** The margins of all groups. Those whose owner depends on the same as before are reused. */
class KnownMargins {
  /** Groups without a known margin. */
  readonly changed: readonly OwnedGroup[];
  private readonly positions: ReadonlyMap<number, number>;
  private readonly causes: ReadonlyMap<SingleCause, number>;

  constructor(
    private readonly task: SummaryTask,
    private readonly keys: PartKeys,
    private readonly before: SummaryMemory,
  ) {
    this.causes = new Map(task.causes.map((cause, at) => [cause, at]));
    this.positions = new Map(Array.from(task.part.nodes, (node, position) => [node, position]));
    this.changed = task.groups.filter((group) => this.known(group) === undefined);
  }

  /** In the order of the task's groups. `found` are the margins of the changed groups in their order; all are stored in `memory`. */
  with(found: readonly Margin[], memory: SummaryMemory): KeyedMargin[] {
    const { task, causes } = this;
    const byKey = new Map(task.causes.map((_, at) => [causeKey(task, at), at]));
    let next = 0;
    return task.groups.map((group) => {
      const kept = this.known(group);
      const margin = kept === undefined ? found[next++]! : this.asOfNow(group, kept, byKey);
      const owner = this.ownerKey(group);
      const ofOwner = memory.margins.get(owner) ?? new Map<string, KeptMargin>();
      memory.margins.set(owner, ofOwner);
      ofOwner.set(group.name, kept ?? keptMargin(margin, (cause) => causeKey(task, causes.get(cause)!)));
      return { key: `${task.ordinals[this.positions.get(group.owner)!]} ${group.name}`, name: group.name, margin };
    });
  }

  /** By the technicalName of the owner, then by the name of the group. */
  compareOwned(left: KeyedMargin, right: KeyedMargin): number {
    const rankOf = ({ margin }: KeyedMargin): number => this.task.ranks[this.positions.get(margin.owner)!]!;
    return rankOf(left) - rankOf(right) || byCodeUnit(left.name, right.name);
  }

  /** By kind, then by technicalName. */
  compareCauses(left: SingleCause, right: SingleCause): number {
    const rankOf = (cause: SingleCause): number => this.task.ranks[this.causes.get(cause)!]!;
    return byCodeUnit(left.kind, right.kind) || rankOf(left) - rankOf(right);
  }

  private known(group: OwnedGroup): KeptMargin | undefined {
    return this.before.margins.get(this.ownerKey(group))?.get(group.name);
  }

  private ownerKey({ owner }: OwnedGroup): number {
    return this.keys.behind[this.positions.get(owner)!]!;
  }

  private asOfNow(
    { owner, group }: OwnedGroup,
    { targets, failuresLeft, sharedCauses }: KeptMargin,
    byKey: ReadonlyMap<string | number, number>,
  ): Margin {
    const inOrder = sharedCauses.map(({ key, takes }) => ({ at: byKey.get(key)!, takes })).sort((left, right) => left.at - right.at);
    return { owner, group, targets, failuresLeft, sharedCauses: inOrder.map(({ at, takes }) => ({ cause: this.task.causes[at]!, takes })) };
  }
}

/** In the order of the task's capabilities; `recomputed` is how many of them were not known. */
function capabilityParts(
  task: SummaryTask,
  keys: PartKeys,
  margins: readonly KeyedMargin[],
  rows: readonly (OutageRow | undefined)[],
  before: SummaryMemory,
): { parts: CapabilityPart[]; recomputed: number } {
  const singlesOf = new Map(task.capabilities.map(({ id }) => [id, new Set<number>()]));
  rows.forEach((row, position) => row!.capabilities.forEach((id) => singlesOf.get(id)!.add(position)));
  const owned = new Map<number, KeyedMargin[]>();
  for (const keyed of margins) owned.set(keyed.margin.owner, [...(owned.get(keyed.margin.owner) ?? []), keyed]);
  const reachedBy = new Int32Array(task.part.count).fill(-1);
  let left = PAIR_COMBINATIONS.together;
  let recomputed = 0;
  const parts = task.capabilities.map(({ id, own, tops }, at) => {
    const mostCombinations = Math.min(left, PAIR_COMBINATIONS.each);
    const known = before.capabilities.get(keys.capabilities[at]!);
    if (known !== undefined && isStillSo(known, mostCombinations)) {
      left -= known.combinations;
      return known;
    }
    recomputed++;
    const singles = singlesOf.get(id)!;
    const found = jointCutSets(task.part, { tops, severity: OUTAGE }, 2, (position) => singles.has(position), mostCombinations);
    left -= found.combinations;
    const { sets, isComplete: arePairsComplete, combinations } = found;
    return { pairs: sets.length, arePairsComplete, combinations, mostCombinations, ...marginsBehind(task.part, own, owned, reachedBy, at) };
  });
  return { parts, recomputed };
}

/** Whether a search with this limit would give the same result. */
function isStillSo({ arePairsComplete, combinations, mostCombinations }: CapabilityPart, most: number): boolean {
  return arePairsComplete ? combinations <= most : mostCombinations === most;
}

function marginsBehind(
  part: SummaryTask['part'],
  own: readonly number[],
  owned: ReadonlyMap<number, readonly KeyedMargin[]>,
  reachedBy: Int32Array,
  number: number,
): Pick<CapabilityPart, 'smallestMargin' | 'undermined'> {
  let smallestMargin: number | null = null;
  const undermined: string[] = [];
  walkBehind(part, own, (position) => {
    if (reachedBy[position] === number) return false;
    reachedBy[position] = number;
    for (const { key, margin } of owned.get(part.nodes[position]!) ?? []) {
      smallestMargin = Math.min(smallestMargin ?? Infinity, margin.failuresLeft);
      if (isUndermined(margin)) undermined.push(key);
    }
    return true;
  });
  return { smallestMargin, undermined };
}

/** Visits everything that these depend on, each once. Continues behind a position if `enter` returns true. */
function walkBehind(part: SummaryTask['part'], positions: readonly number[], enter: (position: number) => boolean): void {
  const open = [...positions];
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    if (!enter(position)) continue;
    for (let edge = part.starts[position]!; edge < part.starts[position + 1]!; edge++) open.push(part.targets[edge]!);
    for (const group of part.groups.get(position) ?? []) open.push(...group.targets);
  }
}
