/** Simulates the failure of many single components at once, 32 to a round, each in a bit of its own. */
import { NEIGHBOUR_MASK, TRAVELS } from '@/domain/graph/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/edgeStore';
import { lanesSuffering } from '@/domain/graph/laneGroup';
import type { LaneGroup } from '@/domain/graph/laneGroup';
import { isGrouped } from '@/domain/graph/propagation';
import { NodePositions, StronglyConnected } from '@/domain/graph/stronglyConnected';
import type { Traversal } from '@/domain/graph/traversal';

const LANES = 32;

/** A position has bits that its dependents have not been told of. */
const CHANGED = 1;
/** A target of one of the position's groups has changed. */
const GROUP_TOUCHED = 2;

/**
 * `planes[s][p]` has bit i set when the node at position p suffers at least severity s because cause i failed. Positions follow the strongly
 * connected groups, dependencies first, so that outside of cycles each row is read once a round; a cycle is swept until nothing changes.
 */
export class CauseLanes {
  private readonly nodes = new NodePositions();
  private readonly connected = new StronglyConnected();
  /** By severity; entry 0 is unused, and entry 4 (never) stays empty. */
  private planes: Int32Array[] = [];
  private isTop = new Uint8Array(0);
  private pending = new Uint8Array(0);
  private readonly groups = new Map<number, LaneGroup[]>();
  private readonly results = new Int32Array(4);
  private rewindTo = 0;
  private lastPending = 0;

  get approximateBytes(): number {
    return this.nodes.approximateBytes + this.connected.approximateBytes + this.pending.length * 22;
  }

  /** Sets the exact severity of each node in the traversal whose upper bound is above what `severities` has for it. */
  settle(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, tops: Int32Array, severity: number, upperBounds: Uint8Array): void {
    this.prepare(traversal, edges, filter, tops);
    const { members, count } = this.nodes;
    const { severities } = traversal;
    const causes = new Int32Array(LANES);
    let lanes = 0;
    for (let position = 0; position < count; position++) {
      const node = members[position]!;
      if (upperBounds[node]! > severities[node]!) {
        causes[lanes++] = position;
      }
      if (lanes === LANES || (lanes > 0 && position === count - 1)) {
        this.runRound(causes.subarray(0, lanes), edges, filter, severity);
        for (let lane = 0; lane < lanes; lane++) {
          severities[members[causes[lane]!]!] = this.resultOf(lane);
        }
        lanes = 0;
      }
    }
    this.groups.clear();
  }

  private prepare(traversal: Traversal, edges: EdgeStore, filter: EdgeFilter, tops: Int32Array): void {
    const { nodes, connected } = this;
    nodes.assign(traversal.queue, traversal.count, traversal.stamps.length);
    connected.find(nodes, edges.dependencies, filter.verdicts);
    nodes.assign(connected.order, traversal.count, traversal.stamps.length);
    if (this.pending.length < nodes.count) {
      const length = Math.ceil(nodes.count * 1.1);
      this.planes = Array.from({ length: 5 }, () => new Int32Array(length));
      this.pending = new Uint8Array(length);
      this.isTop = new Uint8Array(length);
    }
    this.isTop.fill(0, 0, nodes.count);
    for (const top of tops) {
      this.isTop[nodes.positionOf(top)] = 1;
    }
    for (let position = 0; position < nodes.count; position++) {
      const owned = edges.groups.ownedBy(nodes.members[position]!);
      if (owned.length > 0) {
        const laneGroups = owned.map((group) => {
          const needed = edges.groups.openTally(group, traversal.query, edges, traversal);
          return this.laneGroup(edges.groups.members.row(group), needed, edges, filter);
        });
        this.groups.set(position, laneGroups);
      }
    }
  }

  private laneGroup(members: Int32Array, needed: number, edges: EdgeStore, filter: EdgeFilter): LaneGroup {
    const inReach = Array.from(members)
      .filter((edge) => filter.verdicts[edges.attributes[edge]!] === TRAVELS)
      .map((edge) => ({ target: this.nodes.positionOf(edges.causes[edge]!), attribute: edges.attributes[edge]! }))
      .filter(({ target }) => target !== -1)
      .sort((a, b) => a.target - b.target);
    return {
      needed,
      targets: Int32Array.from(inReach, (edge) => edge.target),
      attributes: Uint8Array.from(inReach, (edge) => edge.attribute),
    };
  }

  private resultOf(lane: number): number {
    let severity = 3;
    while (severity > 0 && ((this.results[severity]! >>> lane) & 1) === 0) {
      severity--;
    }
    return severity;
  }

  /** Fails the causes (positions, rising), each in its lane, and leaves in `results` which lanes bring a top to which severity. */
  private runRound(causes: Int32Array, edges: EdgeStore, filter: EdgeFilter, severity: number): void {
    const { pending, planes } = this;
    const { groups } = this.connected;
    const { count } = this.nodes;
    const first = causes[0]!;
    this.results.fill(0);
    causes.forEach((position, lane) => {
      pending[position] = CHANGED;
      for (let level = 1; level <= severity; level++) {
        planes[level]![position]! |= 1 << lane;
      }
    });
    this.lastPending = causes[causes.length - 1]!;
    this.rewindTo = count;
    let lowest = first;
    for (let position = first; position <= this.lastPending || this.rewindTo < count; position++) {
      if (pending[position] !== 0) {
        this.visit(position, edges, filter);
      }
      const isEndOfGroup = position === count - 1 || groups[position + 1] !== groups[position];
      if (isEndOfGroup && this.rewindTo <= position) {
        lowest = Math.min(lowest, this.rewindTo);
        position = this.rewindTo - 1;
        this.rewindTo = count;
      }
    }
    for (let level = 1; level <= severity; level++) {
      planes[level]!.fill(0, lowest, this.lastPending + 1);
    }
  }

  private visit(position: number, edges: EdgeStore, filter: EdgeFilter): void {
    const { pending, planes, results, isTop } = this;
    let isChanged = (pending[position]! & CHANGED) !== 0;
    if ((pending[position]! & GROUP_TOUCHED) !== 0) {
      isChanged = this.takeFromGroups(position, filter) || isChanged;
    }
    pending[position] = 0;
    if (!isChanged) {
      return;
    }
    if (isTop[position] === 1) {
      for (let level = 1; level <= 3; level++) {
        results[level]! |= planes[level]![position]!;
      }
    }
    this.tellDependents(position, edges, filter);
  }

  private tellDependents(position: number, edges: EdgeStore, filter: EdgeFilter): void {
    const { planes } = this;
    const [, one, two, three] = planes as [Int32Array, Int32Array, Int32Array, Int32Array];
    const { starts, lengths, values } = edges.dependents;
    const node = this.nodes.members[position]!;
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    for (let at = start; at < end; at++) {
      const edge = values[at]!;
      const attribute = edge >>> 24;
      if (filter.verdicts[attribute] !== TRAVELS) {
        continue;
      }
      const dependent = this.nodes.positionOf(edge & NEIGHBOUR_MASK);
      if (dependent === -1) {
        continue;
      }
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

  /** Notes that a position has to be visited, and where the sweep has to turn back because it lies behind. */
  private enqueue(position: number, from: number, why: number): void {
    this.pending[position]! |= why;
    if (position > this.lastPending) {
      this.lastPending = position;
    }
    if (position < from && position < this.rewindTo) {
      this.rewindTo = position;
    }
  }

  /** Takes what the groups of a position pass on by now. Answers whether that set a new bit. */
  private takeFromGroups(position: number, filter: EdgeFilter): boolean {
    let isChanged = false;
    for (const group of this.groups.get(position) ?? []) {
      for (let level = 1; level <= 3; level++) {
        const plane = this.planes[level]!;
        const fresh = lanesSuffering(group, level, this.planes, filter) & ~plane[position]!;
        if (fresh !== 0) {
          plane[position]! |= fresh;
          isChanged = true;
        }
      }
    }
    return isChanged;
  }
}
