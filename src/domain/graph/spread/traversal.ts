/** The scratch arrays of one query at a time, reused by the next query, so that a traversal allocates nothing per node. */
import { NEIGHBOUR_MASK, TRAVELS } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/arrays/edgeAttributes';
import { GroupTallies, type WithheldEdges } from './redundancy';
import type { RowArena } from '@/domain/graph/arrays/rowArena';
import type { Steps } from '@/plain/steps';

/** Above this base there is no room for the levels of one more query. */
const LAST_BASE = 0x3fffffff;

/** About this many edges are read in one step of a question: well under a millisecond. */
const PORTION = 4_096;

/** How one level of a reach is followed. */
interface Follow {
  rows: RowArena;
  filter: EdgeFilter;
  withheld: WithheldEdges;
  stamp: number;
}

/**
 * A node is in the traversal if its stamp is between `base` and `base + depthLimit`; its depth is the difference. Older stamps are below
 * the base, so nothing has to be cleared between queries. `queue[0 .. originCount)` are the origins, `queue[0 .. count)` all nodes in the
 * traversal, in ascending order of depth.
 */
export class Traversal {
  stamps = new Int32Array(0);
  queue = new Int32Array(0);
  /** Severity of each node in the traversal, by node. */
  severities = new Uint8Array(0);
  worklist = new Int32Array(0);
  marks = new Int32Array(0);
  sortKeys = new Uint32Array(0);
  spareKeys = new Uint32Array(0);
  readonly tallies = new GroupTallies();
  base = 1;
  depthLimit = 0;
  originCount = 0;
  count = 0;
  /**
   * After a reach, `worklist[0 .. stoppedCount)` are the nodes with edges that were not followed, because of the filter or propagates=false
   * or because they are withheld.
   */
  stoppedCount = 0;
  /** Increases with each query. */
  query = 0;
  private highestStamp = 0;
  private mark = 0;
  /** During a reach: one past the last node in `queue`. */
  private tail = 0;

  /** `portion`: about how many edges, or nodes, are worked on in one step. */
  constructor(readonly portion = PORTION) {}

  get approximateBytes(): number {
    return this.stamps.length * 25 + this.tallies.approximateBytes;
  }

  /** Opens a traversal with no origin over nodes 0 .. nodeCount − 1. */
  begin(nodeCount: number): void {
    if (this.stamps.length < nodeCount) this.resize(Math.ceil(nodeCount * 1.05));
    this.base = this.highestStamp + 1;
    if (this.base + nodeCount > LAST_BASE) {
      this.stamps.fill(0);
      this.base = 1;
    }
    this.highestStamp = this.base;
    this.depthLimit = 0;
    this.originCount = 0;
    this.count = 0;
    this.query++;
  }

  /** Adds an origin that fails with this severity; if it is added twice, the worse severity counts. */
  addOrigin(node: number, severity: number): void {
    if (this.stamps[node] !== this.base) {
      this.stamps[node] = this.base;
      this.queue[this.count++] = node;
      this.originCount = this.count;
      this.severities[node] = severity;
    } else if (severity > this.severities[node]!) this.severities[node] = severity;
  }

  has(node: number): boolean {
    const depth = this.stamps[node]! - this.base;
    return depth >= 0 && depth <= this.depthLimit;
  }

  /** The severity of a node in the traversal; Healthy for any other. */
  severityOf(node: number): number {
    const depth = this.stamps[node]! - this.base;
    return depth >= 0 && depth <= this.depthLimit ? this.severities[node]! : 0;
  }

  depthOf(node: number): number {
    return this.stamps[node]! - this.base;
  }

  freshMark(): number {
    if (this.mark === 0x7fffffff) {
      this.marks.fill(0);
      this.mark = 0;
    }
    return ++this.mark;
  }

  /**
   * Follows rows from the origins for at most `depthLimit` hops, breadth first, level by level. Reached nodes start Healthy. Returns how
   * many more nodes lie just beyond the limit; those are not in the traversal. Reads each row within reach once. Does not follow edges in
   * the slots of `withheld`.
   */
  *reach(rows: RowArena, filter: EdgeFilter, depthLimit: number, withheld: WithheldEdges = null): Steps<number> {
    this.depthLimit = depthLimit;
    this.stoppedCount = 0;
    this.tail = this.count;
    let levelStart = 0;
    for (let depth = 0; levelStart < this.tail && depth <= depthLimit; depth++) {
      const levelEnd = this.tail;
      this.count = levelEnd;
      const stamp = this.base + depth + 1;
      const how = { rows, filter, withheld, stamp };
      for (let at = this.followRows(levelStart, how); at < levelEnd; at = this.followRows(at, how)) yield;
      this.highestStamp = stamp;
      levelStart = levelEnd;
    }
    return this.tail - this.count;
  }

  /**
   * Follows the rows of the nodes from position `from` to the end of the level, or until a portion is done; returns the position at which
   * to continue.
   */
  private followRows(from: number, { rows, filter, withheld, stamp }: Follow): number {
    const { stamps, queue, severities, worklist, base, count } = this;
    const { starts, lengths, values, companions } = rows;
    const { verdicts } = filter;
    const rowCount = lengths.length;
    let { tail, stoppedCount } = this;
    let left = this.portion;
    let at = from;
    for (; at < count && left > 0; at++) {
      const node = queue[at]!;
      if (node >= rowCount) continue;
      const start = starts[node]!;
      const end = start + lengths[node]!;
      left -= end - start + 1;
      let isStopped = false;
      for (let offset = start; offset < end; offset++) {
        const edge = values[offset]!;
        const neighbour = edge & NEIGHBOUR_MASK;
        if (verdicts[edge >>> 24] !== TRAVELS || (withheld !== null && withheld.has(companions[offset]!))) isStopped = true;
        else if (stamps[neighbour]! < base) {
          stamps[neighbour] = stamp;
          severities[neighbour] = 0;
          queue[tail++] = neighbour;
        }
      }
      if (isStopped) worklist[stoppedCount++] = node;
    }
    this.tail = tail;
    this.stoppedCount = stoppedCount;
    return at;
  }

  private resize(length: number): void {
    const stamps = new Int32Array(length);
    stamps.set(this.stamps);
    this.stamps = stamps;
    this.queue = new Int32Array(length);
    this.severities = new Uint8Array(length);
    this.worklist = new Int32Array(length);
    this.marks = new Int32Array(length);
    this.mark = 0;
    this.sortKeys = new Uint32Array(length);
    this.spareKeys = new Uint32Array(length);
  }
}
