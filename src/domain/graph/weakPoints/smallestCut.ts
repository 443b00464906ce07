/**
 * Finds the fewest dependencies that would have to pass nothing on to keep some components Healthy. A withheld dependency passes on
 * Healthy, and still counts in its redundancy group, as a working target.
 */
import { ATTRIBUTE_SHIFT, NEIGHBOUR_MASK, TRAVELS, isGrouped } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/arrays/edgeAttributes';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { neededOf } from '@/domain/graph/spread/redundancy';

export const LARGEST_CUT = 3 as const;

export interface SmallestCut {
  /** Slots; null if there is no cut of up to LARGEST_CUT dependencies. */
  cut: number[] | null;
  /** False if the search stopped before it had tried every smaller cut. */
  isComplete: boolean;
}

/** A component that becomes affected with a severity, and the dependencies that first caused this; none if it fails by itself. */
interface Reason {
  facts: readonly number[];
  slots: readonly number[];
}

/**
 * Call it right after `filter` has settled the severities of a traversal. `failing` says how severely each origin starts. `mayGoOn` is
 * called before each trial. Finds one way in which the failure gets through. Every cut must contain one of its dependencies, so each is
 * tried in turn, smallest cuts first.
 */
export function smallestCut(
  graph: LandscapeGraph,
  filter: EdgeFilter,
  failing: ReadonlyMap<number, number>,
  spared: readonly number[],
  mayGoOn: () => boolean,
): SmallestCut {
  const trial = new Trial(graph, filter, failing);
  for (let size = 0; size <= LARGEST_CUT; size++) {
    const found = search(trial, spared, new Set(), size, mayGoOn);
    if (found === 'given up') return { cut: null, isComplete: false };
    if (found !== null) return { cut: [...found], isComplete: true };
  }
  return { cut: null, isComplete: true };
}

function search(
  trial: Trial,
  spared: readonly number[],
  withheld: Set<number>,
  left: number,
  mayGoOn: () => boolean,
): ReadonlySet<number> | 'given up' | null {
  if (!mayGoOn()) return 'given up';
  const way = trial.wayThrough(spared, withheld);
  if (way === null) return withheld;
  if (left === 0) return null;
  for (const slot of way) {
    const found = search(trial, spared, new Set([...withheld, slot]), left - 1, mayGoOn);
    if (found !== null) return found;
  }
  return null;
}

/** What is affected, and through which dependencies. Withholding some of them cannot affect anything else. */
class Trial {
  private readonly isIn: (node: number) => boolean;
  private readonly needed = new Map<number, number>();

  constructor(
    private readonly graph: LandscapeGraph,
    private readonly filter: EdgeFilter,
    private readonly failing: ReadonlyMap<number, number>,
  ) {
    const { queue, count, severities } = graph.traversal;
    const suffering = new Set<number>();
    for (let position = 0; position < count; position++) if (severities[queue[position]!]! > 0) suffering.add(queue[position]!);
    this.isIn = (node) => suffering.has(node);
  }

  /** The slots of one way in which one of these components becomes affected at all; null if none does. */
  wayThrough(spared: readonly number[], withheld: ReadonlySet<number>): number[] | null {
    const reasons = this.reasonsWithout(withheld, new Set(spared));
    const reached = spared.find((node) => reasons.has(node * 4 + 1));
    if (reached === undefined) return null;
    const slots = new Set<number>();
    const facts = new Set([reached * 4 + 1]);
    // Iterating over a set also visits members added meanwhile, each once.
    for (const fact of facts) {
      const reason = reasons.get(fact)!;
      reason.slots.forEach((slot) => slots.add(slot));
      reason.facts.forEach((other) => facts.add(other));
    }
    return [...slots];
  }

  /** Breadth first, until one of `wanted` is affected. By component × 4 + severity: what first caused it. */
  private reasonsWithout(withheld: ReadonlySet<number>, wanted: ReadonlySet<number>): Map<number, Reason> {
    const reasons = new Map<number, Reason>();
    const open: number[] = [];
    const add = (node: number, level: number, reason: Reason): boolean => {
      if (reasons.has(node * 4 + level)) return false;
      reasons.set(node * 4 + level, reason);
      open.push(node * 4 + level);
      return level === 1 && wanted.has(node);
    };
    /** By group × 4 + severity: the targets that pass it on so far, each with the dependency through which it does. */
    const counted = new Map<number, Map<number, { fact: number; slot: number }>>();
    for (const [node, severity] of this.failing)
      for (let level = 1; level <= severity; level++) if (add(node, level, { facts: [], slots: [] })) return reasons;
    for (let next = 0; next < open.length; next++) {
      const fact = open[next]!;
      for (const { dependent, slot, group, levels } of this.waysOn(fact)) {
        if (withheld.has(slot)) continue;
        for (const level of levels) {
          const reason = group === -1 ? { facts: [fact], slots: [slot] } : this.reasonOfGroup(counted, group, level, fact, slot);
          if (reason !== null && add(dependent, level, reason)) return reasons;
        }
      }
    }
    return reasons;
  }

  private reasonOfGroup(
    counted: Map<number, Map<number, { fact: number; slot: number }>>,
    group: number,
    level: number,
    fact: number,
    slot: number,
  ): Reason | null {
    const key = group * 4 + level;
    let targets = counted.get(key);
    if (targets === undefined) counted.set(key, (targets = new Map()));
    if (!targets.has(fact >> 2)) targets.set(fact >> 2, { fact, slot });
    if (targets.size < this.neededOf(group)) return null;
    return { facts: Array.from(targets.values(), (target) => target.fact), slots: Array.from(targets.values(), (target) => target.slot) };
  }

  private neededOf(group: number): number {
    let needed = this.needed.get(group);
    if (needed === undefined) {
      const { edges, traversal } = this.graph;
      needed = neededOf(edges, traversal, group);
      this.needed.set(group, needed);
    }
    return needed;
  }

  /** The dependencies through which a fact leads to others, with the severities for which it is just enough. */
  private *waysOn(fact: number): IterableIterator<{ dependent: number; slot: number; group: number; levels: number[] }> {
    const { edges } = this.graph;
    const { starts, values, companions } = edges.dependents;
    const node = fact >> 2;
    const start = starts[node] ?? 0;
    for (let offset = start; offset < start + edges.dependents.rowLength(node); offset++) {
      const edge = values[offset]!;
      const attribute = edge >>> ATTRIBUTE_SHIFT;
      const dependent = edge & NEIGHBOUR_MASK;
      if (this.filter.verdicts[attribute] !== TRAVELS || !this.isIn(dependent)) continue;
      const levels = [1, 2, 3].filter((level) => this.filter.needs[(attribute << 2) | level] === (fact & 3));
      const slot = companions[offset]!;
      if (levels.length > 0) yield { dependent, slot, group: isGrouped(edge) ? edges.groups.of(slot) : -1, levels };
    }
  }
}
