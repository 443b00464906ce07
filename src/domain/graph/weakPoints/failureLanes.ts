/** Simulates many single failures over a part of a landscape, 32 to a round, each in a bit of its own. */
import { NEVER, UNFILTERED } from '@/domain/graph/edgeAttributes';
import { lanesSuffering, type LaneGroup } from '@/domain/graph/laneGroup';
import type { LandscapePart } from './landscapePart';

/** What a simulation reads. */
type SweptPart = Omit<LandscapePart, 'positionOf'>;

const LANES = 32;

/** What fails at once: positions in the part, and how badly each starts. */
export type Failure = readonly { position: number; severity: number }[];

/** `planes[s][p]` has bit i set when the component at position p suffers at least severity s because failure i happened. Entries 0 and 4 stay empty. */
export type LanePlanes = readonly Int32Array[];

/**
 * Tells of all failures, up to 32 at a time: `first` is the index of the failure in bit 0, `suffering` the positions that have a bit at all. The
 * planes are valid only during the call.
 * O(failures / 32 × dependencies of what suffers); a cycle is swept until nothing changes.
 */
export function simulateFailures(
  part: SweptPart,
  failures: readonly Failure[],
  told: (planes: LanePlanes, first: number, lanes: number, suffering: readonly number[]) => void,
): void {
  const planes = Array.from({ length: NEVER + 1 }, () => new Int32Array(part.count));
  const sweep = new Sweep(part, planes);
  for (let first = 0; first < failures.length; first += LANES) {
    const round = failures.slice(first, first + LANES);
    round.forEach((failure, lane) => {
      for (const { position, severity } of failure) {
        if (severity > 0 && planes[1]![position] === 0) sweep.suffering.push(position);
        for (let level = 1; level <= severity; level++) planes[level]![position]! |= 1 << lane;
        sweep.tellDependents(position);
      }
    });
    sweep.run();
    told(planes, first, round.length, sweep.suffering);
    for (let level = 1; level < NEVER; level++) for (const position of sweep.suffering) planes[level]![position] = 0;
    sweep.suffering.length = 0;
  }
}

/** Passes from dependencies to dependents, over what is touched alone. */
class Sweep {
  /** Each position that suffers in a lane of the round, once. */
  readonly suffering: number[] = [];
  /** 1 where something that the position depends on has changed since it was last visited. */
  private readonly pending: Uint8Array;
  private lowest: number;
  private highest = -1;
  /** Where the pass has to turn back within a cycle, because something behind it was touched. */
  private rewindTo: number;

  constructor(
    private readonly part: SweptPart,
    private readonly planes: LanePlanes,
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

/** Takes what the dependencies and groups of a position pass on by now. Answers whether that set a new bit. */
function takeIn({ starts, targets, attributes, groups }: SweptPart, planes: LanePlanes, position: number): boolean {
  const { needs } = UNFILTERED;
  const [, one, two, three] = planes as [Int32Array, Int32Array, Int32Array, Int32Array];
  let toOne = one[position]!;
  let toTwo = two[position]!;
  let toThree = three[position]!;
  for (let at = starts[position]!; at < starts[position + 1]!; at++) {
    const target = targets[at]!;
    // Whoever suffers more suffers at least a Warning.
    if (one[target] === 0) continue;
    const wanted = attributes[at]! << 2;
    toOne |= planes[needs[wanted | 1]!]![target]!;
    toTwo |= planes[needs[wanted | 2]!]![target]!;
    toThree |= planes[needs[wanted | 3]!]![target]!;
  }
  for (const group of groups.get(position) ?? []) {
    if (!mayGiveWay(group, planes)) continue;
    toOne |= lanesSuffering(group, 1, planes, UNFILTERED);
    toTwo |= lanesSuffering(group, 2, planes, UNFILTERED);
    toThree |= lanesSuffering(group, 3, planes, UNFILTERED);
  }
  const isChanged = toOne !== one[position] || toTwo !== two[position] || toThree !== three[position];
  one[position] = toOne;
  two[position] = toTwo;
  three[position] = toThree;
  return isChanged;
}

/** Whether as many of its targets as a group needs suffer at all, in whatever lanes. */
export function mayGiveWay({ needed, targets }: LaneGroup, planes: LanePlanes): boolean {
  const one = planes[1]!;
  let suffering = 0;
  for (let at = 0; at < targets.length; at++) if (targets[at] !== targets[at - 1] && one[targets[at]!] !== 0) suffering++;
  return suffering >= needed;
}
