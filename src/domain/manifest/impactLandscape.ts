/** The input for the impact of a change: facts that can be sent to a worker, and the graph that is built from them there. */
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { EntityFact, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { Landscape } from '@/domain/graph/landscape/views';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import type { KnownEntity, KnownLandscape, PlannedChange } from './declaration';
import type { ManifestKind, Share, Values } from './manifestFields';
import { finish, inStretches, type Steps } from '@/plain/steps';

/** Entities or dependencies looked at in one step. */
const PORTION = 2_000;

export interface ImpactInput {
  before: LandscapeFacts;
  after: LandscapeFacts;
  /** Those that change, and the ends of changed dependencies. */
  changedComponents: readonly string[];
}

/** Everything of one kind after `changes`, by technicalName. */
export function finalValues(known: KnownLandscape, kind: ManifestKind, changes: readonly PlannedChange[]): Map<string, Values> {
  const values = new Map([...(known.entities.get(kind) ?? [])].map(([name, entity]) => [name, entity.values]));
  for (const change of changes) {
    if (change.kind !== kind) continue;
    if (change.after === null) values.delete(change.technicalName);
    else values.set(change.technicalName, change.after);
  }
  return values;
}

/**
 * The landscape as it is, or with `changes` as it would be. Leaves out references to what does not exist. Its ids are numbers in the shape of
 * GUIDs, and names are technicalNames; neither leaves this process.
 */
export function* impactLandscape(known: KnownLandscape, changes: readonly PlannedChange[]): Steps<LandscapeFacts> {
  let next = 0;
  const newId = (): string => `00000000-0000-4000-8000-${(next++).toString(16).padStart(12, '0')}`;
  const all = new Map<EntityKind, Map<string, KnownEntity>>();
  for (const kind of ENTITY_KINDS) {
    const values = finalValues(known, kind, changes);
    all.set(kind, new Map([...values].map(([name, own]) => [name, { id: newId(), technicalName: name, values: own }])));
    yield;
  }
  const idOf = (kind: EntityKind, name: unknown): string | undefined => all.get(kind)?.get(String(name))?.id;
  const idsOf = (kind: EntityKind, names: unknown): string[] => (names as readonly unknown[]).flatMap((name) => idOf(kind, name) ?? []);
  const leaveOutWithout = (owner: EntityKind, kind: EntityKind, field: string): void => {
    for (const [name, { values }] of all.get(kind) ?? []) if (idOf(owner, values[field]) === undefined) all.get(kind)?.delete(name);
  };
  leaveOutWithout('hosting-area', 'hosting-zone', 'hostingArea');
  leaveOutWithout('application', 'component', 'application');
  const factsOf = function* <Fact>(
    kind: EntityKind,
    factOf: (entity: EntityFact, values: Values, position: number) => Fact,
  ): Steps<Fact[]> {
    const entities = [...(all.get(kind)?.values() ?? [])];
    const facts: Fact[] = [];
    yield* inStretches(entities.length, PORTION, (from, end) => {
      for (const { id, technicalName, values } of entities.slice(from, end))
        facts.push(factOf({ id, technicalName, name: technicalName }, values, facts.length));
    });
    return facts;
  };
  const ordinals = new Map(Array.from(all.get('component')?.keys() ?? [], (name, ordinal) => [name, ordinal]));
  const planned = [...finalValues(known, 'dependency', changes).values()];
  const dependencies: Values[] = [];
  yield* inStretches(planned.length, PORTION, (from, end) => {
    for (const values of planned.slice(from, end)) {
      const sourceOrdinal = ordinals.get(String(values.source));
      const targetOrdinal = ordinals.get(String(values.target));
      if (sourceOrdinal === undefined || targetOrdinal === undefined) continue;
      dependencies.push(dependencyFact(newId(), sourceOrdinal, targetOrdinal, values));
    }
  });
  yield;
  return {
    hostingAreas: yield* factsOf('hosting-area', (entity) => entity),
    hostingZones: yield* factsOf('hosting-zone', (entity, { hostingArea }) => ({
      ...entity,
      hostingAreaId: idOf('hosting-area', hostingArea),
    })),
    technologies: yield* factsOf('technology', (entity) => entity),
    datasets: yield* factsOf('dataset', (entity) => entity),
    capabilities: yield* factsOf('capability', (entity, { parent, criticalityTier, maximumTolerableDowntimeMinutes }) => ({
      ...entity,
      parentId: idOf('capability', parent) ?? null,
      criticalityTier: criticalityTier ?? null,
      maximumTolerableDowntimeMinutes: maximumTolerableDowntimeMinutes ?? null,
    })),
    processes: yield* factsOf('process', (entity, { capabilities }) => ({
      ...entity,
      capabilityIds: idsOf('capability', capabilities),
    })),
    segments: yield* factsOf('segment', (entity, { audienceType, annualRevenue, capabilities }) => ({
      ...entity,
      audienceType,
      people: null,
      annualRevenue: annualRevenue ?? null,
      capabilities: (capabilities as readonly Share[]).flatMap(({ capability, revenueShare }) =>
        idsOf('capability', [capability]).map((capabilityId) => ({ capabilityId, revenueShare })),
      ),
    })),
    applications: yield* factsOf('application', (entity, { criticalityTier, lifecycleState, capabilities, processes }) => ({
      ...entity,
      criticalityTier,
      ownerTeam: null,
      lifecycleState,
      capabilityIds: idsOf('capability', capabilities),
      processIds: idsOf('process', processes),
    })),
    // Field by field, because there are many: copies of their parts would take several times as long.
    components: yield* factsOf('component', ({ id, technicalName, name }, values, ordinal) => ({
      id,
      technicalName,
      name,
      ordinal,
      applicationId: idOf('application', values.application),
      kind: values.kind,
      isExternal: values.isExternal,
      hostingZoneIds: idsOf('hosting-zone', values.hostingZones),
      technologyIds: idsOf('technology', values.technologies),
      datasetIds: idsOf('dataset', values.datasets),
    })),
    dependencies,
  } as unknown as LandscapeFacts;
}

function dependencyFact(id: string, sourceOrdinal: number, targetOrdinal: number, values: Values): Values {
  const { dependencyType, mode, required, propagates, redundancyGroup, redundancyMinimum } = values;
  return { id, sourceOrdinal, targetOrdinal, dependencyType, mode, required, propagates, redundancyGroup, redundancyMinimum } as Values;
}

export function buildGraph(facts: LandscapeFacts): Landscape {
  return finish(new LandscapeGraphBuilder().addAll(facts).seal(0));
}
