/** Proposes changes after which fewer failures take an entity down. Each change was tried on a copy of the landscape. */
import type { DependencyFact } from '@/domain/graph/arrays/landscapeFacts';
import type { AlsoCounted } from '@/domain/graph/spread/inService';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { FoundEntity } from '@/domain/graph/landscape/views';
import type { DependencyMode } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { entityPart, entityTops, type EntityPart } from './entityPart';
import { EarningPart, outageOf, zoneFailure, type NodeFailure } from './exposures';
import { simulateInPart } from './failuresInPart';
import { softerCandidates } from './fixCandidates';
import type { LandscapePart } from './landscapePart';
import type { Margin } from './margins';
import { addedMember, freeOrdinal, membersByName, movedMember } from './trialMembers';
import { dependencyFactOf, whileEdited, type TrialEdits } from '@/domain/graph/landscape/whileEdited';
import { whileSofter } from './whileSofter';
import { zonesThatTake } from './zonesThatTake';

/** A change to the landscape. */
export interface Change {
  kind: 'makeSofter' | 'addMember' | 'separate';
  /** The slot of the dependency to make softer; null for the other kinds. */
  dependency: number | null;
  /** The group to change, and the node that depends on it; null for makeSofter. */
  group: { owner: number; group: number } | null;
  /** The node of the member to move, or to add another like it; null for makeSofter. */
  member: number | null;
  /** The present mode, number of targets, or technicalName of the zone that the member leaves. */
  from: string;
  /** The new one; null for a zone where nothing else runs. */
  to: string | null;
}

export interface Fix extends Change {
  removesSinglePoints: number;
  removesPerHour: number | null;
}

export function changeOfMode(dependency: number, from: DependencyMode, to: DependencyMode): Change {
  return { kind: 'makeSofter', dependency, group: null, member: null, from, to };
}

/** `from` and `to` are as in `Change`. */
export function changeOfGroup(
  kind: 'addMember' | 'separate',
  { owner, group }: Pick<Margin, 'owner' | 'group'>,
  member: number,
  from: string,
  to: string | null,
): Change {
  return { kind, dependency: null, group: { owner, group }, member, from, to };
}

export const MOST_FIXES = 20;
/** In small landscapes every candidate is tried, in large ones only the best: one trial visits everything that the entity depends on. */
const REPLAYS = { most: 40, least: 4, positions: 10_000 };
const MOST_GROUPS_TRIED = 10;
const OUTAGE = 3;
/** For each mode, the softer modes to try, the smallest step first. */
const SOFTER: Readonly<Record<DependencyMode, readonly DependencyMode[]>> = {
  Hard: ['Degraded', 'Soft'],
  Degraded: ['Soft'],
  Soft: [],
  Async: [],
};

export interface FixQuestion {
  severity: number;
  /** The applications that count as in service although they are not. */
  also?: AlsoCounted;
  canSeeRevenue: boolean;
  /** The existing single points, with the expected cost per hour of each. */
  singles: readonly { node: number; perHour: number | null }[];
  margins: readonly Margin[];
}

/** At most MOST_FIXES, the best first. None adds a new single point. */
export function fixesFor(graph: LandscapeGraph, entity: FoundEntity, behind: EntityPart, question: FixQuestion): Fix[] {
  const replays = new Replays(graph, entity, behind, question);
  const most = Math.max(REPLAYS.least, Math.min(REPLAYS.most, Math.floor(REPLAYS.positions / Math.max(1, behind.part.count))));
  const weights = new Map(question.singles.map(({ node, perHour }) => [node, 1e-6 + (perHour ?? 0)]));
  const softer = softerCandidates(graph, behind, question.severity, (node) => weights.get(node) ?? 0, most);
  const groups = question.margins.slice(0, MOST_COMPARED);
  const fixes = [
    ...softer.map((slot) => replays.makeSofter(slot)),
    ...groups
      .filter(mayNeedMember)
      .slice(0, Math.min(most, MOST_GROUPS_TRIED))
      .map((margin) => replays.addMember(margin)),
    ...groups
      .filter(sharesZone)
      .slice(0, Math.min(most, MOST_GROUPS_TRIED))
      .flatMap((margin) => replays.separate(margin)),
  ];
  return fixes
    .filter((fix) => fix !== null)
    .sort(
      (left, right) =>
        (right.removesPerHour ?? 0) - (left.removesPerHour ?? 0) ||
        right.removesSinglePoints - left.removesSinglePoints ||
        byCodeUnit(nameOf(graph, left), nameOf(graph, right)),
    )
    .slice(0, MOST_FIXES);
}

/** Only this many margins, the smallest, are searched for fixes. */
const MOST_COMPARED = 200;

const mayNeedMember = ({ failuresLeft, sharedCauses }: Margin): boolean =>
  failuresLeft === 0 || sharedCauses.some(({ cause }) => cause.kind === 'component');
const sharesZone = ({ failuresLeft, sharedCauses }: Margin): boolean =>
  failuresLeft > 0 && sharedCauses.some(({ cause }) => cause.kind === 'hosting-zone');

/** Orders changes of equal worth. */
export function nameOf({ components, edges }: LandscapeGraph, { kind, dependency, group, member, from }: Change): string {
  if (dependency !== null)
    return `${kind} ${components.technicalNameOf(edges.sourceOf(dependency))} ${components.technicalNameOf(edges.targetOf(dependency))}`;
  const owner = group === null ? '' : `${components.technicalNameOf(group.owner)} ${edges.groups.nameOf(group.group)}`;
  return `${kind} ${owner} ${member === null ? '' : components.technicalNameOf(member)} ${from}`;
}

/** Tries one change after another. */
class Replays {
  private readonly before: ReadonlyMap<number, number | null>;
  /** For the unchanged landscape. Created on first use, because it costs as much as a trial. */
  private earning: EarningPart | null = null;
  /** The ordinal of an added member; set by the first trial that adds one. */
  private ordinal: number | null = null;

  constructor(
    private readonly graph: LandscapeGraph,
    private readonly entity: FoundEntity,
    private readonly behind: EntityPart,
    private readonly question: FixQuestion,
  ) {
    this.before = new Map(question.singles.map(({ node, perHour }) => [node, perHour]));
  }

  makeSofter(slot: number): Fix | null {
    const { graph, before, behind } = this;
    const fact = dependencyFactOf(graph, slot);
    for (const mode of SOFTER[fact.mode]) {
      // A softer dependency passes on less, so nothing becomes a new single point.
      const after = this.whileSofter(behind.part, slot, { ...fact, mode }, () => this.remaining(behind.part, [...before.keys()]));
      const removed = [...before.keys()].filter((node) => !after.has(node));
      if (removed.length === 0) continue;
      const earning = this.earningNow();
      const is =
        earning &&
        this.whileSofter(earning.part, slot, { ...fact, mode }, () => earning.perHourEdited(removed.map((node) => outageOf([node]))));
      const removes = { removesSinglePoints: removed.length, removesPerHour: is && this.difference(removed, is) };
      return { ...changeOfMode(slot, fact.mode, mode), ...removes };
    }
    return null;
  }

  /**
   * The graph is edited, because modes decide which components stand for their application. The part takes longer to lay out, so it is only
   * adjusted.
   */
  private whileSofter<Result>(part: LandscapePart, slot: number, fact: DependencyFact, ask: () => Result): Result {
    const step = { slot, attribute: this.graph.edges.attributes[slot]!, mode: fact.mode };
    return whileEdited(this.graph, { dependencies: [fact] }, () => whileSofter(this.graph, part, step, ask));
  }

  addMember(margin: Margin): Fix | null {
    const { targets } = margin;
    this.ordinal ??= freeOrdinal(this.graph);
    const { member, edits } = addedMember(this.graph, margin, this.ordinal);
    const removed = this.removedBy(edits);
    return removed && { ...changeOfGroup('addMember', margin, member, `${targets}`, `${targets + 1}`), ...removed };
  }

  /** One fix for each zone that takes down too many targets: moves the first member in it whose move helps. */
  separate(margin: Margin): Fix[] {
    const { graph } = this;
    const { group, sharedCauses } = margin;
    const zones = sharedCauses.filter(({ cause }) => cause.kind === 'hosting-zone').map(({ cause }) => cause.index);
    const members = membersByName(graph, group);
    return zones.flatMap((zone) => {
      const within = members.filter((node) => graph.links.componentZones.named.row(node).includes(zone));
      for (const member of within) {
        const removed = this.zonesRemoved(margin, zones, movedMember(graph, member));
        if (removed === null) continue;
        const from = graph.hostingZones.at(zone).technicalName;
        return [{ ...changeOfGroup('separate', margin, member, from, null), ...removed }];
      }
      return [];
    });
  }

  /**
   * One more target in a group that needs as many as before lets less through, so only the new component itself could be a new single
   * point.
   */
  private removedBy(edits: TrialEdits): Pick<Fix, 'removesSinglePoints' | 'removesPerHour'> | null {
    const { graph, before } = this;
    return whileEdited(graph, edits, () => {
      const added = (edits.components ?? []).map(({ id }) => graph.components.find(id));
      const after = this.remaining(entityPart(graph, this.entity, this.question.also).part, [...before.keys(), ...added]);
      const removed = [...before.keys()].filter((node) => !after.has(node));
      if (removed.length === 0 || added.some((node) => after.has(node))) return null;
      const was = removed.map((node) => before.get(node) ?? 0);
      const outages = removed.map((node) => outageOf([node]));
      return { removesSinglePoints: removed.length, removesPerHour: this.savedBy(was, outages) };
    });
  }

  /** Those of these nodes that alone bring the entity, as it is in the graph now, to the severity. */
  private remaining(part: LandscapePart, nodes: readonly number[]): Set<number> {
    const { severity } = this.question;
    const tops = entityTops(this.graph, this.entity, this.question.also).tops.map((node) => part.positionOf(node));
    const behind = nodes.filter((node) => part.positionOf(node) !== -1);
    const found = new Set<number>();
    const failures = behind.map((node) => [{ position: part.positionOf(node), severity: OUTAGE }]);
    simulateInPart(part, failures, (planes, first, count) => {
      let bits = 0;
      for (const top of tops) bits |= planes[severity]![top]!;
      for (let bit = 0; bit < count; bit++) if (((bits >>> bit) & 1) === 1) found.add(behind[first + bit]!);
    });
    return found;
  }

  private earningNow(): EarningPart | null {
    if (this.question.canSeeRevenue) this.earning ??= new EarningPart(this.graph, this.question.also);
    return this.earning;
  }

  /** The present cost per hour of these single points, minus their cost with the change. */
  private difference(removed: readonly number[], is: Float64Array): number {
    return withoutNoise(removed.reduce((sum, node, at) => sum + (this.before.get(node) ?? 0) - is[at]!, 0));
  }

  /** The zones that no longer take down more of the group than it can lose. Here, zones are the single points. */
  private zonesRemoved(
    margin: Margin,
    zones: readonly number[],
    edits: TrialEdits,
  ): Pick<Fix, 'removesSinglePoints' | 'removesPerHour'> | null {
    const { graph } = this;
    const failuresOf = (some: readonly number[]): NodeFailure[] => some.map((zone) => zoneFailure(graph, zone));
    const was = this.earningNow()?.perHour(failuresOf(zones));
    return whileEdited(graph, edits, () => {
      const after = new Set(zonesThatTake(graph, margin));
      const removed = zones.filter((zone) => !after.has(zone));
      if (removed.length === 0 || [...after].some((zone) => !zones.includes(zone))) return null;
      const wasOfRemoved = removed.map((zone) => was?.[zones.indexOf(zone)] ?? 0);
      return { removesSinglePoints: removed.length, removesPerHour: this.savedBy(wasOfRemoved, failuresOf(removed)) };
    });
  }

  private savedBy(was: readonly number[], failures: readonly NodeFailure[]): number | null {
    if (!this.question.canSeeRevenue) return null;
    const is = new EarningPart(this.graph, this.question.also).perHour(failures);
    return withoutNoise(was.reduce((sum, perHour, at) => sum + perHour - is[at]!, 0));
  }
}

/** Rounds away the order of summation: to twelve digits, but not beyond a ten-billionth. */
export function withoutNoise(amount: number): number {
  return Number(Number(amount.toFixed(10)).toPrecision(12));
}
