/** Simulates the failure of many single components at once, 32 to a round, each in a bit of its own. */
import { NEIGHBOUR_MASK, TRAVELS } from '@/domain/graph/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/edgeStore';
import { lanesSuffering } from '@/domain/graph/laneGroup';
import type { LaneGroup } from '@/domain/graph/laneGroup';
import { isGrouped } from '@/domain/graph/propagation';
import { PlacedNodes, StronglyConnected } from '@/domain/graph/stronglyConnected';
import type { Traversal } from '@/domain/graph/traversal';

const LANES = 32;

/** A place has bits that its dependents have not been told of. */
const CHANGED = 1;
/** A target of one of the place's groups has changed. */
const GROUP_TOUCHED = 2;

/**
 * `planes[s][p]` has bit i set when the node at place p suffers at least severity s because cause i failed. Places follow the strongly
 * connected groups, dependencies first, so that outside of cycles each row is read once a round; a cycle is swept until nothing changes.
 */
export class CauseLanes {
  private readonly nodes = new PlacedNodes();
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
    for (let place = 0; place < count; place++) {
      const node = members[place]!;
      if (upperBounds[node]! > severities[node]!) {
        causes[lanes++] = place;
      }
      if (lanes === LANES || (lanes > 0 && place === count - 1)) {
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
      this.isTop[nodes.placeOf(top)] = 1;
    }
    for (let place = 0; place < nodes.count; place++) {
      const owned = edges.groups.ownedBy(nodes.members[place]!);
      if (owned.length > 0) {
        const laneGroups = owned.map((group) => {
          const needed = edges.groups.openTally(group, traversal.query, edges, traversal);
          return this.laneGroup(edges.groups.members.row(group), needed, edges, filter);
        });
        this.groups.set(place, laneGroups);
      }
    }
  }

  private laneGroup(members: Int32Array, needed: number, edges: EdgeStore, filter: EdgeFilter): LaneGroup {
    const inReach = Array.from(members)
      .filter((edge) => filter.verdicts[edges.attributes[edge]!] === TRAVELS)
      .map((edge) => ({ target: this.nodes.placeOf(edges.causes[edge]!), attribute: edges.attributes[edge]! }))
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

  /** Fails the causes (places, rising), each in its lane, and leaves in `results` which lanes bring a top to which severity. */
  private runRound(causes: Int32Array, edges: EdgeStore, filter: EdgeFilter, severity: number): void {
    const { pending, planes } = this;
    const { groups } = this.connected;
    const { count } = this.nodes;
    const first = causes[0]!;
    this.results.fill(0);
    causes.forEach((place, lane) => {
      pending[place] = CHANGED;
      for (let level = 1; level <= severity; level++) {
        planes[level]![place]! |= 1 << lane;
      }
    });
    this.lastPending = causes[causes.length - 1]!;
    this.rewindTo = count;
    let lowest = first;
    for (let place = first; place <= this.lastPending || this.rewindTo < count; place++) {
      if (pending[place] !== 0) {
        this.visit(place, edges, filter);
      }
      const isEndOfGroup = place === count - 1 || groups[place + 1] !== groups[place];
      if (isEndOfGroup && this.rewindTo <= place) {
        lowest = Math.min(lowest, this.rewindTo);
        place = this.rewindTo - 1;
        this.rewindTo = count;
      }
    }
    for (let level = 1; level <= severity; level++) {
      planes[level]!.fill(0, lowest, this.lastPending + 1);
    }
  }

  private visit(place: number, edges: EdgeStore, filter: EdgeFilter): void {
    const { pending, planes, results, isTop } = this;
    let isChanged = (pending[place]! & CHANGED) !== 0;
    if ((pending[place]! & GROUP_TOUCHED) !== 0) {
      isChanged = this.takeFromGroups(place, filter) || isChanged;
    }
    pending[place] = 0;
    if (!isChanged) {
      return;
    }
    if (isTop[place] === 1) {
      for (let level = 1; level <= 3; level++) {
        results[level]! |= planes[level]![place]!;
      }
    }
    this.tellDependents(place, edges, filter);
  }

  private tellDependents(place: number, edges: EdgeStore, filter: EdgeFilter): void {
    const { planes } = this;
    const [, one, two, three] = planes as [Int32Array, Int32Array, Int32Array, Int32Array];
    const { starts, lengths, values } = edges.dependents;
    const node = this.nodes.members[place]!;
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    for (let at = start; at < end; at++) {
      const edge = values[at]!;
      const attribute = edge >>> 24;
      if (filter.verdicts[attribute] !== TRAVELS) {
        continue;
      }
      const dependent = this.nodes.placeOf(edge & NEIGHBOUR_MASK);
      if (dependent === -1) {
        continue;
      }
      if (isGrouped(edge)) {
        this.enqueue(dependent, place, GROUP_TOUCHED);
        continue;
      }
      const wanted = attribute << 2;
      const toOne = planes[filter.needs[wanted | 1]!]![place]! & ~one[dependent]!;
      const toTwo = planes[filter.needs[wanted | 2]!]![place]! & ~two[dependent]!;
      const toThree = planes[filter.needs[wanted | 3]!]![place]! & ~three[dependent]!;
      if ((toOne | toTwo | toThree) !== 0) {
        one[dependent]! |= toOne;
        two[dependent]! |= toTwo;
        three[dependent]! |= toThree;
        this.enqueue(dependent, place, CHANGED);
      }
    }
  }

  /** Notes that a place has to be visited, and where the sweep has to turn back because it lies behind. */
  private enqueue(place: number, from: number, why: number): void {
    this.pending[place]! |= why;
    if (place > this.lastPending) {
      this.lastPending = place;
    }
    if (place < from && place < this.rewindTo) {
      this.rewindTo = place;
    }
  }

  /** Takes what the groups of a place pass on by now. Answers whether that set a new bit. */
  private takeFromGroups(place: number, filter: EdgeFilter): boolean {
    let isChanged = false;
    for (const group of this.groups.get(place) ?? []) {
      for (let level = 1; level <= 3; level++) {
        const plane = this.planes[level]!;
        const fresh = lanesSuffering(group, level, this.planes, filter) & ~plane[place]!;
        if (fresh !== 0) {
          plane[place]! |= fresh;
          isChanged = true;
        }
      }
    }
    return isChanged;
  }
}
