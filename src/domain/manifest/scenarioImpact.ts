/**
 * The effect of a change on saved scenarios: which verdicts change, and what is newly in excess. Assumes that everything else is healthy.
 */
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { Landscape } from '@/domain/graph/landscape/views';
import { evaluateScenario } from '@/domain/graph/questions/scenario';
import { HEALTH_STATES, type EntityKind, type FailureState, type HealthState, type ToleranceVerdict } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import type { KnownLandscape, PlannedChange } from './declaration';
import { finalValues } from './impactLandscape';
import type { ManifestKind, Share, Values } from './manifestFields';
import { memberOf } from './scenarioValues';
import { finish } from '@/plain/steps';

/** At most this many scenarios are evaluated; the others are counted. */
const MOST_SCENARIOS = 200;
/** At most this many newly excess rows, and this many verdicts, are named for each scenario. */
const MOST_LISTED = 200;

interface ScenarioRow {
  technicalName: string;
  /** As a manifest states it. */
  stated: Pick<Values, 'failures' | 'withheldDependencies' | 'baseline' | 'durationMinutes'>;
  /** Ids of the withheld dependencies that exist. */
  withheld: string[];
}

/** A landscape with its scenarios, under internal ids. */
export interface ScenarioLandscape {
  facts: LandscapeFacts;
  scenarios: ScenarioRow[];
}

export interface ScenarioImpactInput {
  before: ScenarioLandscape;
  after: ScenarioLandscape;
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
export function scenarioImpact({ before, after, downFrom }: ScenarioImpactInput): ScenarioImpact {
  const graphs = { before: buildGraph(before.facts), after: buildGraph(after.facts) };
  const rows = { before: byName(before.scenarios), after: byName(after.scenarios) };
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
      withheld: withheldIn(graph, row.withheld),
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

function withheldIn(graph: Landscape, ids: readonly string[]): ReadonlySet<number> | null {
  return ids.length === 0 ? null : new Set(ids.map((id) => graph.edges.find(id)));
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

function buildGraph(facts: LandscapeFacts): Landscape {
  const builder = new LandscapeGraphBuilder();
  builder.addAll(facts);
  return finish(builder.seal(0));
}

/** The landscape as it is, or with `changes` as it would be. Leaves out references to what does not exist. */
export function scenarioLandscape(known: KnownLandscape, changes: readonly PlannedChange[]): ScenarioLandscape {
  const ids = new Map<string, string>();
  const of = (kind: ManifestKind): [string, Values][] => [...finalValues(known, kind, changes)];
  const idOf = (kind: EntityKind, name: unknown): string[] => {
    const id = ids.get(`${kind} ${String(name)}`);
    return id === undefined ? [] : [id];
  };
  const idsOf = (kind: EntityKind, names: unknown): string[] => (names as readonly string[]).flatMap((name) => idOf(kind, name));
  const named = (kind: EntityKind): { id: string; technicalName: string; name: string; values: Values }[] =>
    of(kind).map(([technicalName, values]) => ({ id: idOf(kind, technicalName)[0] ?? '', technicalName, name: technicalName, values }));
  for (const kind of KINDS)
    for (const [name] of of(kind)) ids.set(`${kind} ${name}`, `00000000-0000-4000-8000-${ids.size.toString(16).padStart(12, '0')}`);
  const components = named('component').flatMap(({ values, ...entity }) => {
    const [applicationId] = idOf('application', values.application);
    return applicationId === undefined ? [] : [{ ...entity, values, applicationId }];
  });
  const ordinals = new Map(components.map(({ technicalName }, ordinal) => [technicalName, ordinal]));
  const edges = new Map<string, string>();
  const facts = {
    hostingAreas: named('hosting-area').map(bare),
    hostingZones: named('hosting-zone').flatMap((zone) =>
      idOf('hosting-area', zone.values.hostingArea).map((hostingAreaId) => ({ ...bare(zone), hostingAreaId })),
    ),
    technologies: named('technology').map(bare),
    datasets: named('dataset').map(bare),
    capabilities: named('capability').map(({ values, ...entity }) => ({
      ...entity,
      parentId: idOf('capability', values.parent)[0] ?? null,
      criticalityTier: values.criticalityTier ?? null,
      maximumTolerableDowntimeMinutes: values.maximumTolerableDowntimeMinutes ?? null,
    })),
    processes: named('process').map(({ values, ...entity }) => ({ ...entity, capabilityIds: idsOf('capability', values.capabilities) })),
    segments: named('segment').map(({ values, ...entity }) => ({
      ...entity,
      audienceType: values.audienceType,
      people: null,
      annualRevenue: values.annualRevenue ?? null,
      capabilities: (values.capabilities as readonly Share[]).flatMap(({ capability, revenueShare }) =>
        idOf('capability', capability).map((capabilityId) => ({ capabilityId, revenueShare })),
      ),
    })),
    applications: named('application').map(({ values, ...entity }) => ({
      ...entity,
      criticalityTier: values.criticalityTier,
      ownerTeam: null,
      lifecycleState: values.lifecycleState,
      capabilityIds: idsOf('capability', values.capabilities),
      processIds: idsOf('process', values.processes),
    })),
    components: components.map(({ values, ...entity }, ordinal) => ({
      ...entity,
      ordinal,
      kind: values.kind,
      isExternal: values.isExternal,
      hostingZoneIds: idsOf('hosting-zone', values.hostingZones),
      technologyIds: idsOf('technology', values.technologies),
      datasetIds: idsOf('dataset', values.datasets),
    })),
    dependencies: of('dependency').flatMap(([technicalName, values]) => {
      const { source, target, dependencyType, mode, required, propagates, redundancyGroup, redundancyMinimum } = values;
      const [sourceOrdinal, targetOrdinal] = [ordinals.get(String(source)), ordinals.get(String(target))];
      if (sourceOrdinal === undefined || targetOrdinal === undefined) return [];
      const id = `00000000-0000-4000-9000-${edges.size.toString(16).padStart(12, '0')}`;
      edges.set(technicalName, id);
      return [{ id, sourceOrdinal, targetOrdinal, dependencyType, mode, required, propagates, redundancyGroup, redundancyMinimum }];
    }),
  } as unknown as LandscapeFacts;
  const scenarios = of('scenario').map(([technicalName, { failures, withheldDependencies, baseline, durationMinutes }]): ScenarioRow => {
    const withheld = (withheldDependencies as readonly string[]).flatMap((name) => edges.get(name) ?? []);
    return { technicalName, stated: { failures, withheldDependencies, baseline, durationMinutes } as ScenarioRow['stated'], withheld };
  });
  return { facts, scenarios };
}

const KINDS = [
  'application',
  'component',
  'capability',
  'process',
  'hosting-area',
  'hosting-zone',
  'technology',
  'segment',
  'dataset',
] as const satisfies readonly EntityKind[];

function bare({ id, technicalName, name }: { id: string; technicalName: string; name: string }): {
  id: string;
  technicalName: string;
  name: string;
} {
  return { id, technicalName, name };
}
