/**
 * The worst of a whole landscape: the components that take down the most, groups whose redundancy is defeated, and changes that may help. Stored
 * by name beside the summary.
 */
import type { Landscape } from '@/domain/graph/landscape/views';
import { MOST_WORST_COMPONENTS, type WeakPointSummary } from '@/contract/weakPoints';
import type { FixCandidates, StakesOrder } from '@/domain/graph/weakPoints/candidatesOfAll';
import type { SummaryTask } from '@/domain/graph/weakPoints/summaryTask';
import type { LandscapeSummary, UnderminedGroup } from '@/domain/graph/weakPoints/weakPointSummary';
import { outlineOf } from '@/server/db/parseStored';
import { byCodeUnit } from '@/plain/order';

interface Named {
  id: string;
  technicalName: string;
  name: string;
}

export interface WorstComponent extends Named {
  /** How many capabilities it takes down alone. */
  capabilities: number;
  perHour: number;
}

export interface WorstOfAll {
  /** The first by cost and the first by number of capabilities. Readers who may not see revenue get only the latter. */
  components: WorstComponent[];
  undermined: WeakPointSummary['undermined'];
  underminedOmitted: number;
  /** How many components take down a capability alone, and how many of these a mission-critical one. */
  singlePoints: { all: number; missionCritical: number };
  /**
   * Every single point with what an hour of its failure costs; null if there are too many. Absent in what an older release stored.
   */
  everyPoint?: [id: string, perHour: number][] | null;
  /** What to try, for readers who may see revenue and for those who may not. */
  candidates: Record<StakesOrder, StoredCandidates>;
}

/** More would make a large row larger than its readers need. */
const MOST_POINTS = 5_000;

/** As it is stored. */
export const WORST = outlineOf<WorstOfAll>('components', 'undermined', 'underminedOmitted', 'singlePoints', 'candidates');

/** The most promising first. */
export interface StoredCandidates {
  /** The ids of source and target. */
  softer: [source: string, target: string][];
  /** The id of the component that depends on the group, and the name of the group. */
  groups: [owner: string, redundancyGroup: string][];
}

/** The names behind the numbers of a task. Read together with the task, because the graph may have changed by the time of the answer. */
export interface TaskNames {
  component(position: number): Named;
  owner(node: number): Named;
  group(group: number): { redundancyGroup: string; redundancyMinimum: number };
  cause(kind: UnderminedGroup['sharedCauses'][number]['kind'], index: number): Named;
}

/** Copies the names while the graph still has the version of the task. */
export function namesOfTask(graph: Landscape, { part, groups, causes }: Pick<SummaryTask, 'part' | 'groups' | 'causes'>): TaskNames {
  const views = Array.from(part.nodes, (node): Named => graph.components.viewOf(node));
  const byNode = new Map(views.map((view, position) => [part.nodes[position]!, view]));
  const ofGroups = new Map(
    groups.map(({ group }) => [
      group,
      { redundancyGroup: graph.edges.groups.nameOf(group), redundancyMinimum: graph.edges.groups.minimumOf(group) },
    ]),
  );
  const ground = new Map(
    causes.flatMap(({ kind, index }) =>
      kind === 'component' ? [] : [[`${kind} ${index}`, graph.tableOf(kind).at(index) as Named] as const],
    ),
  );
  return {
    component: (position) => picked(views[position]!),
    owner: (node) => picked(byNode.get(node)!),
    group: (group) => ofGroups.get(group)!,
    cause: (kind, index) => picked(kind === 'component' ? byNode.get(index)! : ground.get(`${kind} ${index}`)!),
  };
}

function picked({ id, technicalName, name }: Named): Named {
  return { id, technicalName, name };
}

/**
 * The components that cost the most and those that take down the most capabilities, the undermined groups, and what to try, all with names.
 * `critical` are the ids of the mission-critical capabilities.
 */
export function worstOfAll(
  { capabilities, perHour, undermined, underminedOmitted, candidates }: LandscapeSummary,
  names: TaskNames,
  critical: ReadonlySet<string>,
): WorstOfAll {
  const counts = new Map<number, number>();
  for (const { singlePoints } of capabilities) for (const position of singlePoints) counts.set(position, (counts.get(position) ?? 0) + 1);
  const all = [...counts].map(([position, count]) => ({ position, capabilities: count, perHour: perHour.get(position) ?? 0 }));
  const first = (order: (left: (typeof all)[number], right: (typeof all)[number]) => number): typeof all =>
    all
      .toSorted(
        (left, right) =>
          order(left, right) || byCodeUnit(names.component(left.position).technicalName, names.component(right.position).technicalName),
      )
      .slice(0, MOST_WORST_COMPONENTS);
  const chosen = new Set([...first(costliestFirst), ...first(widestFirst)]);
  return {
    components: [...chosen].map(({ position, ...numbers }) => ({ ...names.component(position), ...numbers })),
    undermined: undermined.map(({ owner, group, sharedCauses, targets, failuresLeft, sharedCausesOmitted, capabilities: dependents }) => ({
      source: names.owner(owner),
      ...names.group(group),
      targets,
      failuresLeft,
      sharedCauses: sharedCauses.map(({ kind, index, takes }) => ({ entityType: kind, ...names.cause(kind, index), takes })),
      sharedCausesOmitted,
      capabilities: dependents,
    })),
    underminedOmitted,
    singlePoints: {
      all: counts.size,
      missionCritical: new Set(capabilities.filter(({ id }) => critical.has(id)).flatMap(({ singlePoints }) => singlePoints)).size,
    },
    everyPoint: all.length > MOST_POINTS ? null : all.map(({ position, perHour: cost }) => [names.component(position).id, cost]),
    candidates: { revenue: stored(candidates.revenue, names), reach: stored(candidates.reach, names) },
  };
}

function stored({ softer, groups }: FixCandidates, names: TaskNames): StoredCandidates {
  return {
    softer: softer.map(({ source, target }) => [names.component(source).id, names.component(target).id]),
    groups: groups.map(({ owner, group }) => [names.owner(owner).id, names.group(group).redundancyGroup]),
  };
}

type Weighed = Pick<WorstComponent, 'capabilities' | 'perHour'>;

function widestFirst(left: Weighed, right: Weighed): number {
  return right.capabilities - left.capabilities;
}

function costliestFirst(left: Weighed, right: Weighed): number {
  return right.perHour - left.perHour || widestFirst(left, right);
}

/** The worst first, by what the caller may know. */
export function worstComponentsFor(components: readonly WorstComponent[], canSeeRevenue: boolean): WorstComponent[] {
  const order = canSeeRevenue ? costliestFirst : widestFirst;
  return components
    .toSorted((left, right) => order(left, right) || byCodeUnit(left.technicalName, right.technicalName))
    .slice(0, MOST_WORST_COMPONENTS);
}
