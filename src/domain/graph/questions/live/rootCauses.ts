/**
 * Finds which of the components that report trouble are causes, that is, not explained by any other. Handles cycles and redundancy groups.
 */
import { ATTRIBUTE_SHIFT, NEIGHBOUR_MASK, TRAVELS, UNFILTERED, isGrouped } from '@/domain/graph/arrays/edgeAttributes';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { passedThroughGroup } from '@/domain/graph/spread/redundancy';
import { grownInts } from '@/domain/graph/arrays/rowArena';
import { NodePositions, StronglyConnected } from '@/domain/graph/spread/stronglyConnected';
import { finish } from '@/plain/steps';

/** By severity, then by attribute: TRAVELS if an edge passes that severity on unchanged. */
const HANDS_ON: readonly Uint8Array[] = [0, 1, 2, 3].map((severity) => {
  const handsOnAsItIs = (attribute: number): boolean => severity > 0 && UNFILTERED.passes[attribute * 4 + severity] === severity;
  return Uint8Array.from({ length: 256 }, (_, attribute) => (handsOnAsItIs(attribute) ? TRAVELS : 0));
});

/** The role of a node at the level being examined. All nodes are reset to UNKNOWN afterwards. */
const UNKNOWN = 0;
/** Is at exactly this level, possibly because of a candidate. */
const IN_DOUBT = 1;
/** Is at exactly this level because of what was found so far. */
const SUPPORTED = 2;
/** Is at a worse level, and passes on at least this one. */
const WORSE = 3;

/**
 * A component is explained if what its dependencies pass on, without its own signal, is at least as bad as its signal.
 *
 * Members of a cycle explain one another, so the answer is a smallest set: causes are components whose signals alone bring every component
 * to its effective state, and none of which the others explain. Where there is a choice (a cycle that nothing outside explains), the
 * component whose technicalName comes first is taken.
 *
 * Nothing gets worse on its way, so a signal can only be explained by signals that are at least as bad. Therefore each severity is examined
 * separately. A candidate without a dependency that passes on its severity is a cause. For the others, everything that could lead to them
 * is collected by walking back. Causes and worse states are then spread through that. What is still in doubt lies on cycles or behind them,
 * and is examined by strongly connected groups, dependencies first. Only a cycle through redundancy groups may need more than one cause;
 * there, the causes are found by leaving out each in turn.
 */
export class RootCauses {
  private readonly members = new NodePositions();
  private readonly connected = new StronglyConnected();
  private roles = new Uint8Array(0);
  /** Nodes in doubt, in the order in which they were found. */
  private doubted = new Int32Array(0);
  private doubtedCount = 0;
  private worse: number[] = [];
  private pending = new Int32Array(0);

  /**
   * The nodes of the causes, worst first, then by technicalName. The graph's traversal holds the effective states; `own` is the reported
   * severity by node.
   */
  find(graph: LandscapeGraph, own: Uint8Array, reporting: Int32Array): number[] {
    const { capacity } = graph.components;
    if (this.roles.length < capacity) this.roles = new Uint8Array(Math.ceil(capacity * 1.05));
    this.doubted = grownInts(this.doubted, graph.traversal.count);
    this.pending = grownInts(this.pending, graph.traversal.count);
    const causes: number[] = [];
    for (let level = 3; level >= 1; level--) {
      const candidates = Array.from(reporting).filter((node) => own[node] === level && graph.traversal.severities[node] === level);
      causes.push(...inNameOrder(graph, this.causesAmong(graph, inNameOrder(graph, candidates), level)));
    }
    return causes;
  }

  /** The causes among the candidates, in the order of their names. */
  private causesAmong(graph: LandscapeGraph, candidates: readonly number[], level: number): number[] {
    this.doubtedCount = 0;
    this.worse = [];
    const causes: number[] = [];
    for (const candidate of candidates) {
      if (this.roles[candidate] === UNKNOWN) this.gatherFrom(graph, candidate, level);
      if (!this.hasSupplier(graph, candidate, level)) causes.push(candidate);
    }
    if (causes.length < candidates.length) {
      this.supportFrom(graph, level, causes);
      causes.push(...this.causesOnCycles(graph, candidates, level, causes));
    }
    for (let i = 0; i < this.doubtedCount; i++) this.roles[this.doubted[i]!] = UNKNOWN;
    for (const node of this.worse) this.roles[node] = UNKNOWN;
    return causes;
  }

  /** Whether some dependency passes `level` or worse on to this node. */
  private hasSupplier(graph: LandscapeGraph, node: number, level: number): boolean {
    const { starts, lengths, values } = graph.edges.dependencies;
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    for (let offset = start; offset < end; offset++) if (handsOn(graph, values[offset]!, level)) return true;
    return false;
  }

  /**
   * Marks a node in doubt, and everything that could pass the level on to it, directly or indirectly. Nodes at a worse level are recorded
   * but not passed through.
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
        if (roles[dependency] !== UNKNOWN || !handsOn(graph, edge, level)) continue;
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

  /** Starts over: marks as supported what is at `level` because of something worse, or because of these causes. */
  private supportFrom(graph: LandscapeGraph, level: number, causes: readonly number[]): void {
    for (let i = 0; i < this.doubtedCount; i++) this.roles[this.doubted[i]!] = IN_DOUBT;
    // Tallies of redundancy groups belong to a query; a new number resets them.
    graph.traversal.query++;
    for (const node of this.worse) this.spread(graph, level, this.passOn(graph, level, node, 0));
    for (const cause of causes) this.support(graph, level, cause);
  }

  private causesOnCycles(graph: LandscapeGraph, candidates: readonly number[], level: number, outside: readonly number[]): number[] {
    if (candidates.every((candidate) => this.roles[candidate] === SUPPORTED)) return [];
    const isCandidate = new Set(candidates);
    const inDoubt = this.doubted.subarray(0, this.doubtedCount).filter((node) => this.roles[node] === IN_DOUBT);
    this.members.assign(inDoubt, inDoubt.length, graph.components.capacity);
    finish(this.connected.find(this.members, graph.edges.dependencies, HANDS_ON[level]!));
    const { order, groups } = this.connected;
    const causes: number[] = [];
    for (let first = 0, end = 0; first < inDoubt.length; first = end) {
      const together: number[] = [];
      for (end = first; end < inDoubt.length && groups[end] === groups[first]; end++)
        if (this.roles[order[end]!] === IN_DOUBT && isCandidate.has(order[end]!)) together.push(order[end]!);
      causes.push(...this.causesOfCycle(graph, level, inNameOrder(graph, together), [...outside, ...causes]));
    }
    return causes;
  }

  /**
   * The causes among the unsupported candidates (in the order of their names) of one strongly connected group. Afterwards the whole group
   * is supported.
   */
  private causesOfCycle(graph: LandscapeGraph, level: number, candidates: readonly number[], outside: readonly number[]): number[] {
    const chosen: number[] = [];
    for (const candidate of candidates)
      if (this.roles[candidate] === IN_DOUBT) {
        chosen.push(candidate);
        this.support(graph, level, candidate);
      }
    if (chosen.length <= 1) return chosen;
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
    while (tail > 0) tail = this.passOn(graph, level, this.pending[tail - 1]!, tail - 1);
  }

  /** Marks as supported the nodes in doubt that a node passes `level` on to, appends them to `pending`, and returns its new length. */
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
      if (passed < level || roles[dependent] !== IN_DOUBT) continue;
      if (isGrouped(edge) && passedThroughGroup(edges, traversal, companions[offset]!, node, passed) < level) continue;
      roles[dependent] = SUPPORTED;
      pending[tail++] = dependent;
    }
    return tail;
  }
}

/** Whether this edge, in a row of dependencies, passes on `level` or worse in the effective states of the traversal. */
function handsOn({ traversal }: LandscapeGraph, edge: number, level: number): boolean {
  const dependency = edge & NEIGHBOUR_MASK;
  // The inlined result of `severityOf` for this edge, because this runs for every edge in doubt.
  const severity = traversal.stamps[dependency] === traversal.base ? traversal.severities[dependency]! : 0;
  return UNFILTERED.passes[((edge >>> ATTRIBUTE_SHIFT) << 2) | severity]! >= level;
}

function inNameOrder(graph: LandscapeGraph, nodes: number[]): number[] {
  const { ranks } = graph.components.nameOrder;
  return nodes.length < 2 ? nodes : nodes.sort((a, b) => ranks[a]! - ranks[b]!);
}
