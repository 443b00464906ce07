/**
 * Finds, over the whole landscape, changes that are likely to protect the most. Reuses what is known about the outage of each component, so it
 * costs little; what a change really protects turns out when it is tried.
 */
import { UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import type { Margin } from './margins';
import type { OutageRow } from './summaryMemory';
import type { SummaryTask } from './summaryTask';

const OUTAGE = 3;
const MOST_SOFTER = 40;
const MOST_GROUPS = 10;

/** Components as positions in the part of the task. The most promising come first. */
export interface FixCandidates {
  /** Dependencies that are the only way for an Outage of the target to reach some capability. No other dependency joins the same two. */
  softer: { source: number; target: number }[];
  /** Redundancy groups that tolerate no failure, or that a shared zone defeats. */
  groups: Pick<Margin, 'owner' | 'group'>[];
}

/** By what is at stake: the revenue of capabilities, or, for those who may not see revenue, their number. */
export type StakesOrder = 'revenue' | 'reach';

/** `rows` are the outages by position, `margins` those of all groups. */
export function candidatesOfAll(
  task: SummaryTask,
  rows: readonly (OutageRow | undefined)[],
  margins: readonly Margin[],
): Record<StakesOrder, FixCandidates> {
  const search = new CandidateSearch(task, rows, margins);
  const revenue = new Map<string, number>();
  for (const { annualRevenue, capabilities } of task.segments)
    for (const { capabilityId, revenueShare } of capabilities)
      revenue.set(capabilityId, (revenue.get(capabilityId) ?? 0) + (annualRevenue ?? 0) * (revenueShare ?? 0));
  return {
    revenue: search.by(task.capabilities.map(({ id }) => Math.round(revenue.get(id) ?? 0))),
    reach: search.by(task.capabilities.map(() => 1)),
  };
}

class CandidateSearch {
  /** By position: the numbers of the capabilities that it takes down alone. */
  private readonly down: readonly (readonly number[])[];
  /** By position: the numbers of the capabilities whose state it is part of. */
  private readonly topOf: readonly (ReadonlySet<number> | undefined)[];
  /** By position: for each dependency on it that passes an Outage on, the position of its source. */
  private readonly ways: readonly (readonly number[] | undefined)[];
  private readonly positions: ReadonlyMap<number, number>;
  /** By the number of a capability, for one target at a time: how many sources carry its failure to it, and the last of them. */
  private readonly carried: Int32Array;
  private readonly carrier: Int32Array;

  constructor(
    private readonly task: SummaryTask,
    rows: readonly (OutageRow | undefined)[],
    private readonly margins: readonly Margin[],
  ) {
    const { part, capabilities } = task;
    const numbers = new Map(capabilities.map(({ id }, number) => [id, number]));
    this.down = rows.map((row) => row!.capabilities.map((id) => numbers.get(id)!));
    const topOf: (Set<number> | undefined)[] = Array.from({ length: part.count });
    capabilities.forEach(({ tops }, number) => tops.forEach((top) => (topOf[top] ??= new Set()).add(number)));
    this.topOf = topOf;
    this.ways = waysOf(part);
    this.carried = new Int32Array(capabilities.length);
    this.carrier = new Int32Array(capabilities.length);
    this.positions = new Map(Array.from(part.nodes, (node, position) => [node, position]));
  }

  /** `stakes` by the number of the capability: whole numbers, so that the order of adding them up does not matter. */
  by(stakes: readonly number[]): FixCandidates {
    return { softer: this.softer(stakes), groups: this.groups(stakes) };
  }

  private softer(stakes: readonly number[]): FixCandidates['softer'] {
    const { ranks } = this.task;
    const found: { source: number; target: number; gain: number }[] = [];
    for (const target of this.ways.keys())
      for (const [source, gain] of this.gainsInto(target, stakes)) if (gain > 0) found.push({ source, target, gain });
    return found
      .sort(
        (left, right) => right.gain - left.gain || ranks[left.target]! - ranks[right.target]! || ranks[left.source]! - ranks[right.source]!,
      )
      .slice(0, MOST_SOFTER)
      .map(({ source, target }) => ({ source, target }));
  }

  /**
   * By source: what is at stake in the capabilities that a failure of the target reaches only through this source. Sources on a cycle with the
   * target may reach them only through the target itself, so they count where no other source carries the failure.
   */
  private gainsInto(target: number, stakes: readonly number[]): Map<number, number> {
    const { down, topOf, ways, carried, carrier } = this;
    const { cycles } = this.task.part;
    const gains = new Map<number, number>();
    const sources = ways[target];
    if (sources === undefined || down[target]!.length === 0) return gains;
    const add = (source: number, number: number): void => void gains.set(source, (gains.get(source) ?? 0) + stakes[number]!);
    const outside = sources.filter((source) => cycles[source] !== cycles[target]);
    const inside = sources.filter((source) => cycles[source] === cycles[target]);
    for (const source of outside)
      for (const number of down[source]!) {
        carried[number]!++;
        carrier[number] = source;
      }
    for (const number of down[target]!) if (carried[number] === 1 && topOf[target]?.has(number) !== true) add(carrier[number]!, number);
    for (const source of inside)
      for (const number of down[source]!) if (carried[number] === 0 && topOf[target]?.has(number) !== true) add(source, number);
    for (const source of outside) for (const number of down[source]!) carried[number] = 0;
    return gains;
  }

  private groups(stakes: readonly number[]): FixCandidates['groups'] {
    const atStake = ({ owner }: Margin): number => this.down[this.positions.get(owner)!]!.reduce((sum, number) => sum + stakes[number]!, 0);
    return (
      this.margins
        .filter(({ failuresLeft, sharedCauses }) => failuresLeft === 0 || sharedCauses.some(({ cause }) => cause.kind === 'hosting-zone'))
        .map((margin) => ({ margin, gain: atStake(margin) }))
        .filter(({ gain }) => gain > 0)
        // Margins come in the order of the graph's rows, which edits change.
        .sort((left, right) => right.gain - left.gain || this.rankOf(left.margin) - this.rankOf(right.margin))
        .slice(0, MOST_GROUPS)
        .map(({ margin: { owner, group } }) => ({ owner, group }))
    );
  }

  private rankOf({ owner }: Margin): number {
    return this.task.ranks[this.positions.get(owner)!]!;
  }
}

function waysOf({ count, starts, targets, attributes }: SummaryTask['part']): (number[] | undefined)[] {
  const ways: (number[] | undefined)[] = Array.from({ length: count });
  for (let source = 0; source < count; source++)
    for (let at = starts[source]!; at < starts[source + 1]!; at++)
      if (UNFILTERED.needs[(attributes[at]! << 2) | OUTAGE] === OUTAGE) (ways[targets[at]!] ??= []).push(source);
  return ways;
}
