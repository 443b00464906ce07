/** Strongly connected groups of a part of the graph, in an order where every dependency comes before its dependents. */
import { NEIGHBOUR_MASK, TRAVELS } from '@/domain/graph/edgeAttributes';
import type { RowArena } from '@/domain/graph/rowArena';

/**
 * A set of nodes in which each has a place: `members[0 .. count)`. A node is a member when its place holds it, so nothing is cleared
 * between uses.
 */
export class PlacedNodes {
  members = new Int32Array(0);
  places = new Int32Array(0);
  count = 0;

  get approximateBytes(): number {
    return this.members.byteLength + this.places.byteLength;
  }

  /** Takes the first `count` of these nodes as members. */
  assign(nodes: Int32Array, count: number, nodeCount: number): void {
    if (this.members.length < count) {
      this.members = new Int32Array(Math.ceil(count * 1.1));
    }
    if (this.places.length < nodeCount) {
      this.places = new Int32Array(Math.ceil(nodeCount * 1.05));
    }
    this.count = count;
    for (let place = 0; place < count; place++) {
      const node = nodes[place]!;
      this.members[place] = node;
      this.places[node] = place;
    }
  }

  /** The place of a node, or -1. */
  placeOf(node: number): number {
    const place = this.places[node]!;
    return place < this.count && this.members[place] === node ? place : -1;
  }
}

const UNSEEN = -1;

/** Tarjan's algorithm with a stack of its own in place of recursion, so that a chain of a million components overflows nothing. */
export class StronglyConnected {
  /** Nodes, every group together, a group after all groups that it depends on. */
  order = new Int32Array(0);
  /** Number of the group at each place of `order`. */
  groups = new Int32Array(0);
  groupCount = 0;
  private numbers = new Int32Array(0);
  private lows = new Int32Array(0);
  private cursors = new Int32Array(0);
  private callStack = new Int32Array(0);
  private openStack = new Int32Array(0);
  private isClosed = new Uint8Array(0);

  get approximateBytes(): number {
    return this.numbers.length * 29;
  }

  /** Groups the members by the edges among them that travel. `rows` lists the dependencies of each node. O(members + their edges). */
  find(nodes: PlacedNodes, rows: RowArena, verdicts: Uint8Array): void {
    this.prepare(nodes.count);
    const { numbers, lows, callStack, openStack, isClosed } = this;
    let nextNumber = 0;
    let emitted = 0;
    let openCount = 0;
    for (let root = 0; root < nodes.count; root++) {
      if (numbers[root] !== UNSEEN) {
        continue;
      }
      let depth = 1;
      callStack[0] = root;
      while (depth > 0) {
        const place = callStack[depth - 1]!;
        if (numbers[place] === UNSEEN) {
          numbers[place] = lows[place] = nextNumber++;
          openStack[openCount++] = place;
        }
        const next = this.advance(place, nodes, rows, verdicts);
        if (next !== -1) {
          callStack[depth++] = next;
          continue;
        }
        depth--;
        if (depth > 0) {
          const caller = callStack[depth - 1]!;
          lows[caller] = Math.min(lows[caller]!, lows[place]!);
        }
        if (lows[place] === numbers[place]) {
          let member: number;
          do {
            member = openStack[--openCount]!;
            isClosed[member] = 1;
            this.order[emitted] = nodes.members[member]!;
            this.groups[emitted++] = this.groupCount;
          } while (member !== place);
          this.groupCount++;
        }
      }
    }
  }

  /** Reads on in the row of a place until an unseen dependency turns up, and answers its place; -1 at the end of the row. */
  private advance(place: number, nodes: PlacedNodes, rows: RowArena, verdicts: Uint8Array): number {
    const { numbers, lows, cursors, isClosed } = this;
    const node = nodes.members[place]!;
    const start = rows.starts[node] ?? 0;
    const length = rows.lengths[node] ?? 0;
    for (let cursor = cursors[place]!; cursor < length; cursor++) {
      const edge = rows.values[start + cursor]!;
      if (verdicts[edge >>> 24] !== TRAVELS) {
        continue;
      }
      const dependency = nodes.placeOf(edge & NEIGHBOUR_MASK);
      if (dependency === -1) {
        continue;
      }
      if (numbers[dependency] === UNSEEN) {
        cursors[place] = cursor + 1;
        return dependency;
      }
      if (isClosed[dependency] === 0) {
        lows[place] = Math.min(lows[place]!, numbers[dependency]!);
      }
    }
    cursors[place] = length;
    return -1;
  }

  private prepare(count: number): void {
    if (this.numbers.length < count) {
      const length = Math.ceil(count * 1.1);
      this.order = new Int32Array(length);
      this.groups = new Int32Array(length);
      this.numbers = new Int32Array(length);
      this.lows = new Int32Array(length);
      this.cursors = new Int32Array(length);
      this.callStack = new Int32Array(length);
      this.openStack = new Int32Array(length);
      this.isClosed = new Uint8Array(length);
    }
    this.numbers.fill(UNSEEN, 0, count);
    this.isClosed.fill(0, 0, count);
    this.cursors.fill(0, 0, count);
    this.groupCount = 0;
  }
}
