/** The scratch arrays of one query at a time, kept with the graph, so that a traversal allocates nothing per node. */
import { NEIGHBOUR_MASK, TRAVELS } from '@/domain/graph/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/edgeAttributes';
import type { RowArena } from '@/domain/graph/rowArena';

/** A base this high leaves no room for the levels of one more query. */
const LAST_BASE = 0x3fffffff;

/**
 * A node is in the traversal when its stamp is from `base` to `base + depthLimit`; its depth is the difference. Older stamps are below the
 * base, so nothing has to be cleared between queries. `queue[0 .. originCount)` are the origins, `queue[0 .. count)` all nodes in the
 * traversal, by rising depth.
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
  base = 1;
  depthLimit = 0;
  originCount = 0;
  count = 0;
  /**
   * After a reach, `worklist[0 .. stoppedCount)` are the nodes that have edges which the filter or propagates=false kept from being
   * followed.
   */
  stoppedCount = 0;
  /** Rises with each query and never falls. */
  query = 0;
  private highestStamp = 0;
  private mark = 0;

  get approximateBytes(): number {
    return this.stamps.length * 25;
  }

  /** Opens a traversal with no origin over nodes 0 .. nodeCount − 1. */
  begin(nodeCount: number): void {
    if (this.stamps.length < nodeCount) {
      this.resize(Math.ceil(nodeCount * 1.05));
    }
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

  /** Adds an origin that fails with this severity; one that is added twice takes the worse. */
  addOrigin(node: number, severity: number): void {
    if (this.stamps[node] !== this.base) {
      this.stamps[node] = this.base;
      this.queue[this.count++] = node;
      this.originCount = this.count;
      this.severities[node] = severity;
    } else if (severity > this.severities[node]!) {
      this.severities[node] = severity;
    }
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
   * Follows rows from the origins for at most `depthLimit` hops, breadth first, level by level. Reached nodes start Healthy. Answers how
   * many more nodes lie just past the limit; those are not in the traversal. Each row in reach is read once.
   */
  reach(rows: RowArena, filter: EdgeFilter, depthLimit: number): number {
    const { stamps, queue, severities, worklist, base } = this;
    const { starts, lengths, values } = rows;
    const { verdicts } = filter;
    const rowCount = lengths.length;
    this.depthLimit = depthLimit;
    let tail = this.count;
    let levelStart = 0;
    let stoppedCount = 0;
    for (let depth = 0; levelStart < tail && depth <= depthLimit; depth++) {
      const levelEnd = tail;
      this.count = levelEnd;
      const stamp = base + depth + 1;
      for (let i = levelStart; i < levelEnd; i++) {
        const node = queue[i]!;
        if (node >= rowCount) {
          continue;
        }
        const start = starts[node]!;
        const end = start + lengths[node]!;
        let isStopped = false;
        for (let offset = start; offset < end; offset++) {
          const edge = values[offset]!;
          const neighbour = edge & NEIGHBOUR_MASK;
          if (verdicts[edge >>> 24] !== TRAVELS) {
            isStopped = true;
          } else if (stamps[neighbour]! < base) {
            stamps[neighbour] = stamp;
            severities[neighbour] = 0;
            queue[tail++] = neighbour;
          }
        }
        if (isStopped) {
          worklist[stoppedCount++] = node;
        }
      }
      this.highestStamp = stamp;
      levelStart = levelEnd;
    }
    this.stoppedCount = stoppedCount;
    return tail - this.count;
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
