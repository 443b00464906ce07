/**
 * Simulates 32 separate failures at once, each as one bit of an integer, in the graph's own rows and over the nodes of one traversal: each
 * affected node pushes what it passes on to its dependents.
 */
import { NEIGHBOUR_MASK, TRAVELS, isGrouped } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/arrays/edgeStore';
import { bitsGivingWay, targetsByPosition, travels } from './redundancyBits';
import type { PositionedGroup } from './redundancyBits';
import { neededOf } from './redundancy';
import type { WithheldEdges } from './redundancy';
import { NodePositions, StronglyConnected } from './stronglyConnected';
import type { Traversal } from './traversal';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

export const FAILURES_AT_ONCE = 32;

/** The position has bits that its dependents have not processed. */
const CHANGED = 1;
/** A target of one of the position's groups has changed. */
const GROUP_TOUCHED = 2;

/** What a simulation covers. Edges in `withheld` pass on Healthy but still count in their groups. */
export interface SimulationScope {
  traversal: Traversal;
  edges: EdgeStore;
  filter: EdgeFilter;
  withheld: WithheldEdges;
}

/**
 * `planes[s][p]` has bit i set if the node at position p suffers at least severity s in failure i. Positions follow the strongly connected
 * groups, dependencies first, so outside cycles each row is read once per round; a cycle is swept until nothing changes. Prepare once, then
 * for each round: start, run, read the planes, clear.
 */
export class FailuresInGraph {
  readonly nodes = new NodePositions();
  /** By severity; entry 0 is unused, and entry 4 (never) stays empty. */
  planes: Int32Array[] = [];
  /** The redundancy groups of the owner at each position that has some. */
  readonly groups = new Map<number, PositionedGroup[]>();
  private readonly connected = new StronglyConnected();
  private pending = new Uint8Array(0);
  /** The same bytes, four at a time. */
  private pendingWords = new Int32Array(0);
  private scope: SimulationScope | null = null;
  private firstPending = 0;
  private lastPending = -1;
  private lowestVisited = 0;
  private rewindTo = 0;

  get approximateBytes(): number {
    return this.nodes.approximateBytes + this.connected.approximateBytes + this.pending.length * 21;
  }

  /** Uses the nodes that are in the traversal now. */
  *prepare(scope: SimulationScope): Steps<void> {
    const { traversal, edges, filter } = scope;
    const { nodes, connected } = this;
    this.scope = scope;
    nodes.assign(traversal.queue, traversal.count, traversal.stamps.length);
    yield* connected.find(nodes, edges.dependencies, filter.verdicts, traversal.portion);
    nodes.assign(connected.order, traversal.count, traversal.stamps.length);
    if (this.pending.length < nodes.count) {
      // All of one length: whether there is room is asked of one of them, and a write past the end of another would be lost silently.
      const length = 4 * Math.ceil((nodes.count * 1.1) / 4);
      this.planes = Array.from({ length: 5 }, () => new Int32Array(length));
      this.pending = new Uint8Array(length);
      this.pendingWords = new Int32Array(this.pending.buffer);
    }
    this.firstPending = nodes.count;
    this.lastPending = -1;
    this.groups.clear();
    yield* inStretches(nodes.count, Math.ceil(traversal.portion / 4), (from, end) => {
      for (let position = from; position < end; position++) {
        const owned = edges.groups.ownedBy(nodes.members[position]!);
        if (owned.length > 0)
          this.groups.set(
            position,
            owned.map((group) => this.positionedGroup(group, scope)),
          );
      }
    });
  }

  /** Releases what was prepared. */
  end(): void {
    this.groups.clear();
    this.scope = null;
  }

  /** Makes the node at a position fail with a severity in the failures of these bits. */
  start(position: number, severity: number, bits: number): void {
    for (let level = 1; level <= severity; level++) this.planes[level]![position]! |= bits;
    this.pending[position]! |= CHANGED;
    this.firstPending = Math.min(this.firstPending, position);
    this.lastPending = Math.max(this.lastPending, position);
  }

  /** Spreads what was started until nothing changes. */
  *run(): Steps<void> {
    const { pending } = this;
    const { traversal, edges } = this.scope!;
    const { groups } = this.connected;
    const { count } = this.nodes;
    this.rewindTo = count;
    this.lowestVisited = this.firstPending;
    let left = traversal.portion;
    for (let position = this.firstPending; position <= this.lastPending || this.rewindTo < count; position++) {
      if (left <= 0) {
        left = traversal.portion;
        yield;
      }
      left--;
      if (this.rewindTo === count) {
        const next = this.nextPending(position);
        left -= (next - position) >> 3;
        position = next;
        if (position > this.lastPending) return;
      }
      if (pending[position] !== 0) {
        left -= edges.dependents.rowLength(this.nodes.members[position]!);
        this.visit(position);
      }
      const isEndOfGroup = position === count - 1 || groups[position + 1] !== groups[position];
      if (isEndOfGroup && this.rewindTo <= position) {
        this.lowestVisited = Math.min(this.lowestVisited, this.rewindTo);
        position = this.rewindTo - 1;
        this.rewindTo = count;
      }
    }
  }

  /** The first position from `from` on that is pending, or one past the last of all. A round touches few of them, so most are skipped in fours. */
  private nextPending(from: number): number {
    const { pending, pendingWords, lastPending } = this;
    let position = from;
    while (position <= lastPending && pending[position] === 0) {
      position++;
      while ((position & 3) === 0 && position <= lastPending && pendingWords[position >> 2] === 0) position += 4;
    }
    return Math.min(position, lastPending + 1);
  }

  /** No bit is set outside this range of positions. */
  get touched(): { from: number; to: number } {
    return { from: this.lowestVisited, to: this.lastPending + 1 };
  }

  clear(): void {
    const { from, to } = this.touched;
    for (let level = 1; level <= 3; level++) this.planes[level]!.fill(0, from, to);
    this.firstPending = this.nodes.count;
    this.lastPending = -1;
  }

  private positionedGroup(group: number, { traversal, edges, filter, withheld }: SimulationScope): PositionedGroup {
    const needed = neededOf(edges, traversal, group);
    const inReach = targetsByPosition(
      edges,
      group,
      (edge) => travels(edges, filter, edge) && withheld?.has(edge) !== true,
      (node) => this.nodes.positionOf(node),
    );
    return { group, needed, ...inReach };
  }

  private visit(position: number): void {
    const { pending } = this;
    let isChanged = (pending[position]! & CHANGED) !== 0;
    if ((pending[position]! & GROUP_TOUCHED) !== 0) isChanged = this.takeFromGroups(position) || isChanged;
    pending[position] = 0;
    if (isChanged) this.tellDependents(position);
  }

  private tellDependents(position: number): void {
    const { planes } = this;
    const { edges, filter, withheld } = this.scope!;
    const [, one, two, three] = planes as [Int32Array, Int32Array, Int32Array, Int32Array];
    const { starts, lengths, values, companions } = edges.dependents;
    const node = this.nodes.members[position]!;
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    for (let at = start; at < end; at++) {
      const edge = values[at]!;
      const attribute = edge >>> 24;
      if (filter.verdicts[attribute] !== TRAVELS || (withheld !== null && withheld.has(companions[at]!))) continue;
      const dependent = this.nodes.positionOf(edge & NEIGHBOUR_MASK);
      if (dependent === -1) continue;
      if (isGrouped(edge)) {
        this.enqueue(dependent, position, GROUP_TOUCHED);
        continue;
      }
      const wanted = attribute << 2;
      const toOne = planes[filter.needs[wanted | 1]!]![position]! & ~one[dependent]!;
      const toTwo = planes[filter.needs[wanted | 2]!]![position]! & ~two[dependent]!;
      const toThree = planes[filter.needs[wanted | 3]!]![position]! & ~three[dependent]!;
      if ((toOne | toTwo | toThree) !== 0) {
        one[dependent]! |= toOne;
        two[dependent]! |= toTwo;
        three[dependent]! |= toThree;
        this.enqueue(dependent, position, CHANGED);
      }
    }
  }

  /** Marks a position to visit, and where the sweep must turn back to if it lies behind. */
  private enqueue(position: number, from: number, why: number): void {
    this.pending[position]! |= why;
    if (position > this.lastPending) this.lastPending = position;
    if (position < from && position < this.rewindTo) this.rewindTo = position;
  }

  /** Applies what the groups of a position pass on now. Returns whether that set a new bit. */
  private takeFromGroups(position: number): boolean {
    let isChanged = false;
    for (const group of this.groups.get(position) ?? [])
      for (let level = 1; level <= 3; level++) {
        const plane = this.planes[level]!;
        const fresh = bitsGivingWay(group, level, this.planes, this.scope!.filter) & ~plane[position]!;
        if (fresh !== 0) {
          plane[position]! |= fresh;
          isChanged = true;
        }
      }
    return isChanged;
  }
}
