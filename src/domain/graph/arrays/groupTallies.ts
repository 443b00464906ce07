/** How many targets of each redundancy group suffer, counted separately for each query of a traversal. */

/**
 * Integers per group: targets needed, targets suffering at least 1, 2 and 3, the last target counted, and the severity counted for it.
 */
const TALLY_SIZE = 6;
const LAST_TARGET = 4;
const LAST_SEVERITY = 5;

export class GroupTallies {
  /** The query that last opened each group's tally. */
  private queries = new Float64Array(0);
  private counts = new Int32Array(0);

  get approximateBytes(): number {
    return this.queries.byteLength + this.counts.byteLength;
  }

  /** Makes room for this many groups; a new tally belongs to no query. */
  ensureGroups(count: number): void {
    if (this.queries.length >= count) return;
    const queries = new Float64Array(Math.ceil(count * 1.3) + 16);
    queries.set(this.queries);
    const counts = new Int32Array(queries.length * TALLY_SIZE);
    counts.set(this.counts);
    this.queries = queries;
    this.counts = counts;
  }

  /** How many targets must suffer, if this query has opened the group's tally; otherwise 0. */
  neededIn(group: number, query: number): number {
    return this.queries[group] === query ? this.counts[group * TALLY_SIZE]! : 0;
  }

  open(group: number, query: number, needed: number): void {
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
   * Counts that a target passes `severity` on to a group whose tally is open, and returns what the group passes on now. A target counts
   * with its worst edge, so its edges must be counted one after the other, without another target in between.
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
    while (reached > 0 && counts[tally + reached]! < counts[tally]!) {
      reached--;
    }
    return reached;
  }
}
