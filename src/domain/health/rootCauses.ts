/** Which of the components that report trouble are causes: those that no other one explains. Cycles and redundancy groups included. */
import { ATTRIBUTE_SHIFT, NEIGHBOUR_MASK, TRAVELS, UNFILTERED } from '@/domain/graph/edgeAttributes';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { isGrouped, passedThroughGroup } from '@/domain/graph/propagation';
import { grownInts } from '@/domain/graph/rowArena';
import { NodePositions, StronglyConnected } from '@/domain/graph/stronglyConnected';

/** By severity, by attribute: TRAVELS where an edge hands that severity on as it is. */
const HANDS_ON: readonly Uint8Array[] = [0, 1, 2, 3].map((severity) => {
  const handsOnAsItIs = (attribute: number): boolean => severity > 0 && UNFILTERED.passes[attribute * 4 + severity] === severity;
  return Uint8Array.from({ length: 256 }, (_, attribute) => (handsOnAsItIs(attribute) ? TRAVELS : 0));
});

/** What a node is to the level being worked out. All are back to UNKNOWN afterwards. */
const UNKNOWN = 0;
/** Suffers just this level, and a candidate may suffer from it. */
const IN_DOUBT = 1;
/** Suffers just this level because of what is found so far. */
const SUPPORTED = 2;
/** Suffers worse, and hands on at least this level. */
const WORSE = 3;

/**
 * A component is explained when what its dependencies pass on, without its own signal, is at least as bad as its signal. Members of a cycle
 * explain one another, so that the answer is found as a smallest set: causes are components whose signals alone bring every component to
 * its effective state, none of which the others explain. Where there is a choice (a cycle that nothing outside explains), the one whose
 * technicalName comes first is taken.
 *
 * Nothing ever gets worse on its way, so a signal can only be explained by signals that are at least as bad: each severity is worked out by
 * itself. A candidate without a dependency that hands on its severity is a cause. For the others, all that could lead to them is gathered,
 * walking back; causes and worse states are spread through that; and what is still in doubt lies on cycles or behind them, and is taken by
 * strongly connected groups, dependencies first. Only a cycle through redundancy groups may need more than one cause; there, each is tried
 * without.
 */
export class RootCauses {
  private readonly members = new NodePositions();
  private readonly connected = new StronglyConnected();
  private roles = new Uint8Array(0);
  /** Nodes in doubt, in the order they were found. */
  private doubted = new Int32Array(0);
  private doubtedCount = 0;
  private worse: number[] = [];
  private pending = new Int32Array(0);

  /**
   * The nodes of the causes, worst first, then by technicalName. The graph's traversal holds the effective states; `own` has the severity
   * each node reports, by node.
   */
  find(graph: LandscapeGraph, own: Uint8Array, reporting: Int32Array): number[] {
    const { capacity } = graph.components;
    if (this.roles.length < capacity) {
      this.roles = new Uint8Array(Math.ceil(capacity * 1.05));
    }
    this.doubted = grownInts(this.doubted, graph.traversal.count);
    this.pending = grownInts(this.pending, graph.traversal.count);
    const causes: number[] = [];
    for (let level = 3; level >= 1; level--) {
      const candidates = Array.from(reporting).filter((node) => own[node] === level && graph.traversal.severities[node] === level);
      causes.push(...inNameOrder(graph, this.causesAmong(graph, inNameOrder(graph, candidates), level)));
    }
    return causes;
  }

  /** The causes among candidates in name order. */
  private causesAmong(graph: LandscapeGraph, candidates: readonly number[], level: number): number[] {
    this.doubtedCount = 0;
    this.worse = [];
    const causes: number[] = [];
    for (const candidate of candidates) {
      if (this.roles[candidate] === UNKNOWN) {
        this.gatherFrom(graph, candidate, level);
      }
      if (!this.hasSupplier(graph, candidate, level)) {
        causes.push(candidate);
      }
    }
    if (causes.length < candidates.length) {
      this.supportFrom(graph, level, causes);
      causes.push(...this.causesOnCycles(graph, candidates, level, causes));
    }
    for (let i = 0; i < this.doubtedCount; i++) {
      this.roles[this.doubted[i]!] = UNKNOWN;
    }
    for (const node of this.worse) {
      this.roles[node] = UNKNOWN;
    }
    return causes;
  }

  /** Whether some dependency hands `level` or worse on to this node. */
  private hasSupplier(graph: LandscapeGraph, node: number, level: number): boolean {
    const { starts, lengths, values } = graph.edges.dependencies;
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    for (let offset = start; offset < end; offset++) {
      if (handsOn(graph, values[offset]!, level)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Puts a node and all that could hand the level on to it, directly or through others, in doubt; what suffers worse is noted and not
   * walked through.
   */
  private gatherFrom(graph: LandscapeGraph, from: number, level: number): void {
    const { roles, doubted } = this;
    const { severities } = graph.traversal;
    const { starts, lengths, values } = graph.edges.dependencies;
    roles[from] = IN_DOUBT;
    let head = this.doubtedCount;
    doubted[this.doubtedCount++] = from;
    for (; head < this.doubtedCount; head++) {
      const node = doubted[head]!;
      const start = starts[node] ?? 0;
      const end = start + (lengths[node] ?? 0);
      for (let offset = start; offset < end; offset++) {
        const edge = values[offset]!;
        const dependency = edge & NEIGHBOUR_MASK;
        if (roles[dependency] !== UNKNOWN || !handsOn(graph, edge, level)) {
          continue;
        }
        if (severities[dependency] === level) {
          roles[dependency] = IN_DOUBT;
          doubted[this.doubtedCount++] = dependency;
        } else {
          roles[dependency] = WORSE;
          this.worse.push(dependency);
        }
      }
    }
  }

  /** Starts over: supports what suffers `level` because of what suffers worse, or because of these causes. */
  private supportFrom(graph: LandscapeGraph, level: number, causes: readonly number[]): void {
    for (let i = 0; i < this.doubtedCount; i++) {
      this.roles[this.doubted[i]!] = IN_DOUBT;
    }
    // Tallies of redundancy groups belong to a query: a fresh number opens them anew.
    graph.traversal.query++;
    for (const node of this.worse) {
      this.spread(graph, level, this.passOn(graph, level, node, 0));
    }
    for (const cause of causes) {
      this.support(graph, level, cause);
    }
  }

  private causesOnCycles(graph: LandscapeGraph, candidates: readonly number[], level: number, outside: readonly number[]): number[] {
    if (candidates.every((candidate) => this.roles[candidate] === SUPPORTED)) {
      return [];
    }
    const isCandidate = new Set(candidates);
    const inDoubt = this.doubted.subarray(0, this.doubtedCount).filter((node) => this.roles[node] === IN_DOUBT);
    this.members.assign(inDoubt, inDoubt.length, graph.components.capacity);
    this.connected.find(this.members, graph.edges.dependencies, HANDS_ON[level]!);
    const { order, groups } = this.connected;
    const causes: number[] = [];
    for (let first = 0, end = 0; first < inDoubt.length; first = end) {
      const together: number[] = [];
      for (end = first; end < inDoubt.length && groups[end] === groups[first]; end++) {
        if (this.roles[order[end]!] === IN_DOUBT && isCandidate.has(order[end]!)) {
          together.push(order[end]!);
        }
      }
      causes.push(...this.causesOfCycle(graph, level, inNameOrder(graph, together), [...outside, ...causes]));
    }
    return causes;
  }

  /** The causes among the unsupported candidates (in name order) of one strongly connected group; all of it is supported afterwards. */
  private causesOfCycle(graph: LandscapeGraph, level: number, candidates: readonly number[], outside: readonly number[]): number[] {
    const chosen: number[] = [];
    for (const candidate of candidates) {
      if (this.roles[candidate] === IN_DOUBT) {
        chosen.push(candidate);
        this.support(graph, level, candidate);
      }
    }
    if (chosen.length <= 1) {
      return chosen;
    }
    let needed = chosen;
    for (const candidate of [...chosen].reverse()) {
      const others = needed.filter((cause) => cause !== candidate);
      this.supportFrom(graph, level, [...outside, ...others]);
      needed = this.roles[candidate] === SUPPORTED ? others : needed;
    }
    this.supportFrom(graph, level, [...outside, ...needed]);
    return needed;
  }

  private support(graph: LandscapeGraph, level: number, node: number): void {
    if (this.roles[node] === IN_DOUBT) {
      this.roles[node] = SUPPORTED;
      this.pending[0] = node;
      this.spread(graph, level, 1);
    }
  }

  private spread(graph: LandscapeGraph, level: number, pendingCount: number): void {
    let tail = pendingCount;
    while (tail > 0) {
      tail = this.passOn(graph, level, this.pending[tail - 1]!, tail - 1);
    }
  }

  /** Supports the nodes in doubt to which a node hands `level` on, puts them at the end of `pending`, and answers its new length. */
  private passOn(graph: LandscapeGraph, level: number, node: number, pendingCount: number): number {
    const { traversal, edges } = graph;
    const { starts, lengths, values, companions } = edges.dependents;
    const { roles, pending } = this;
    const { passes } = UNFILTERED;
    const severity = traversal.severities[node]!;
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    let tail = pendingCount;
    for (let offset = start; offset < end; offset++) {
      const edge = values[offset]!;
      const passed = passes[((edge >>> ATTRIBUTE_SHIFT) << 2) | severity]!;
      const dependent = edge & NEIGHBOUR_MASK;
      if (passed < level || roles[dependent] !== IN_DOUBT) {
        continue;
      }
      if (isGrouped(edge) && passedThroughGroup(edges, traversal, companions[offset]!, node, passed) < level) {
        continue;
      }
      roles[dependent] = SUPPORTED;
      pending[tail++] = dependent;
    }
    return tail;
  }
}

/** Whether this edge, in a row of dependencies, passes on `level` or worse in the effective states of the traversal. */
function handsOn({ traversal }: LandscapeGraph, edge: number, level: number): boolean {
  const dependency = edge & NEIGHBOUR_MASK;
  // What the edge passes on of `severityOf`, written out: this is asked for every edge of what is in doubt.
  const severity = traversal.stamps[dependency] === traversal.base ? traversal.severities[dependency]! : 0;
  return UNFILTERED.passes[((edge >>> ATTRIBUTE_SHIFT) << 2) | severity]! >= level;
}

function inNameOrder(graph: LandscapeGraph, nodes: number[]): number[] {
  const { ranks } = graph.components.nameOrder;
  return nodes.length < 2 ? nodes : nodes.sort((a, b) => ranks[a]! - ranks[b]!);
}
