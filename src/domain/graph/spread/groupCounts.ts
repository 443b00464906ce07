/** How many targets of a redundancy group work at given states, and which are lost. */
import { TRAVELS, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/arrays/edgeStore';
import type { WithheldEdges } from '@/domain/graph/spread/propagation';
import type { CountingScratch } from '@/domain/graph/arrays/redundancyGroups';

export interface GroupCount {
  group: number;
  /** The component that the group belongs to. */
  owner: number;
  targets: number;
  /** The targets that pass on what the group passes on, or worse. */
  lost: number[];
}

/** Counts over states by node. Edges in `withheld` pass on Healthy, and their targets count as working. */
export class GroupCounts {
  constructor(
    private readonly edges: EdgeStore,
    private readonly marks: Pick<CountingScratch, 'marks' | 'freshMark'>,
    private readonly severities: Uint8Array,
    private readonly withheld: WithheldEdges,
  ) {}

  /** The severity that a group passes on, given how many of its targets must suffer it first; 0 while the group holds. */
  passed(group: number, needed: number): number {
    for (let level = 3; level > 0; level--) {
      if (this.passesOn(group, needed, level)) {
        return level;
      }
    }
    return 0;
  }

  of(group: number, needed: number): GroupCount {
    const { edges } = this;
    const passed = this.passed(group, needed);
    const targets = new Set<number>();
    const lost = new Set<number>();
    for (const edge of edges.groups.members.row(group)) {
      if (UNFILTERED.verdicts[edges.attributes[edge]!] === TRAVELS) {
        targets.add(edges.causes[edge]!);
        if (this.passedBy(edge) >= passed) {
          lost.add(edges.causes[edge]!);
        }
      }
    }
    return { group, owner: edges.affected[edges.groups.members.row(group)[0]!]!, targets: targets.size, lost: [...lost] };
  }

  private passesOn(group: number, needed: number, level: number): boolean {
    const { edges } = this;
    const { starts, values } = edges.groups.members;
    const { marks } = this.marks;
    const mark = this.marks.freshMark();
    const start = starts[group]!;
    const end = start + edges.groups.members.rowLength(group);
    let failing = 0;
    for (let offset = start; offset < end && failing < needed; offset++) {
      const edge = values[offset]!;
      const target = edges.causes[edge]!;
      if (marks[target] !== mark && this.passedBy(edge) >= level) {
        marks[target] = mark;
        failing++;
      }
    }
    return failing >= needed;
  }

  private passedBy(edge: number): number {
    const { edges, severities, withheld } = this;
    return withheld?.has(edge) === true ? 0 : UNFILTERED.passes[(edges.attributes[edge]! << 2) | severities[edges.causes[edge]!]!]!;
  }
}
