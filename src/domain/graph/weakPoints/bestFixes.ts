/**
 * The changes that are worth most for the whole landscape. Each was tried on a copy of it: what one failure does today, and what the same failure
 * does with the change.
 */
import { UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { dependencyFactOf, whileEdited } from '@/domain/graph/landscape/whileEdited';
import { byCodeUnit } from '@/plain/order';
import type { Steps } from '@/plain/steps';
import type { StakesOrder } from './candidatesOfAll';
import { Consequences, type Consequence } from './consequences';
import { outageOf, zoneFailure, type NodeFailure } from './exposures';
import { changeOfGroup, changeOfMode, nameOf, withoutNoise, type Change } from './fixes';
import type { Margin, SingleCause } from './margins';
import { addedMember, freeOrdinal, membersByName, movedMember } from './trialMembers';
import { whileSofter } from './whileSofter';
import { zonesThatTake } from './zonesThatTake';

/** Components as nodes. Groups that no longer exist are left out. */
export interface ChangesToTry {
  softer: readonly { source: number; target: number }[];
  groups: readonly { owner: number; redundancyGroup: string }[];
}

export interface BestFix extends Change {
  /** The node that the change protects. */
  protects: number;
  /** What fails. For a group of which all members do the same: the member whose failure costs most. */
  cause: Pick<SingleCause, 'kind' | 'index'>;
  /** What its failure does today, and with the change; `watched` is the severity of the protected node. */
  before: Consequence;
  after: Consequence;
}

export const MOST_BEST_FIXES = 10;
/** In large landscapes fewer changes are tried: a trial looks at what all capabilities consist of. */
const TRIALS = { most: 40, least: 4, positions: 400_000 };
const OUTAGE = 3;

export interface BestFixes {
  fixes: BestFix[];
  /** How many changes were tried. */
  tried: number;
}

/**
 * At most MOST_BEST_FIXES, in the order of what they are worth: by `revenue`, how much less an hour costs while the cause is down; by `reach`,
 * how many capabilities are no longer down then. Leaves out what is worth nothing, and what would add a component that alone takes a
 * capability down. Between steps the graph is as it was, so others may try changes on it; nobody may change it for good.
 */
export function* bestFixes(landscape: Landscape, changes: ChangesToTry, order: StakesOrder): Steps<BestFixes> {
  const graph = graphOf(landscape);
  const trials = new Trials(graph, order);
  const most = Math.max(TRIALS.least, Math.min(TRIALS.most, Math.floor(TRIALS.positions / Math.max(1, graph.components.count))));
  const found: BestFix[] = [];
  for (const change of changes.softer.slice(0, most)) {
    yield;
    found.push(...trials.makeSofter(change));
  }
  for (const group of changes.groups.slice(0, most).flatMap((named) => groupsNamed(graph, named))) {
    yield;
    found.push(...trials.addMember(group));
    yield;
    found.push(...trials.separate(group));
  }
  const [first, second] = order === 'revenue' ? [savesPerHour, savesCapabilities] : [savesCapabilities, () => 0];
  const fixes = found
    .filter((fix) => first(fix) > 0)
    .sort(
      (left, right) => first(right) - first(left) || second(right) - second(left) || byCodeUnit(nameOf(graph, left), nameOf(graph, right)),
    )
    .slice(0, MOST_BEST_FIXES);
  return { fixes, tried: found.length };
}

function groupsNamed({ edges: { groups } }: LandscapeGraph, { owner, redundancyGroup }: ChangesToTry['groups'][number]): GroupOf[] {
  return [...groups.ownedBy(owner)].filter((group) => groups.nameOf(group) === redundancyGroup).map((group) => ({ owner, group }));
}

type GroupOf = Pick<Margin, 'owner' | 'group'>;

/** How much less an hour costs while the cause is down. */
export function savesPerHour({ before, after }: Pick<BestFix, 'before' | 'after'>): number {
  return withoutNoise(before.perHour - after.perHour);
}

/** How many capabilities are no longer down while the cause is. */
export function savesCapabilities({ before, after }: Pick<BestFix, 'before' | 'after'>): number {
  return downIn(before) - downIn(after);
}

function downIn({ capabilities }: Consequence): number {
  return [...capabilities.values()].filter((severity) => severity === OUTAGE).length;
}

/** Tries one change after another. */
class Trials {
  private readonly now: Consequences;
  private readonly worth: (fix: Pick<BestFix, 'before' | 'after'>) => number;
  private ordinal: number | null = null;

  constructor(
    private readonly graph: LandscapeGraph,
    order: StakesOrder,
  ) {
    this.now = new Consequences(graph);
    this.worth = order === 'revenue' ? savesPerHour : savesCapabilities;
  }

  makeSofter({ source, target }: ChangesToTry['softer'][number]): BestFix[] {
    const { graph, now } = this;
    const slots = slotsPassingOutage(graph, source, target);
    const [slot] = slots;
    if (slot === undefined || slots.length > 1) return [];
    const fact = { ...dependencyFactOf(graph, slot), mode: 'Degraded' as const };
    const from = dependencyFactOf(graph, slot).mode;
    const failure = [outageOf([target])];
    const step = { slot, attribute: graph.edges.attributes[slot]!, mode: fact.mode };
    const [before] = now.of(failure, source);
    const [after] = whileEdited(graph, { dependencies: [fact] }, () =>
      whileSofter(graph, now.part, step, () => now.ofEdited(failure, source)),
    );
    const cause = { kind: 'component' as const, index: target };
    return [{ ...changeOfMode(slot, from, fact.mode), protects: source, cause, before: before!, after: after! }];
  }

  addMember({ owner, group }: GroupOf): BestFix[] {
    const { graph, now } = this;
    const members = membersByName(graph, group);
    if (members.length === 0) return [];
    const failures = members.map((node) => outageOf([node]));
    this.ordinal ??= freeOrdinal(graph);
    const { member, edits } = addedMember(graph, { owner, group }, this.ordinal);
    const before = now.of(failures, owner);
    const after = whileEdited(graph, edits, () => {
      const then = new Consequences(graph);
      const added = (edits.components ?? []).map(({ id }) => graph.components.find(id));
      return then.of(added.map(asOutage), owner).some((own) => downIn(own) > 0) ? null : then.of(failures, owner);
    });
    if (after === null) return [];
    const trials = members.map((index, at) => ({
      cause: { kind: 'component' as const, index },
      before: before[at]!,
      after: after[at]!,
    }));
    const best = trials.reduce((left, right) => (this.worth(right) > this.worth(left) ? right : left));
    const change = changeOfGroup('addMember', { owner, group }, member, `${members.length}`, `${members.length + 1}`);
    return [{ ...change, protects: owner, ...best }];
  }

  /** For each zone that takes down too many targets: moves the first member in it whose move helps. */
  separate({ owner, group }: GroupOf): BestFix[] {
    const { graph, now } = this;
    const zones = zonesThatTake(graph, { owner, group });
    const members = membersByName(graph, group);
    return zones.flatMap((zone): BestFix[] => {
      const [before] = now.of([zoneFailure(graph, zone)], owner);
      for (const member of members.filter((node) => graph.links.componentZones.named.row(node).includes(zone))) {
        const after = whileEdited(graph, movedMember(graph, member), () => {
          const still = zonesThatTake(graph, { owner, group });
          if (still.includes(zone) || still.some((other) => !zones.includes(other))) return null;
          return new Consequences(graph).of([zoneFailure(graph, zone)], owner)[0]!;
        });
        if (after === null) continue;
        const from = graph.hostingZones.at(zone).technicalName;
        const change = changeOfGroup('separate', { owner, group }, member, from, null);
        return [{ ...change, protects: owner, cause: { kind: 'hosting-zone', index: zone }, before: before!, after }];
      }
      return [];
    });
  }
}

const asOutage = (node: number): NodeFailure => outageOf([node]);

/** The slots of the dependencies of `source` on `target` that pass an Outage on. */
function slotsPassingOutage({ edges }: LandscapeGraph, source: number, target: number): number[] {
  return Array.from(edges.dependencies.companionsIn(source)).filter(
    (slot) => edges.causes[slot] === target && UNFILTERED.needs[(edges.attributes[slot]! << 2) | OUTAGE] === OUTAGE,
  );
}
