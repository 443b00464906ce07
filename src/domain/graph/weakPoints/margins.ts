/** How much redundancy is left in each group that an entity depends on, and which single failures take down more of it than it can lose. */
import { UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import { bitsGivingWay } from '@/domain/graph/spread/redundancyBits';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { EntityKind } from '@/domain/vocabulary';
import { append } from '@/plain/grouped';
import type { Failure, FailurePlanes } from './failuresInPart';
import { groupOfPart, type LandscapePart, type PartGroup } from './landscapePart';

/** A component, zone or technology that fails alone. */
export interface SingleCause {
  kind: Extract<EntityKind, 'component' | 'hosting-zone' | 'technology'>;
  /** A node for a component, otherwise an index in the table of its kind. */
  index: number;
  failure: Failure;
}

export interface Margin {
  /** The node that depends on the group. */
  owner: number;
  /** Its number in the edge store. */
  group: number;
  /** Different targets whose failure propagates. */
  targets: number;
  /** How many targets may be down before the group passes anything on. */
  failuresLeft: number;
  sharedCauses: { cause: SingleCause; takes: number }[];
}

const OUTAGE = 3;
const DEGRADED = 2;

/**
 * Every component of the part, and every zone and technology of such a component. The failure of one zone degrades a component that is in
 * several.
 */
export function singleCausesIn(graph: LandscapeGraph, part: LandscapePart): SingleCause[] {
  const { componentZones, componentTechnologies } = graph.links;
  const causes: SingleCause[] = [];
  const zones = new Map<number, { position: number; severity: number }[]>();
  const technologies = new Map<number, { position: number; severity: number }[]>();
  for (let position = 0; position < part.count; position++) {
    const node = part.nodes[position]!;
    causes.push({ kind: 'component', index: node, failure: [{ position, severity: OUTAGE }] });
    const own = componentZones.named.row(node);
    for (const zone of own) append(zones, zone, { position, severity: own.length === 1 ? OUTAGE : DEGRADED });
    for (const technology of componentTechnologies.named.row(node)) append(technologies, technology, { position, severity: OUTAGE });
  }
  for (const [index, failure] of zones) causes.push({ kind: 'hosting-zone', index, failure });
  for (const [index, failure] of technologies) causes.push({ kind: 'technology', index, failure });
  return causes;
}

/** A group with the node that depends on it. */
export interface OwnedGroup extends PartGroup {
  owner: number;
  name: string;
}

/** All groups of the part with a target whose failure propagates, including groups that tolerate no failure. */
export function groupsIn(graph: LandscapeGraph, part: LandscapePart): OwnedGroup[] {
  const groups: OwnedGroup[] = [];
  for (let position = 0; position < part.count; position++) {
    const owner = part.nodes[position]!;
    for (const group of graph.edges.groups.ownedBy(owner)) {
      const laid = groupOfPart(graph, part, group);
      if (laid.targetCount > 0) groups.push({ ...laid, owner, name: graph.edges.groups.nameOf(group) });
    }
  }
  return groups;
}

/** Counts the lost members of the redundancy groups of a part while single causes are simulated. */
export class MarginWatch {
  readonly margins: Margin[];
  /** By position, plus one entry at the end: where the groups that have it as a target begin in `groupsOf`. */
  private readonly starts: Int32Array;
  private readonly groupsOf: Int32Array;
  /** By group: how many of its targets are affected. Zero between rounds. */
  private readonly affected: Int32Array;

  constructor(
    private readonly groups: readonly OwnedGroup[],
    { count }: Pick<LandscapePart, 'count'>,
  ) {
    this.margins = groups.map((group) => ({
      owner: group.owner,
      group: group.group,
      targets: group.targetCount,
      failuresLeft: failuresLeft(group),
      sharedCauses: [],
    }));
    this.affected = new Int32Array(groups.length);
    this.starts = new Int32Array(count + 1);
    for (const group of groups) eachTarget(group, (at) => this.starts[group.targets[at]! + 1]!++);
    for (let position = 0; position < count; position++) this.starts[position + 1]! += this.starts[position]!;
    this.groupsOf = new Int32Array(this.starts[count]!);
    const ends = this.starts.slice();
    groups.forEach((group, number) => eachTarget(group, (at) => (this.groupsOf[ends[group.targets[at]!]!++] = number)));
  }

  /**
   * Called after each round. `causes[first + bit]` fails in bit `bit`; `suffering` are the positions that are affected in any. Looks only at
   * groups with targets among them, which are few in most rounds.
   */
  look(planes: FailurePlanes, causes: readonly SingleCause[], first: number, count: number, suffering: readonly number[]): void {
    const { groups, starts, groupsOf, affected } = this;
    for (const position of suffering)
      for (let at = starts[position]!; at < starts[position + 1]!; at++) {
        const number = groupsOf[at]!;
        affected[number]!++;
        if (affected[number] === groups[number]!.needed) this.note(number, planes, causes, first, count);
      }
    for (const position of suffering) for (let at = starts[position]!; at < starts[position + 1]!; at++) affected[groupsOf[at]!] = 0;
  }

  private note(number: number, planes: FailurePlanes, causes: readonly SingleCause[], first: number, count: number): void {
    const group = this.groups[number]!;
    const givesWay = bitsGivingWay(group, 1, planes, UNFILTERED);
    for (let bit = 0; bit < count; bit++) {
      if (((givesWay >>> bit) & 1) === 0) continue;
      this.margins[number]!.sharedCauses.push({ cause: causes[first + bit]!, takes: targetsTaken(group, planes, bit) });
    }
  }
}

/** A group whose targets pass nothing on even at Outage may lose all of them. */
function failuresLeft(group: PartGroup): number {
  let passing = 0;
  eachTarget(group, (at, end) => {
    for (let edge = at; edge < end; edge++) {
      if (UNFILTERED.needs[(group.attributes[edge]! << 2) | 1]! > OUTAGE) continue;
      passing++;
      break;
    }
  });
  return passing < group.needed ? group.targetCount : group.needed - 1;
}

function targetsTaken(group: PartGroup, planes: FailurePlanes, bit: number): number {
  let taken = 0;
  eachTarget(group, (at, end) => {
    for (let edge = at; edge < end; edge++) {
      const suffers = planes[UNFILTERED.needs[(group.attributes[edge]! << 2) | 1]!]![group.targets[edge]!]!;
      if (((suffers >>> bit) & 1) === 0) continue;
      taken++;
      break;
    }
  });
  return taken;
}

/** Visits each target once. The dependencies on one target are next to each other, from `at` to before `end`. */
function eachTarget({ targets }: PartGroup, visit: (at: number, end: number) => void): void {
  for (let at = 0, end = 0; at < targets.length; at = end) {
    end = at + 1;
    while (end < targets.length && targets[end] === targets[at]) end++;
    visit(at, end);
  }
}
