/** Strongly connected groups of a part of the graph, in an order where every dependency comes before its dependents. */
import { NEIGHBOUR_MASK, TRAVELS } from '@/domain/graph/arrays/edgeAttributes';
import type { RowArena } from '@/domain/graph/arrays/rowArena';
import type { Steps } from '@/plain/steps';

/**
 * A set of nodes in which each has a position: `members[0 .. count)`. A node is a member if its position holds it, so nothing is cleared
 * between uses.
 */
export class NodePositions {
  members = new Int32Array(0);
  positions = new Int32Array(0);
  count = 0;

  get approximateBytes(): number {
    return this.members.byteLength + this.positions.byteLength;
  }

  /** Takes the first `count` of these nodes as members. */
  assign(nodes: Int32Array, count: number, nodeCount: number): void {
    if (this.members.length < count) this.members = new Int32Array(Math.ceil(count * 1.1));
    if (this.positions.length < nodeCount) this.positions = new Int32Array(Math.ceil(nodeCount * 1.05));
    this.count = count;
    for (let position = 0; position < count; position++) {
      const node = nodes[position]!;
      this.members[position] = node;
      this.positions[node] = position;
    }
  }

  /** The position of a node, or -1. */
  positionOf(node: number): number {
    const position = this.positions[node]!;
    return position < this.count && this.members[position] === node ? position : -1;
  }
}

/** For groups of all edges, whatever they pass on. */
export const EVERY_EDGE: Uint8Array = new Uint8Array(256).fill(TRAVELS);

const UNSEEN = -1;

/** Tarjan's algorithm with an explicit stack, so that a chain of a million components does not overflow. */
export class StronglyConnected {
  /** Nodes, group by group; a group comes after all groups that it depends on. */
  order = new Int32Array(0);
  /** Number of the group at each position of `order`. */
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

  /**
   * Groups the members by the edges between them through which failure travels. `rows` lists the dependencies of each node. O(members +
   * their edges). A step reads about `portion` members.
   */
  *find(nodes: NodePositions, rows: RowArena, verdicts: Uint8Array, portion = Infinity): Steps<void> {
    this.prepare(nodes.count);
    const { numbers, lows, callStack, openStack, isClosed } = this;
    let nextNumber = 0;
    let emitted = 0;
    let openCount = 0;
    let left = portion;
    for (let root = 0; root < nodes.count; root++) {
      if (numbers[root] !== UNSEEN) continue;
      let depth = 1;
      callStack[0] = root;
      while (depth > 0) {
        if (left-- <= 0) {
          left = portion;
          yield;
        }
        const position = callStack[depth - 1]!;
        if (numbers[position] === UNSEEN) {
          numbers[position] = lows[position] = nextNumber++;
          openStack[openCount++] = position;
        }
        const next = this.advance(position, nodes, rows, verdicts);
        if (next !== -1) {
          callStack[depth++] = next;
          continue;
        }
        depth--;
        if (depth > 0) {
          const caller = callStack[depth - 1]!;
          lows[caller] = Math.min(lows[caller]!, lows[position]!);
        }
        if (lows[position] === numbers[position]) {
          let member: number;
          do {
            member = openStack[--openCount]!;
            isClosed[member] = 1;
            this.order[emitted] = nodes.members[member]!;
            this.groups[emitted++] = this.groupCount;
          } while (member !== position);
          this.groupCount++;
        }
      }
    }
  }

  /**
   * Continues with the row of a position until it finds an unseen dependency, and returns that one's position; -1 at the end of the row.
   */
  private advance(position: number, nodes: NodePositions, rows: RowArena, verdicts: Uint8Array): number {
    const { numbers, lows, cursors, isClosed } = this;
    const node = nodes.members[position]!;
    const start = rows.starts[node] ?? 0;
    const length = rows.lengths[node] ?? 0;
    for (let cursor = cursors[position]!; cursor < length; cursor++) {
      const edge = rows.values[start + cursor]!;
      if (verdicts[edge >>> 24] !== TRAVELS) continue;
      const dependency = nodes.positionOf(edge & NEIGHBOUR_MASK);
      if (dependency === -1) continue;
      if (numbers[dependency] === UNSEEN) {
        cursors[position] = cursor + 1;
        return dependency;
      }
      if (isClosed[dependency] === 0) lows[position] = Math.min(lows[position]!, numbers[dependency]!);
    }
    cursors[position] = length;
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
