/**
 * Simulates many single failures in a copied part of a landscape, 32 per round, each in its own bit: each component that may be affected pulls
 * what its dependencies pass on.
 */
import { NEVER, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import { bitsGivingWay, mayGiveWay } from '@/domain/graph/spread/redundancyBits';
import type { LandscapePart } from './landscapePart';

/** The parts of a LandscapePart that a simulation reads. */
type SweptPart = Omit<LandscapePart, 'positionOf'>;

const FAILURES_AT_ONCE = 32;

/** What fails at the same time: positions in the part, and how severely each starts. */
export type Failure = readonly { position: number; severity: number }[];

/** `planes[s][p]` has bit i set if failure i affects the component at position p with at least severity s. Entries 0 and 4 stay empty. */
export type FailurePlanes = readonly Int32Array[];

/**
 * Calls back for each round of up to 32 failures: `first` is the index of the failure in bit 0, `suffering` are the positions that are
 * affected in any failure. The planes are valid only during the call. O(failures / 32 × dependencies of affected components); a cycle is
 * repeated until nothing changes.
 */
export function simulateInPart(
  part: SweptPart,
  failures: readonly Failure[],
  told: (planes: FailurePlanes, first: number, count: number, suffering: readonly number[]) => void,
): void {
  const planes = Array.from({ length: NEVER + 1 }, () => new Int32Array(part.count));
  const sweep = new Sweep(part, planes);
  for (let first = 0; first < failures.length; first += FAILURES_AT_ONCE) {
    const round = failures.slice(first, first + FAILURES_AT_ONCE);
    round.forEach((failure, bit) => {
      for (const { position, severity } of failure) {
        if (severity > 0 && planes[1]![position] === 0) sweep.suffering.push(position);
        for (let level = 1; level <= severity; level++) planes[level]![position]! |= 1 << bit;
        sweep.tellDependents(position);
      }
    });
    sweep.run();
    told(planes, first, round.length, sweep.suffering);
    for (let level = 1; level < NEVER; level++) for (const position of sweep.suffering) planes[level]![position] = 0;
    sweep.suffering.length = 0;
  }
}

/** Passes failures from dependencies to dependents, visiting only what is affected. */
class Sweep {
  /** Every position that is affected in any failure of the round, once. */
  readonly suffering: number[] = [];
  /** 1 if a dependency of the position has changed since its last visit. */
  private readonly pending: Uint8Array;
  private lowest: number;
  private highest = -1;
  /** Where to go back to within a cycle, because an earlier position changed. */
  private rewindTo: number;

  constructor(
    private readonly part: SweptPart,
    private readonly planes: FailurePlanes,
  ) {
    this.pending = new Uint8Array(part.count);
    this.lowest = part.count;
    this.rewindTo = part.count;
  }

  tellDependents(position: number): void {
    const { dependentStarts, dependents } = this.part;
    for (let at = dependentStarts[position]!; at < dependentStarts[position + 1]!; at++) {
      const dependent = dependents[at]!;
      this.pending[dependent] = 1;
      if (dependent < this.lowest) this.lowest = dependent;
      if (dependent > this.highest) this.highest = dependent;
      if (dependent < position && dependent < this.rewindTo) this.rewindTo = dependent;
    }
  }

  run(): void {
    const { pending, part, planes } = this;
    const { cycles, count } = part;
    this.rewindTo = count;
    for (let position = this.lowest; position <= this.highest || this.rewindTo < count; position++) {
      if (pending[position] === 1) {
        pending[position] = 0;
        const wasHealthy = planes[1]![position] === 0;
        if (takeIn(part, planes, position)) {
          if (wasHealthy) this.suffering.push(position);
          this.tellDependents(position);
        }
      }
      const isEndOfCycle = position === count - 1 || cycles[position + 1] !== cycles[position];
      if (isEndOfCycle && this.rewindTo <= position) {
        position = this.rewindTo - 1;
        this.rewindTo = count;
      }
    }
    this.lowest = count;
    this.highest = -1;
  }
}

/** Applies what the dependencies and groups of a position currently pass on. Returns whether that set a new bit. */
function takeIn({ starts, targets, attributes, groups }: SweptPart, planes: FailurePlanes, position: number): boolean {
  const { needs } = UNFILTERED;
  const [, one, two, three] = planes as [Int32Array, Int32Array, Int32Array, Int32Array];
  let toOne = one[position]!;
  let toTwo = two[position]!;
  let toThree = three[position]!;
  for (let at = starts[position]!; at < starts[position + 1]!; at++) {
    const target = targets[at]!;
    // Every severity includes Warning, so the plane of Warning tells whether a target is affected at all.
    if (one[target] === 0) continue;
    const wanted = attributes[at]! << 2;
    toOne |= planes[needs[wanted | 1]!]![target]!;
    toTwo |= planes[needs[wanted | 2]!]![target]!;
    toThree |= planes[needs[wanted | 3]!]![target]!;
  }
  for (const group of groups.get(position) ?? []) {
    if (!mayGiveWay(group, planes)) continue;
    toOne |= bitsGivingWay(group, 1, planes, UNFILTERED);
    toTwo |= bitsGivingWay(group, 2, planes, UNFILTERED);
    toThree |= bitsGivingWay(group, 3, planes, UNFILTERED);
  }
  const isChanged = toOne !== one[position] || toTwo !== two[position] || toThree !== three[position];
  one[position] = toOne;
  two[position] = toTwo;
  three[position] = toThree;
  return isChanged;
}
