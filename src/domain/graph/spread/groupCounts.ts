/** How many targets a redundancy group that gave way has, and which of them are lost. */
import { TRAVELS, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/arrays/edgeStore';
import { passedToGroup } from './redundancy';
import type { Suffering } from './redundancy';

export interface GroupCount {
  group: number;
  /** The component that the group belongs to. */
  owner: number;
  targets: number;
  /** The targets that pass on what the group passes on, or worse. */
  lost: number[];
}

/** Counts for a group that passes on the severity `passed`. */
export function countGroup(edges: EdgeStore, group: number, passed: number, at: Suffering): GroupCount {
  const targets = new Set<number>();
  const lost = new Set<number>();
  for (const edge of edges.groups.members.row(group))
    if (UNFILTERED.verdicts[edges.attributes[edge]!] === TRAVELS) {
      targets.add(edges.causes[edge]!);
      if (passedToGroup(edges, edge, at) >= passed) lost.add(edges.causes[edge]!);
    }
  return { group, owner: edges.affected[edges.groups.members.row(group)[0]!]!, targets: targets.size, lost: [...lost] };
}
