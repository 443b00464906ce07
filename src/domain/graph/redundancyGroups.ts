/** Which edges back one another up: the redundancy groups of each component, and the counting that decides when a group gives way. */
import { TRAVELS } from '@/domain/graph/edgeAttributes';
import type { EdgeFilter } from '@/domain/graph/edgeAttributes';

/** The edges of one component that share a group name; targets that back one another up. */
export interface RedundancyGroup {
  owner: number;
  name: string;
  /** How many of the targets must work. */
  minimum: number;
  /** Edge slots, also of edges that do not propagate: those are left out when the group is counted. */
  edges: number[];
  tally: Tally;
}

/** What one query has counted in one group so far. */
interface Tally {
  query: number;
  /** How many targets have to suffer before the component does. */
  needed: number;
  /** By severity: how many targets suffer at least that. Entry 0 is unused. */
  suffering: [number, number, number, number];
  lastTarget: number;
  lastSeverity: number;
}

/** The columns of the edge store that counting needs. */
export interface EdgeColumns {
  causes: Int32Array;
  attributes: Uint8Array;
}

/** Marks nodes as seen without clearing: a node is marked when it holds the current mark. */
export interface NodeMarks {
  marks: Int32Array;
  freshMark(): number;
}

export class RedundancyGroups {
  private readonly byOwner = new Map<number, RedundancyGroup[]>();
  private readonly byEdge = new Map<number, RedundancyGroup>();

  get approximateBytes(): number {
    return this.byEdge.size * 64 + this.byOwner.size * 240;
  }

  join(edge: number, owner: number, name: string, minimum: number): void {
    if (!Number.isInteger(minimum) || minimum < 1) {
      throw new Error(`The minimum of redundancy group ${name} must be a whole number from 1: ${minimum}`);
    }
    const owned = this.byOwner.get(owner) ?? [];
    this.byOwner.set(owner, owned);
    let group = owned.find((candidate) => candidate.name === name);
    if (group === undefined) {
      const tally: Tally = { query: 0, needed: 0, suffering: [0, 0, 0, 0], lastTarget: -1, lastSeverity: 0 };
      group = { owner, name, minimum, edges: [], tally };
      owned.push(group);
    }
    group.minimum = minimum;
    group.edges.push(edge);
    this.byEdge.set(edge, group);
  }

  leave(edge: number): void {
    const group = this.byEdge.get(edge);
    if (group === undefined) {
      return;
    }
    this.byEdge.delete(edge);
    group.edges.splice(group.edges.indexOf(edge), 1);
    if (group.edges.length > 0) {
      return;
    }
    const owned = this.byOwner.get(group.owner) ?? [];
    owned.splice(owned.indexOf(group), 1);
    if (owned.length === 0) {
      this.byOwner.delete(group.owner);
    }
  }

  /** The group of an edge, or undefined. */
  of(edge: number): RedundancyGroup | undefined {
    return this.byEdge.get(edge);
  }

  ownedBy(node: number): readonly RedundancyGroup[] {
    return this.byOwner.get(node) ?? [];
  }
}

/**
 * How many targets of a group must suffer a severity before its component does. The component takes the k-th mildest of its n targets (k being the
 * minimum that must work), which is at least as bad as s once fewer than k targets are milder than s: once n − k + 1 suffer s. Edges that a filter or
 * propagates=false takes out are not in the group; if fewer targets than the minimum are left, all of them count as needed to work.
 */
export function openTally(group: RedundancyGroup, query: number, edges: EdgeColumns, filter: EdgeFilter, nodes: NodeMarks): number {
  const { tally } = group;
  if (tally.query === query) {
    return tally.needed;
  }
  const mark = nodes.freshMark();
  let targets = 0;
  for (const edge of group.edges) {
    const target = edges.causes[edge]!;
    if (filter.verdicts[edges.attributes[edge]!] === TRAVELS && nodes.marks[target] !== mark) {
      nodes.marks[target] = mark;
      targets++;
    }
  }
  tally.query = query;
  tally.needed = targets - Math.min(group.minimum, targets) + 1;
  tally.suffering.fill(0);
  tally.lastTarget = -1;
  return tally.needed;
}

/**
 * Counts that a target passes on `severity` to a group whose tally is open, and answers the severity that the group now passes on. A target counts with the
 * worst of its edges, so its edges must be counted one after the other, with no other target between them.
 */
export function countTarget(tally: Tally, target: number, severity: number): number {
  const { suffering } = tally;
  let counted = tally.lastTarget === target ? tally.lastSeverity : 0;
  while (counted < severity) {
    counted++;
    suffering[counted]!++;
  }
  tally.lastTarget = target;
  tally.lastSeverity = counted;
  let reached = 3;
  while (reached > 0 && suffering[reached]! < tally.needed) {
    reached--;
  }
  return reached;
}
