/**
 * Which cause each suffering component suffers from: the worst of those that bring it to its effective state, then the one whose
 * technicalName comes first.
 */
import { ATTRIBUTE_SHIFT, NEIGHBOUR_MASK, UNFILTERED } from '@/domain/graph/edgeAttributes';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { isGrouped } from '@/domain/graph/propagation';
import { grownInts } from '@/domain/graph/rowArena';

const UNLABELLED = -1;

/**
 * Labels spread from the causes along the edges that carry a component's effective state, the first cause first, so that each component
 * takes the first one that reaches it: O(edges of what suffers). In a first round a redundancy group hands on only what any one of its
 * targets would bring about; what only several failing targets together can bring about is labelled in a second round.
 */
export class CauseLabels {
  /** Cause of each node in the traversal, by node. */
  causeOf = new Int32Array(0);
  private labelled = new Int32Array(0);
  private pending = new Int32Array(0);

  /** Labels all nodes of the graph's traversal. `causes` are in order: worst first, then by technicalName. */
  assign(graph: LandscapeGraph, causes: readonly number[]): void {
    const { queue, count } = graph.traversal;
    if (this.causeOf.length < graph.components.capacity) {
      this.causeOf = new Int32Array(Math.ceil(graph.components.capacity * 1.05));
    }
    this.labelled = grownInts(this.labelled, count);
    this.pending = grownInts(this.pending, count);
    for (let i = 0; i < count; i++) {
      this.causeOf[queue[i]!] = UNLABELLED;
    }
    const ends: number[] = [];
    let labelledCount = 0;
    for (const cause of causes) {
      this.causeOf[cause] = cause;
      this.pending[0] = cause;
      labelledCount = this.spread(graph, cause, 1, false, labelledCount);
      ends.push(labelledCount);
    }
    if (labelledCount < count) {
      causes.forEach((cause, i) => {
        const start = i === 0 ? 0 : ends[i - 1]!;
        const end = ends[i]!;
        this.pending.set(this.labelled.subarray(start, end));
        this.spread(graph, cause, end - start, true, labelledCount);
      });
    }
  }

  /** Labels whatever the pending nodes reach, notes all of these from `labelledCount` on, and answers the new count. */
  private spread(graph: LandscapeGraph, cause: number, pendingCount: number, isSecondRound: boolean, labelledCount: number): number {
    let tail = pendingCount;
    let noted = labelledCount;
    while (tail > 0) {
      const node = this.pending[--tail]!;
      if (!isSecondRound) {
        this.labelled[noted++] = node;
      }
      tail = this.labelDependents(graph, cause, node, isSecondRound, tail);
    }
    return noted;
  }

  private labelDependents(graph: LandscapeGraph, cause: number, node: number, withWholeGroups: boolean, pendingCount: number): number {
    const { traversal, edges } = graph;
    const { stamps, severities, base, query } = traversal;
    const { starts, lengths, values, companions } = edges.dependents;
    const { causeOf, pending } = this;
    const { passes } = UNFILTERED;
    const severity = severities[node]!;
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    let tail = pendingCount;
    for (let place = start; place < end; place++) {
      const edge = values[place]!;
      const dependent = edge & NEIGHBOUR_MASK;
      // What the edge passes on, with the table at hand.
      const passed = passes[((edge >>> ATTRIBUTE_SHIFT) << 2) | severity]!;
      if (passed === 0 || stamps[dependent] !== base || causeOf[dependent] !== UNLABELLED || passed < severities[dependent]!) {
        continue;
      }
      if (isGrouped(edge)) {
        const group = edges.groups.of(companions[place]!);
        const needed = edges.groups.openTally(group, query, edges, UNFILTERED, traversal);
        if ((needed > 1 && !withWholeGroups) || !isHandedOn(graph, group, severities[dependent]!, needed)) {
          continue;
        }
      }
      causeOf[dependent] = cause;
      pending[tail++] = dependent;
    }
    return tail;
  }
}

/**
 * Whether a redundancy group hands at least `level` on to its owner, in the effective states of the traversal: once as many targets as
 * `needed` pass it on. A target counts once, however many of the edges are its own.
 */
function isHandedOn({ traversal, edges }: LandscapeGraph, group: number, level: number, needed: number): boolean {
  const { starts, values } = edges.groups.members;
  const mark = traversal.freshMark();
  const start = starts[group]!;
  const end = start + edges.groups.members.rowLength(group);
  let failing = 0;
  for (let place = start; place < end && failing < needed; place++) {
    const edge = values[place]!;
    const target = edges.causes[edge]!;
    if (UNFILTERED.passes[(edges.attributes[edge]! << 2) | traversal.severityOf(target)]! >= level && traversal.marks[target] !== mark) {
      traversal.marks[target] = mark;
      failing++;
    }
  }
  return failing >= needed;
}
