/**
 * The effect of a change on a landscape: which circles, tier inversions and single points of failure appear or disappear, and what the
 * failure of a changed component affects differently.
 */
import type { ImpactQuestion } from '@/domain/graph/questions/analysis';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import { ATTRIBUTES, type Landscape } from '@/domain/graph/landscape/views';
import { dependencyCycles } from '@/domain/graph/questions/dependencyCycles';
import { singlePointsOf as componentsThatTakeDown } from '@/domain/graph/questions/singlePoints';
import { EarningPart, outageOf } from '@/domain/graph/weakPoints/exposures';
import { CRITICALITY_TIERS, type CriticalityTier, type HealthState } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { dependencyName } from './manifestFields';
import { finish } from '@/plain/steps';

/** The roll-ups of at most this many changed components are compared, the most critical first. */
export const MAXIMUM_ROLL_UPS = 200;
/** At most this many entries of each list are named; the rest are counted. */
export const MAXIMUM_LISTED = 1_000;

type UnweighedPoint = Omit<SinglePoint, 'perHour' | 'perHourChange'>;

/** A landscape without a change and with it. */
export type Graphs = Readonly<Record<'before' | 'after', Landscape>>;

export interface Difference<Item> {
  added: Item[];
  removed: Item[];
  addedOmitted: number;
  removedOmitted: number;
}
export interface Cycle {
  components: string[];
}
export interface TierInversion {
  dependency: string;
  source: string;
  sourceTier: CriticalityTier;
  target: string;
  targetTier: CriticalityTier;
}
export interface SinglePoint {
  capability: string;
  component: string;
  /** The expected cost of an hour without the component; for a removed single point, the cost before the change. */
  perHour: number;
  /** How much more an hour without the component is expected to cost after the change than before; negative if less. */
  perHourChange: number;
}
export interface RollUpChange {
  technicalName: string;
  /** Null if it is not affected. */
  from: HealthState | null;
  to: HealthState | null;
}
export interface ComponentRollUp {
  component: string;
  applications: RollUpChange[];
  capabilities: RollUpChange[];
  audiences: RollUpChange[];
}
export interface ChangeImpact {
  /** How many capabilities have components that could take them down; absent where nothing changes, so that nothing is looked for. */
  capabilitiesExamined?: number;
  dependencyCycles: Difference<Cycle>;
  tierInversions: Difference<TierInversion>;
  singlePointsOfFailure: Difference<SinglePoint>;
  rollUps: ComponentRollUp[];
  impactOmitted: number;
}

/** Compares the risks of two landscapes. Examines the most critical of `changedComponents`; `impactOmitted` counts the others. */
export function changeImpact(graphs: Graphs, changedComponents: readonly string[]): ChangeImpact {
  const { before, after } = graphs;
  const weigh = (moment: 'before' | 'after', some: readonly UnweighedPoint[]): SinglePoint[] => weighed(graphs, moment, some);
  const looked = mostCritical(changedComponents, graphs);
  const found = { before: singlePointsOf(before), after: singlePointsOf(after) };
  const points = differenceOf(found.before.points, found.after.points);
  return {
    capabilitiesExamined: found.after.examined,
    dependencyCycles: differenceOf(cyclesOf(before), cyclesOf(after)),
    tierInversions: differenceOf(inversionsOf(before), inversionsOf(after)),
    singlePointsOfFailure: { ...points, added: weigh('after', points.added), removed: weigh('before', points.removed) },
    rollUps: looked.slice(0, MAXIMUM_ROLL_UPS).flatMap((component) => compareRollUps(component, before, after)),
    impactOmitted: Math.max(0, looked.length - MAXIMUM_ROLL_UPS),
  };
}

/** Compares by key; both lists are in the order of their keys. */
function differenceOf<Item>(before: ReadonlyMap<string, Item>, after: ReadonlyMap<string, Item>): Difference<Item> {
  const only = (some: ReadonlyMap<string, Item>, others: ReadonlyMap<string, Item>): Item[] =>
    [...some]
      .filter(([key]) => !others.has(key))
      .sort(([left], [right]) => byCodeUnit(left, right))
      .map(([, item]) => item);
  const added = only(after, before);
  const removed = only(before, after);
  return {
    added: added.slice(0, MAXIMUM_LISTED),
    removed: removed.slice(0, MAXIMUM_LISTED),
    addedOmitted: Math.max(0, added.length - MAXIMUM_LISTED),
    removedOmitted: Math.max(0, removed.length - MAXIMUM_LISTED),
  };
}

function cyclesOf(graph: Landscape): Map<string, Cycle> {
  return new Map(dependencyCycles(graph).map((components) => [components.join(' '), { components }]));
}

const IS_HARD = ATTRIBUTES.map(({ mode }) => (mode === 'Hard' ? 1 : 0));

/** Hard dependencies of a more critical application on a less critical one. */
function inversionsOf(graph: Landscape): Map<string, TierInversion> {
  const { components, edges } = graph;
  const inversions = new Map<string, TierInversion>();
  for (const node of graph.nodes())
    edges.eachNeighbour('dependencies', node, IS_HARD, (neighbour, _slot, attribute) => {
      const [sourceTier, targetTier] = [tierOf(graph, node), tierOf(graph, neighbour)];
      if (CRITICALITY_TIERS.indexOf(sourceTier) <= CRITICALITY_TIERS.indexOf(targetTier)) return;
      const [source, target] = [components.technicalNameOf(node), components.technicalNameOf(neighbour)];
      const dependency = dependencyName(source, target, ATTRIBUTES[attribute]!.dependencyType);
      inversions.set(dependency, { dependency, source, sourceTier, target, targetTier });
    });
  return inversions;
}

/** The tier of a component's application. */
function tierOf({ applications, components }: Landscape, node: number): CriticalityTier {
  return applications.at(components.applicationOf(node)).criticalityTier;
}

/** Every pair of a capability and a component whose Outage alone brings the capability to Outage, and how many capabilities have components. */
function singlePointsOf(graph: Landscape): { points: Map<string, UnweighedPoint>; examined: number } {
  const points = new Map<string, UnweighedPoint>();
  let examined = 0;
  for (const { technicalName: capability } of graph.capabilities) {
    const components = componentsThatTakeDown(graph, questionOf(graph, 'capability', capability, 'upstream'));
    if (components !== null) examined += 1;
    for (const component of components ?? []) points.set(`${capability} ${component}`, { capability, component });
  }
  return { points, examined };
}

/** Calculates the cost of each component once, before and after, however many capabilities it takes down; `moment` says when it is a single point. */
function weighed(graphs: Graphs, moment: 'before' | 'after', points: readonly UnweighedPoint[]): SinglePoint[] {
  const components = [...new Set(points.map(({ component }) => component))];
  const costs = { before: costsOf(graphs.before, components), after: costsOf(graphs.after, components) };
  return points.map((point) => {
    const [before, after] = [costs.before.get(point.component) ?? 0, costs.after.get(point.component) ?? 0];
    return { ...point, perHour: moment === 'after' ? after : before, perHourChange: after - before };
  });
}

/** The expected cost of an hour without each component that the graph has. */
function costsOf(graph: Landscape, components: readonly string[]): Map<string, number> {
  const found = components.filter((name) => graph.findEntity('component', name) !== null);
  const perHour = new EarningPart(graph).perHour(found.map((name) => outageOf([graph.findEntity('component', name)!.index])));
  return new Map(found.map((name, at) => [name, perHour[at]!]));
}

/** Follows an Outage for as many hops as there are components, since no failure travels further. */
function questionOf(
  graph: Landscape,
  entityType: 'capability' | 'component',
  entityId: string,
  direction: ImpactQuestion['direction'],
): ImpactQuestion {
  return {
    entityType,
    entityId,
    direction,
    requestedDepth: null,
    planMaximumDepth: graph.components.capacity + 1,
    modes: null,
    types: null,
  };
}

function mostCritical(changed: readonly string[], graphs: Graphs): string[] {
  const tiers = new Map<string, number>();
  for (const graph of [graphs.before, graphs.after])
    for (const name of changed) {
      const component = graph.findEntity('component', name);
      if (component !== null) tiers.set(name, CRITICALITY_TIERS.indexOf(tierOf(graph, component.index)));
    }
  return [...tiers].sort(([left, tier], [right, other]) => other - tier || byCodeUnit(left, right)).map(([name]) => name);
}

function compareRollUps(component: string, before: Landscape, after: Landscape): ComponentRollUp[] {
  const was = rolledUp(before, component);
  const is = rolledUp(after, component);
  const compared = {
    component,
    applications: changesBetween(was.applications, is.applications),
    capabilities: changesBetween(was.capabilities, is.capabilities),
    audiences: changesBetween(was.audiences, is.audiences),
  };
  return compared.applications.length + compared.capabilities.length + compared.audiences.length === 0 ? [] : [compared];
}

type States = ReadonlyMap<string, HealthState>;

/** What the component's Outage affects, and how severely. */
function rolledUp(graph: Landscape, component: string): Record<'applications' | 'capabilities' | 'audiences', States> {
  const answer = finish(
    blastRadius(graph, {
      ...questionOf(graph, 'component', component, 'downstream'),
      componentLimit: 0,
      currency: 'EUR',
      canSeeRevenue: false,
    }),
  );
  const statesOf = (rows: readonly { technicalName: string; expectedState: HealthState }[] = []): States =>
    new Map(rows.map(({ technicalName, expectedState }) => [technicalName, expectedState]));
  return {
    applications: statesOf(answer?.applications),
    capabilities: statesOf(answer?.capabilities),
    audiences: statesOf(answer?.audiences),
  };
}

function changesBetween(was: States, is: States): RollUpChange[] {
  return [...new Set([...was.keys(), ...is.keys()])]
    .sort(byCodeUnit)
    .map((technicalName) => ({ technicalName, from: was.get(technicalName) ?? null, to: is.get(technicalName) ?? null }))
    .filter(({ from, to }) => from !== to);
}
