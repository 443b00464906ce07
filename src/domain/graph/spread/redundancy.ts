/**
 * When a redundancy group gives way, defined once. Its owner needs k of the group's n targets (k is the minimum) and takes the k-th mildest
 * of what they pass on: the group gives way at a severity once n − k + 1 of its targets pass on that severity or worse. A target counts
 * once, with the worst of its edges. Edges with propagates=false are not in the group. Edges that a filter excludes or a question withholds
 * are, as working targets, so that a narrower filter never makes a state worse.
 *
 * `givesWay` evaluates the rule at settled severities, `passedThroughGroup` target by target while a failure spreads, and
 * `redundancyBits.ts` for 32 failures at once. One table in `redundancy.test.ts` holds all of them to the same cases.
 */
import { TRAVELS, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/arrays/edgeStore';

/** How many of a group's targets must pass on a severity before it gives way. With fewer targets than the minimum, one is enough. */
export function neededToGiveWay(targets: number, minimum: number): number {
  return targets - Math.min(minimum, targets) + 1;
}

/** The slots of edges that pass on Healthy in one question but still count in their groups; null for none. */
export type WithheldEdges = ReadonlySet<number> | null;

/** The states at which a group is asked. */
export interface Suffering {
  /** 0 for a node that does not suffer. */
  severityOf(node: number): number;
  withheld?: WithheldEdges;
}

/** The scratch arrays for counting, which a traversal has. A node is marked as seen if it holds the current mark, so nothing is cleared. */
export interface CountingScratch extends Suffering {
  /** The number of the query that counts. */
  readonly query: number;
  readonly marks: Int32Array;
  freshMark(): number;
  readonly tallies: GroupTallies;
}

/** How many targets of a group must pass on a severity before it gives way. Counts the group's targets once per query. */
export function neededOf(edges: EdgeStore, scratch: CountingScratch, group: number): number {
  const { tallies, query, marks } = scratch;
  const known = tallies.neededIn(group, query);
  if (known > 0) return known;
  const mark = scratch.freshMark();
  const { values, starts } = edges.groups.members;
  const start = starts[group]!;
  const end = start + edges.groups.members.rowLength(group);
  let targets = 0;
  for (let offset = start; offset < end; offset++) {
    const edge = values[offset]!;
    const target = edges.causes[edge]!;
    if (UNFILTERED.verdicts[edges.attributes[edge]!] === TRAVELS && marks[target] !== mark) {
      marks[target] = mark;
      targets++;
    }
  }
  const needed = neededToGiveWay(targets, edges.groups.minimumOf(group));
  tallies.open(group, query, needed);
  return needed;
}

/** Whether the redundancy group of the edge in this slot gives way only if several of its targets suffer. */
export function toleratesFailure(edges: EdgeStore, scratch: CountingScratch, slot: number): boolean {
  return neededOf(edges, scratch, edges.groups.of(slot)) > 1;
}

/** Whether a group gives way at a severity: passes on `level` or worse in these states, by default those of the traversal. */
export function givesWay(edges: EdgeStore, scratch: CountingScratch, group: number, level: number, at: Suffering = scratch): boolean {
  const { starts, values } = edges.groups.members;
  const { marks } = scratch;
  const needed = neededOf(edges, scratch, group);
  const mark = scratch.freshMark();
  const start = starts[group]!;
  const end = start + edges.groups.members.rowLength(group);
  let failing = 0;
  for (let offset = start; offset < end && failing < needed; offset++) {
    const edge = values[offset]!;
    const target = edges.causes[edge]!;
    if (marks[target] !== mark && passedToGroup(edges, edge, at) >= level) {
      marks[target] = mark;
      failing++;
    }
  }
  return failing >= needed;
}

/** What the edge in this slot passes on to its group. */
export function passedToGroup({ attributes, causes }: EdgeStore, slot: number, at: Suffering): number {
  const isWithheld = at.withheld != null && at.withheld.has(slot);
  return isWithheld ? 0 : UNFILTERED.passes[(attributes[slot]! << 2) | at.severityOf(causes[slot]!)]!;
}

/** The worst severity at which a group gives way in these states; 0 while it holds. */
export function worstGivenWay(edges: EdgeStore, scratch: CountingScratch, group: number, at: Suffering = scratch): number {
  let level = 3;
  while (level > 0 && !givesWay(edges, scratch, group, level, at)) level--;
  return level;
}

/**
 * Counts that `target` passes `severity` on through the edge in this slot, and returns the worst severity at which its redundancy group
 * gives way so far. Each target is counted once per query, at its final severity, its edges one after another.
 */
export function passedThroughGroup(edges: EdgeStore, scratch: CountingScratch, slot: number, target: number, severity: number): number {
  const group = edges.groups.of(slot);
  neededOf(edges, scratch, group);
  return scratch.tallies.countTarget(group, target, severity);
}

/** Integers per group: targets needed, targets suffering at least 1, 2 and 3, the last target counted, and the severity counted for it. */
const TALLY_SIZE = 6;
const LAST_TARGET = 4;
const LAST_SEVERITY = 5;

/** How many targets of each redundancy group suffer, counted separately for each query of a traversal. */
export class GroupTallies {
  /** The query that last opened each group's tally. */
  private queries = new Float64Array(0);
  private counts = new Int32Array(0);

  get approximateBytes(): number {
    return this.queries.byteLength + this.counts.byteLength;
  }

  /** How many targets must suffer, if this query has opened the group's tally; otherwise 0. */
  neededIn(group: number, query: number): number {
    return this.queries[group] === query ? this.counts[group * TALLY_SIZE]! : 0;
  }

  open(group: number, query: number, needed: number): void {
    this.ensureGroup(group);
    const { counts } = this;
    const tally = group * TALLY_SIZE;
    this.queries[group] = query;
    counts[tally] = needed;
    counts[tally + 1] = 0;
    counts[tally + 2] = 0;
    counts[tally + 3] = 0;
    counts[tally + LAST_TARGET] = -1;
  }

  /**
   * Counts a target of a group whose tally is open, and returns the worst severity at which the group gives way now. A target counts with
   * its worst edge, so its edges must be counted one after the other, without another target in between.
   */
  countTarget(group: number, target: number, severity: number): number {
    const { counts } = this;
    const tally = group * TALLY_SIZE;
    let counted = counts[tally + LAST_TARGET] === target ? counts[tally + LAST_SEVERITY]! : 0;
    while (counted < severity) {
      counted++;
      counts[tally + counted]!++;
    }
    counts[tally + LAST_TARGET] = target;
    counts[tally + LAST_SEVERITY] = counted;
    let reached = 3;
    while (reached > 0 && counts[tally + reached]! < counts[tally]!) reached--;
    return reached;
  }

  /** A new tally belongs to no query. */
  private ensureGroup(group: number): void {
    if (this.queries.length > group) return;
    const queries = new Float64Array(Math.ceil((group + 1) * 1.3) + 16);
    queries.set(this.queries);
    const counts = new Int32Array(queries.length * TALLY_SIZE);
    counts.set(this.counts);
    this.queries = queries;
    this.counts = counts;
  }
}
