/** The rule of `redundancy.ts` for 32 failures at once: in which of them a redundancy group gives way. */
import { TRAVELS } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/arrays/edgeStore';

/**
 * A redundancy group in the form that the simulation reads: the positions and attributes of its edges, parallel edges next to each other.
 */
export interface PositionedGroup {
  /** Its number among the redundancy groups of the landscape. */
  group: number;
  needed: number;
  targets: readonly number[];
  attributes: readonly number[];
}

/** Groups up to this size are sorted by insertion; there are thousands of groups, and nearly all have two or three edges. */
const MOST_INSERTED = 64;

/** The edges of a group through which failure travels and whose target has a position, in the order of these positions. */
export function targetsByPosition(
  { groups, causes, attributes }: EdgeStore,
  group: number,
  keeps: (edge: number) => boolean,
  positionOf: (node: number) => number,
): Pick<PositionedGroup, 'targets' | 'attributes'> {
  const { starts, values } = groups.members;
  const length = groups.members.rowLength(group);
  const start = starts[group]!;
  const found: number[] = [];
  const ofFound: number[] = [];
  for (let offset = start; offset < start + length; offset++) {
    const edge = values[offset]!;
    const position = keeps(edge) ? positionOf(causes[edge]!) : -1;
    if (position === -1) continue;
    let at = found.length;
    if (length <= MOST_INSERTED)
      for (; at > 0 && found[at - 1]! > position; at--) {
        found[at] = found[at - 1]!;
        ofFound[at] = ofFound[at - 1]!;
      }
    found[at] = position;
    ofFound[at] = attributes[edge]!;
  }
  if (length <= MOST_INSERTED) return { targets: found, attributes: ofFound };
  const order = found.map((_, at) => at).sort((left, right) => found[left]! - found[right]!);
  return { targets: order.map((at) => found[at]!), attributes: order.map((at) => ofFound[at]!) };
}

/** Whether failure travels along the edge in a slot of an edge store. */
export function travels({ attributes }: EdgeStore, filter: EdgeFilter, edge: number): boolean {
  return filter.verdicts[attributes[edge]!] === TRAVELS;
}

/** Whether a group can give way in any of the failures: its targets that suffer in any, taken together, are enough. Cheap, for skipping. */
export function mayGiveWay({ needed, targets }: PositionedGroup, planes: readonly Int32Array[]): boolean {
  const one = planes[1]!;
  let suffering = 0;
  for (let at = 0; at < targets.length; at++) if (targets[at] !== targets[at - 1] && one[targets[at]!] !== 0) suffering++;
  return suffering >= needed;
}

const counters = new Int32Array(26);

/**
 * The failures, as bits, in which a group gives way at `level`. `planes[s][p]` has the bits of the failures in which the target at position
 * p suffers at least s. All failures are counted together, in binary counters: each integer holds one binary digit of every count.
 */
export function bitsGivingWay(group: PositionedGroup, level: number, planes: readonly Int32Array[], filter: EdgeFilter): number {
  const { targets, attributes, needed } = group;
  const digits = 32 - Math.clz32(targets.length);
  counters.fill(0, 0, digits + 1);
  let bits = 0;
  for (let i = 0; i < targets.length; i++) {
    bits |= planes[filter.needs[(attributes[i]! << 2) | level]!]![targets[i]!]!;
    if (targets[i + 1] !== targets[i])
      for (let digit = 0; bits !== 0; digit++) {
        const carried = counters[digit]! & bits;
        counters[digit]! ^= bits;
        bits = carried;
      }
  }
  return bitsAtLeast(digits, needed);
}

/** The bits whose count is at least `least`. */
function bitsAtLeast(digits: number, least: number): number {
  if (least >>> digits !== 0) return 0;
  let isAbove = 0;
  let isEqual = -1;
  for (let digit = digits - 1; digit >= 0; digit--) {
    const bits = counters[digit]!;
    if (((least >>> digit) & 1) === 1) isEqual &= bits;
    else {
      isAbove |= isEqual & bits;
      isEqual &= ~bits;
    }
  }
  return isAbove | isEqual;
}
