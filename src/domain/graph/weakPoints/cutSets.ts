/**
 * Finds the sets of two or three components that take an entity down only together. Computes the families of minimal sets per component and
 * severity as a least fixpoint.
 */
import { NEVER, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import type { LandscapePart, PartGroup } from './landscapePart';
import { MOST_POSITIONS_OF_TRIPLES, SetFamily, WorkBudget } from './setFamily';

/** The parts of a LandscapePart that a search reads. */
export type CutPart = Omit<LandscapePart, 'positionOf'>;

/** What should be brought down: one of the tops, to `severity` or worse. */
export interface CutTarget {
  /** Positions of the components whose state is the state of the entity. */
  tops: readonly number[];
  severity: number;
}

/** How many unions of sets a search may form before it stops: about a second of work. */
export const MOST_COMBINATIONS = 4_000_000;

export interface JointCutSets {
  /** Each has two or three positions, in ascending order. */
  sets: number[][];
  /** False if the search stopped early: there may be more sets. */
  isComplete: boolean;
  /** How many unions of sets were formed. */
  combinations: number;
}

/**
 * Minimal sets of two (for `order` 3 also three) components, given the positions that are enough alone. Those positions are left out of
 * every family, because a set that contains one is not minimal. Even if the search stops early, every returned set is correct.
 */
export function jointCutSets(
  part: CutPart,
  target: CutTarget,
  order: 2 | 3,
  isSinglePoint: (position: number) => boolean,
  mostCombinations = MOST_COMBINATIONS,
): JointCutSets {
  const pairs = familyOfTops(part, target, 2, isSinglePoint, mostCombinations);
  if (order === 2 || !pairs.isComplete) return { ...pairs, sets: pairs.family.sets() };
  if (part.count > MOST_POSITIONS_OF_TRIPLES) return { ...pairs, sets: pairs.family.sets(), isComplete: false };
  const triples = familyOfTops(part, target, 3, isSinglePoint, mostCombinations);
  // Sets of three that were found before the search stopped are minimal too, as long as none of their pairs is enough.
  for (const set of triples.family.sets()) if (set.length === 3) pairs.family.add(set);
  return { ...triples, sets: pairs.family.sets() };
}

function familyOfTops(
  part: CutPart,
  target: CutTarget,
  order: 2 | 3,
  isSinglePoint: (position: number) => boolean,
  mostCombinations: number,
): { family: SetFamily; isComplete: boolean; combinations: number } {
  const budget = new WorkBudget(mostCombinations);
  const search = new CutSetSearch(part, order, isSinglePoint, budget);
  const family = new SetFamily(order, part.count, budget);
  const demand = demandOf(part, target);
  // If no group on the way tolerates failures, a set is enough only if one of its members is enough alone.
  if (![...part.groups.keys()].some((owner) => demand[owner] !== 0)) return { family, isComplete: true, combinations: 0 };
  search.settle(demand);
  for (const top of target.tops) family.addAll(search.familyAt(top, target.severity));
  family.prune();
  return { family, isComplete: !budget.isSpent, combinations: mostCombinations - budget.left };
}

/** By position: bit s is set if it matters whether the component is affected with at least severity s. */
export function demandOf(part: CutPart, { tops, severity }: CutTarget): Uint8Array {
  const { needs } = UNFILTERED;
  const demand = new Uint8Array(part.count);
  const open: number[] = [];
  const want = (position: number, level: number): void => {
    if (level === NEVER || level === 0 || (demand[position]! & (1 << level)) !== 0) return;
    demand[position]! |= 1 << level;
    open.push(position * 4 + level);
  };
  for (const top of tops) want(top, severity);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const position = next >> 2;
    const level = next & 3;
    for (let at = part.starts[position]!; at < part.starts[position + 1]!; at++)
      want(part.targets[at]!, needs[(part.attributes[at]! << 2) | level]!);
    for (const group of part.groups.get(position) ?? [])
      group.targets.forEach((target, at) => want(target, needs[(group.attributes[at]! << 2) | level]!));
  }
  return demand;
}

/** The families of one search, by position and severity. */
class CutSetSearch {
  private readonly families = new Map<number, SetFamily>();
  private readonly empty: SetFamily;

  constructor(
    private readonly part: CutPart,
    private readonly order: 2 | 3,
    private readonly isSinglePoint: (position: number) => boolean,
    private readonly budget: WorkBudget,
  ) {
    this.empty = new SetFamily(order, part.count, budget);
  }

  familyAt(position: number, level: number): SetFamily {
    return this.families.get(position * 4 + level) ?? this.empty;
  }

  /** Visits dependencies before dependents. Repeats a cycle until none of its families grows. */
  settle(demand: Uint8Array): void {
    const { cycles, count } = this.part;
    for (let first = 0, end = 0; first < count && !this.budget.isSpent; first = end) {
      end = first + 1;
      while (end < count && cycles[end] === cycles[first]) end++;
      for (let isChanged = true; isChanged && !this.budget.isSpent;) {
        isChanged = false;
        for (let position = first; position < end; position++)
          for (let level = 1; level < NEVER; level++)
            if ((demand[position]! & (1 << level)) !== 0) isChanged = this.grow(position, level) || isChanged;
        if (end - first === 1) break;
      }
      for (let position = first; position < end; position++)
        for (let level = 1; level < NEVER; level++) this.families.get(position * 4 + level)?.prune();
    }
  }

  /** Returns whether the family got a set that it did not imply before. */
  private grow(position: number, level: number): boolean {
    const { starts, targets, attributes, groups } = this.part;
    const { needs } = UNFILTERED;
    const key = position * 4 + level;
    let family = this.families.get(key);
    if (family === undefined) this.families.set(key, (family = new SetFamily(this.order, this.part.count, this.budget)));
    let isChanged = !this.isSinglePoint(position) && family.add([position]);
    for (let at = starts[position]!; at < starts[position + 1]!; at++) {
      const needed = needs[(attributes[at]! << 2) | level]!;
      if (needed !== NEVER) isChanged = family.addAll(this.familyAt(targets[at]!, needed)) || isChanged;
    }
    for (const group of groups.get(position) ?? []) isChanged = family.addAll(this.jointly(group, level)) || isChanged;
    return isChanged;
  }

  /**
   * The sets that take down as many targets of the group as it takes to pass on `level`. `enough[k]` holds the sets that take down the
   * k of the targets visited so far.
   */
  private jointly(group: PartGroup, level: number): SetFamily {
    const enough: SetFamily[] = Array.from({ length: group.needed + 1 }, () => new SetFamily(this.order, this.part.count, this.budget));
    enough[0]!.add([]);
    for (let at = 0; at < group.targets.length;) {
      const target = group.targets[at]!;
      const ofTarget = new SetFamily(this.order, this.part.count, this.budget);
      for (; at < group.targets.length && group.targets[at] === target; at++) {
        const needed = UNFILTERED.needs[(group.attributes[at]! << 2) | level]!;
        if (needed !== NEVER) ofTarget.addAll(this.familyAt(target, needed));
      }
      // Counts down, so that each target counts once.
      for (let many = group.needed; many >= 1; many--) enough[many]!.addProducts(enough[many - 1]!, ofTarget);
    }
    enough[group.needed]!.prune();
    return enough[group.needed]!;
  }
}
