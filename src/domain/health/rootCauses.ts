/** Which of the components that report trouble are causes: those that no other one explains. Cycles and redundancy groups included. */
import { GROUPED_BELOW, GROUPED_FROM, NEIGHBOUR_MASK, TRAVELS, UNFILTERED } from '@/domain/graph/edgeAttributes';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { grownInts } from '@/domain/graph/rowArena';
import { PlacedNodes, StronglyConnected } from '@/domain/graph/stronglyConnected';

/** By severity, by attribute: TRAVELS where an edge hands that severity on as it is. */
const HANDS_ON: readonly Uint8Array[] = [0, 1, 2, 3].map((severity) =>
  Uint8Array.from({ length: 256 }, (_, attribute) => (severity > 0 && UNFILTERED.passes[attribute * 4 + severity] === severity ? TRAVELS : 0)),
);

/**
 * A component is explained when what its dependencies pass on, without its own signal, is at least as bad as its signal. Members of a cycle explain one another, so that the answer is found
 * as a smallest set: causes are components whose signals alone bring every component to its effective state, none of which the others explain. Where there is a choice (a cycle that nothing outside
 * explains), the one whose technicalName comes first is taken.
 *
 * Nothing ever gets worse on its way, so a signal can only be explained by signals that are at least as bad: severities are worked out from Outage downwards. Of one severity, the
 * nodes that suffer just that are taken dependencies first, by strongly connected groups; a candidate that is not supported by what came before is a cause. O(edges of what suffers) per severity.
 * Only a cycle that leads through redundancy groups may need more than one cause; there, each is tried without.
 */
export class RootCauses {
  private readonly members = new PlacedNodes();
  private readonly connected = new StronglyConnected();
  private buffer = new Int32Array(0);
  private pending = new Int32Array(0);
  private isSupported = new Uint8Array(0);

  /** The nodes of the causes, worst first, then by technicalName. The graph's traversal holds the effective states; `own` has the severity each node reports, by node. */
  find(graph: LandscapeGraph, own: Uint8Array): number[] {
    const { capacity } = graph.components;
    if (this.isSupported.length < capacity) {
      this.isSupported = new Uint8Array(Math.ceil(capacity * 1.05));
    }
    const { count } = graph.traversal;
    this.buffer = grownInts(this.buffer, count);
    this.pending = grownInts(this.pending, count);
    const causes: number[] = [];
    for (let level = 3; level >= 1; level--) {
      causes.push(...inNameOrder(graph, this.causesAt(graph, own, level)));
    }
    return causes;
  }

  private causesAt(graph: LandscapeGraph, own: Uint8Array, level: number): number[] {
    const { queue, severities, count } = graph.traversal;
    let memberCount = 0;
    let hasCandidate = false;
    for (let i = 0; i < count; i++) {
      const node = queue[i]!;
      if (severities[node] === level) {
        this.buffer[memberCount++] = node;
        hasCandidate = hasCandidate || own[node] === level;
      }
    }
    if (!hasCandidate) {
      return [];
    }
    this.members.assign(this.buffer, memberCount, graph.components.capacity);
    this.connected.find(this.members, graph.edges.dependencies, HANDS_ON[level]!);
    const { order, groups } = this.connected;
    const causes: number[] = [];
    this.supportFrom(graph, level, causes);
    for (let first = 0, end = 0; first < memberCount; first = end) {
      const candidates: number[] = [];
      for (end = first; end < memberCount && groups[end] === groups[first]; end++) {
        if (own[order[end]!] === level && this.isSupported[order[end]!] === 0) {
          candidates.push(order[end]!);
        }
      }
      if (candidates.length > 0) {
        causes.push(...this.causesOfCycle(graph, level, inNameOrder(graph, candidates), causes));
      }
    }
    return causes;
  }

  /** The causes among the candidates (in name order) of one strongly connected group; all of it is supported afterwards. */
  private causesOfCycle(graph: LandscapeGraph, level: number, candidates: readonly number[], outside: readonly number[]): number[] {
    const chosen: number[] = [];
    for (const candidate of candidates) {
      if (this.isSupported[candidate] === 0) {
        chosen.push(candidate);
        this.support(graph, level, candidate);
      }
    }
    if (chosen.length === 1) {
      return chosen;
    }
    let needed = chosen;
    for (const candidate of [...chosen].reverse()) {
      const others = needed.filter((cause) => cause !== candidate);
      this.supportFrom(graph, level, [...outside, ...others]);
      needed = this.isSupported[candidate] === 1 ? others : needed;
    }
    this.supportFrom(graph, level, [...outside, ...needed]);
    return needed;
  }

  /** Starts over: supports what suffers `level` because of what suffers worse, or because of these causes. */
  private supportFrom(graph: LandscapeGraph, level: number, causes: readonly number[]): void {
    const { traversal } = graph;
    const { queue, severities, count } = traversal;
    for (let place = 0; place < this.members.count; place++) {
      this.isSupported[this.members.members[place]!] = 0;
    }
    // Tallies of redundancy groups belong to a query: a fresh number opens them anew.
    traversal.query++;
    for (let i = 0; i < count; i++) {
      const node = queue[i]!;
      if (severities[node]! > level) {
        this.spread(graph, level, this.passOn(graph, level, node, severities[node]!, 0));
      }
    }
    for (const cause of causes) {
      this.support(graph, level, cause);
    }
  }

  private support(graph: LandscapeGraph, level: number, node: number): void {
    if (this.isSupported[node] === 0) {
      this.isSupported[node] = 1;
      this.pending[0] = node;
      this.spread(graph, level, 1);
    }
  }

  private spread(graph: LandscapeGraph, level: number, pendingCount: number): void {
    let tail = pendingCount;
    while (tail > 0) {
      tail = this.passOn(graph, level, this.pending[tail - 1]!, level, tail - 1);
    }
  }

  /** Supports the dependents to which a node with this severity hands `level` on, puts them at the end of `pending`, and answers its new length. */
  private passOn(graph: LandscapeGraph, level: number, node: number, severity: number, pendingCount: number): number {
    const { traversal, edges } = graph;
    const { stamps, severities, base, query } = traversal;
    const { starts, lengths, values, companions } = edges.dependents;
    const { isSupported, pending } = this;
    const { passes } = UNFILTERED;
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    let tail = pendingCount;
    for (let place = start; place < end; place++) {
      const edge = values[place]!;
      const attribute = edge >>> 24;
      const passed = passes[(attribute << 2) | severity]!;
      const dependent = edge & NEIGHBOUR_MASK;
      if (passed < level || stamps[dependent] !== base || severities[dependent] !== level || isSupported[dependent] === 1) {
        continue;
      }
      if (attribute >= GROUPED_FROM && attribute < GROUPED_BELOW) {
        const group = edges.groups.of(companions[place]!);
        edges.groups.openTally(group, query, edges, UNFILTERED, traversal);
        if (edges.groups.countTarget(group, node, passed) < level) {
          continue;
        }
      }
      isSupported[dependent] = 1;
      pending[tail++] = dependent;
    }
    return tail;
  }
}

function inNameOrder(graph: LandscapeGraph, nodes: number[]): number[] {
  const { ranks } = graph.components.nameOrder;
  return nodes.length < 2 ? nodes : nodes.sort((a, b) => ranks[a]! - ranks[b]!);
}
