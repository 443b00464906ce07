/**
 * The effect of a change on saved scenarios: which verdicts change, and what is newly in excess. Assumes that everything else is healthy.
 */
import type { Landscape } from '@/domain/graph/landscape/views';
import { evaluateScenario } from '@/domain/graph/questions/scenario';
import { HEALTH_STATES, type EntityKind, type FailureState, type HealthState, type ToleranceVerdict } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import type { Graphs } from './changeImpact';
import type { KnownLandscape, PlannedChange } from './declaration';
import { finalValues } from './impactLandscape';
import type { Values } from './manifestFields';
import { edgeOf, memberOf } from './scenarioValues';
import { finish } from '@/plain/steps';

/** At most this many scenarios are evaluated; the others are counted. */
const MOST_SCENARIOS = 200;
/** At most this many newly excess rows, and this many verdicts, are named for each scenario. */
const MOST_LISTED = 200;

interface ScenarioRow {
  technicalName: string;
  /** As a manifest states it. */
  stated: Pick<Values, 'failures' | 'withheldDependencies' | 'baseline' | 'durationMinutes'>;
}

export interface ScenarioImpactInput {
  before: ScenarioRow[];
  after: ScenarioRow[];
  /** A capability in this state or worse counts as down. */
  downFrom: FailureState;
}

export interface ScenarioChange {
  technicalName: string;
  /** For each capability that it affects before or after; null if it does not affect it. */
  verdicts: { capability: string; from: ToleranceVerdict | null; to: ToleranceVerdict | null }[];
  newlyExcess: { entityType: EntityKind; technicalName: string; expectedState: HealthState; alone: HealthState }[];
  /** How many entities are in excess, of all kinds together. */
  excess: { from: number; to: number };
  /** The expected cost per hour in the tenant's currency; null if the scenario does not exist. */
  expectedPerHour: { from: number | null; to: number | null };
  /** Verdicts and newly excess rows that are not listed. */
  omitted: number;
}

export interface ScenarioImpact {
  scenarios: ScenarioChange[];
  scenariosOmitted: number;
}

/** The scenarios that the change touches, because their statement or their result differs. Sorted by name. */
export function scenarioImpact(graphs: Graphs, { before, after, downFrom }: ScenarioImpactInput): ScenarioImpact {
  const rows = { before: byName(before), after: byName(after) };
  const names = [...new Set([...rows.before.keys(), ...rows.after.keys()])].sort(byCodeUnit);
  const scenarios = names.slice(0, MOST_SCENARIOS).flatMap((technicalName) => {
    const [was, is] = [rows.before.get(technicalName), rows.after.get(technicalName)];
    const from = outcomeOf(graphs.before, was, downFrom);
    const to = outcomeOf(graphs.after, is, downFrom);
    const isTouched = JSON.stringify(was?.stated) !== JSON.stringify(is?.stated) || from.told !== to.told;
    return isTouched ? [changeBetween(technicalName, from, to)] : [];
  });
  return { scenarios, scenariosOmitted: Math.max(0, names.length - MOST_SCENARIOS) };
}

function byName(rows: readonly ScenarioRow[]): Map<string, ScenarioRow> {
  return new Map(rows.map((row) => [row.technicalName, row]));
}

interface Outcome {
  verdicts: Map<string, ToleranceVerdict | null>;
  excess: Map<string, ScenarioChange['newlyExcess'][number]>;
  expectedPerHour: number | null;
  /** The whole result as text, to compare results. */
  told: string;
}

/** Null if the scenario does not exist, or if nothing that it lets fail exists. */
function outcomeOf(graph: Landscape, row: ScenarioRow | undefined, downFrom: FailureState): Outcome {
  const failures = ((row?.stated.failures ?? []) as readonly string[]).map(memberOf).flatMap(({ entityType, entity, state }) => {
    const found = graph.findEntity(entityType, entity);
    return found === null ? [] : [{ entity: found, state }];
  });
  if (row === undefined || failures.length === 0) return { verdicts: new Map(), excess: new Map(), expectedPerHour: null, told: '' };
  const answer = finish(
    evaluateScenario(graph, {
      failures,
      withheld: withheldIn(graph, row.stated.withheldDependencies as readonly string[]),
      reported: null,
      durationMinutes: row.stated.durationMinutes as number | null,
      downFrom,
      componentLimit: null,
      currency: 'EUR',
      // Calculated once for everybody; callers that may not see revenue get it removed later.
      canSeeRevenue: true,
    }),
  );
  const { components, applications, capabilities, processes, audiences, tolerances } = answer;
  const all = { component: components, application: applications, capability: capabilities, process: processes, segment: audiences };
  const rows = Object.entries(all).flatMap(([kind, list]) => list.map((item) => ({ ...item, entityType: kind as EntityKind })));
  const verdicts = new Map(tolerances.map(({ technicalName, verdict }) => [technicalName, verdict]));
  return {
    verdicts,
    excess: new Map(
      rows
        .filter(({ isExcess }) => isExcess)
        .map(({ entityType, technicalName, expectedState, alone }) => {
          return [`${entityType} ${technicalName}`, { entityType, technicalName, expectedState, alone }];
        }),
    ),
    expectedPerHour: answer.revenueExposure?.expectedPerHour ?? null,
    // Leaves out money, so that a change of revenue alone does not show.
    told: JSON.stringify([
      rows
        .map(({ entityType, technicalName, expectedState, isExcess }) => `${entityType} ${technicalName} ${expectedState} ${isExcess}`)
        .sort(),
      [...verdicts].sort(([left], [right]) => byCodeUnit(left, right)),
    ]),
  };
}

/** The slots of these dependencies, as far as they exist; null for none. */
function withheldIn(graph: Landscape, names: readonly string[]): ReadonlySet<number> | null {
  const slots = names.flatMap((name) => {
    const edge = edgeOf(name);
    const source = edge && graph.findEntity('component', edge.source);
    const target = edge && graph.findEntity('component', edge.target);
    if (source === null || target === null) return [];
    const found = graph
      .dependenciesOf(source.index)
      .find(({ targetComponentId, dependencyType }) => targetComponentId === target.id && dependencyType === edge?.dependencyType);
    return found === undefined ? [] : [graph.edges.find(found.id)];
  });
  return slots.length === 0 ? null : new Set(slots);
}

function changeBetween(technicalName: string, from: Outcome, to: Outcome): ScenarioChange {
  const verdicts = [...new Set([...from.verdicts.keys(), ...to.verdicts.keys()])].sort(byCodeUnit).map((capability) => ({
    capability,
    from: from.verdicts.get(capability) ?? null,
    to: to.verdicts.get(capability) ?? null,
  }));
  const newlyExcess = [...to.excess].filter(([key]) => !from.excess.has(key)).map(([, row]) => row);
  const severity = ({ expectedState }: { expectedState: HealthState }): number => HEALTH_STATES.indexOf(expectedState);
  newlyExcess.sort((left, right) => severity(right) - severity(left) || byCodeUnit(left.technicalName, right.technicalName));
  // Changed verdicts come first, so that they are listed in any case.
  verdicts.sort((left, right) => Number(right.from !== right.to) - Number(left.from !== left.to));
  return {
    technicalName,
    verdicts: verdicts.slice(0, MOST_LISTED),
    newlyExcess: newlyExcess.slice(0, MOST_LISTED),
    excess: { from: from.excess.size, to: to.excess.size },
    expectedPerHour: { from: from.expectedPerHour, to: to.expectedPerHour },
    omitted: Math.max(0, verdicts.length - MOST_LISTED) + Math.max(0, newlyExcess.length - MOST_LISTED),
  };
}

/** The scenarios as they are, or with `changes` as they would be. */
export function impactScenarios(known: KnownLandscape, changes: readonly PlannedChange[]): ScenarioRow[] {
  return Array.from(finalValues(known, 'scenario', changes), ([technicalName, values]) => {
    const { failures, withheldDependencies, baseline, durationMinutes } = values;
    return { technicalName, stated: { failures, withheldDependencies, baseline, durationMinutes } as ScenarioRow['stated'] };
  });
}
