/**
 * Small random landscapes and queries for property tests: dense enough for parallel edges, cycles, diamonds and redundancy groups to be
 * common.
 */
import fc from 'fast-check';
import type { BlastRadiusQuery } from '@/domain/graph/questions/blastRadius';
import type { ComponentFact, DependencyFact, LandscapeEdits, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { COMPONENT_KINDS, CRITICALITY_TIERS, DEPENDENCY_MODES, DIRECTIONS, ENTITY_KINDS, FAILURE_STATES } from '@/domain/vocabulary';
import type { DependencyMode, EntityKind } from '@/domain/vocabulary';

/** Few, so that parallel edges and effective filters are common. */
const TYPES = ['Calls', 'Publishes', 'PubSub'] as const;

/** The third group contains the kind, so that two kinds never share an id. */
export function testGuid(kind: number, number: number): string {
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  return `${hex((number * 2654435761) >>> 0, 8)}-0000-4${hex(kind, 3)}-8000-${hex(number, 12)}`;
}

const [APPLICATION, COMPONENT, CAPABILITY, PROCESS, SEGMENT, AREA, ZONE, TECHNOLOGY, DATASET, DEPENDENCY] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Evenly distributed. fast-check's own numbers and lengths are not, and would make most landscapes nearly empty. */
const index = fc.noBias(fc.nat(0xffff));
const listOf = <Value>(value: fc.Arbitrary<Value>, minLength: number, maxLength: number) =>
  fc.noBias(fc.array(value, { minLength, maxLength, size: 'max' }));
const picks = listOf(index, 0, 3);
const isPresent = fc.noBias(fc.nat(5)).map((die) => die > 0);
const revenueShare = fc.option(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100));

interface Shape {
  components: number;
  dependencies: number;
  modes: readonly DependencyMode[];
  groups: readonly string[];
}

const rawOf = (shape: Shape) =>
  fc.record({
    applications: listOf(fc.record({ isPresent, tier: index, capabilities: picks, processes: picks }), 1, 4),
    components: listOf(
      fc.record({ isPresent, name: fc.nat(99), application: index, zones: picks, technologies: picks, datasets: picks }),
      shape.components >> 1,
      shape.components,
    ),
    dependencies: listOf(
      fc.record({
        isPresent,
        source: index,
        target: index,
        type: index,
        mode: fc.constantFrom(...shape.modes),
        required: fc.boolean(),
        propagates: isPresent,
        group: fc.option(fc.constantFrom(...shape.groups), { freq: 2 }),
        minimum: index,
      }),
      shape.dependencies >> 1,
      shape.dependencies,
    ),
    capabilities: listOf(fc.record({ isPresent, parent: fc.option(index) }), 0, 4),
    processes: listOf(fc.record({ isPresent, capabilities: picks }), 0, 2),
    segments: listOf(
      fc.record({
        isPresent,
        revenue: fc.option(fc.integer({ min: 0, max: 1000 })),
        capabilities: listOf(fc.tuple(index, revenueShare), 0, 4),
      }),
      0,
      2,
    ),
    areas: fc.integer({ min: 1, max: 2 }),
    zones: listOf(fc.record({ isPresent, area: index }), 0, 3),
    technologies: fc.integer({ min: 0, max: 2 }),
    datasets: fc.integer({ min: 0, max: 2 }),
  });
type Raw = ReturnType<typeof rawOf> extends fc.Arbitrary<infer Value> ? Value : never;

const numbered = <Value extends { isPresent: boolean }>(values: Value[]) =>
  values.map((value, number) => ({ ...value, number })).filter((value) => value.isPresent);
const named = (kind: number, number: number) => ({
  id: testGuid(kind, number),
  technicalName: `n${kind}-${number}`,
  name: `Name ${number}`,
});
/** Most are in service. */
const LIFECYCLES = ['Production', 'Production', 'Pilot', 'Sunset', 'Retired', 'Production', 'Planning', 'Development'] as const;

const idsOf = (facts: { id: string }[], numbers: number[]): string[] =>
  facts.length === 0 ? [] : [...new Set(numbers.map((number) => facts[number % facts.length]!.id))];

function landscapeOf(value: Raw): LandscapeFacts {
  const hostingAreas = Array.from({ length: value.areas }, (_, number) => named(AREA!, number));
  const hostingZones = numbered(value.zones).map(({ number, area }) => ({
    ...named(ZONE!, number),
    hostingAreaId: idsOf(hostingAreas, [area])[0]!,
  }));
  const technologies = Array.from({ length: value.technologies }, (_, number) => named(TECHNOLOGY!, number));
  const datasets = Array.from({ length: value.datasets }, (_, number) => named(DATASET!, number));
  // A parent always has a lower number, so capabilities form a tree.
  const capabilities = numbered(value.capabilities).map(({ number }) => ({
    ...named(CAPABILITY!, number),
    parentId: null as string | null,
    criticalityTier: null,
    // Some tolerate nothing, some an hour, some state nothing.
    maximumTolerableDowntimeMinutes: [null, 0, 60][number % 3]!,
  }));
  numbered(value.capabilities).forEach(({ parent }, place) => {
    capabilities[place]!.parentId = place === 0 || parent === null ? null : capabilities[parent % place]!.id;
  });
  const processes = numbered(value.processes).map(({ number, capabilities: own }) => ({
    ...named(PROCESS!, number),
    capabilityIds: idsOf(capabilities, own),
  }));
  const segments = numbered(value.segments).map(({ number, revenue, capabilities: shares }) => ({
    ...named(SEGMENT!, number),
    audienceType: 'Customers' as const,
    people: number % 3 === 2 ? null : number * 10,
    annualRevenue: revenue,
    capabilities: idsOf(
      capabilities,
      shares.map(([capability]) => capability),
    ).map((capabilityId, place) => ({ capabilityId, revenueShare: shares[place]![1] })),
  }));
  const applications = value.applications.map(({ tier, capabilities: supported, processes: listed }, number) => ({
    ...named(APPLICATION!, number),
    criticalityTier: CRITICALITY_TIERS[tier % CRITICALITY_TIERS.length]!,
    ownerTeam: tier % 2 === 0 ? null : `team ${tier % 3}`,
    lifecycleState: LIFECYCLES[Math.floor(tier / 4) % LIFECYCLES.length]!,
    capabilityIds: idsOf(capabilities, supported),
    processIds: idsOf(processes, listed),
  }));
  const components = numbered(value.components).map(
    ({ number, name, application, zones, technologies: used, datasets: kept }): ComponentFact => ({
      ...named(COMPONENT!, number),
      // Not in the order of the ordinals, and different in each landscape.
      technicalName: `c${name}-${number}`,
      ordinal: number * 5000,
      kind: COMPONENT_KINDS[number % COMPONENT_KINDS.length]!,
      isExternal: number % 3 === 0,
      applicationId: idsOf(applications, [application])[0]!,
      hostingZoneIds: idsOf(hostingZones, zones),
      technologyIds: idsOf(technologies, used),
      datasetIds: idsOf(datasets, kept),
    }),
  );
  const dependencies = dependenciesOf(value, components);
  return { applications, components, dependencies, capabilities, processes, segments, hostingAreas, hostingZones, technologies, datasets };
}

function dependenciesOf(value: Raw, components: ComponentFact[]): DependencyFact[] {
  const seen = new Set<string>();
  const facts: DependencyFact[] = [];
  for (const { number, source, target, type, mode, required, propagates, group } of numbered(value.dependencies)) {
    const sourceOrdinal = components[source % Math.max(1, components.length)]?.ordinal ?? 0;
    const targetOrdinal = components[target % Math.max(1, components.length)]?.ordinal ?? 0;
    const dependencyType = TYPES[type % TYPES.length]!;
    const key = `${sourceOrdinal} ${targetOrdinal} ${dependencyType}`;
    if (sourceOrdinal !== targetOrdinal && !seen.has(key)) {
      seen.add(key);
      const id = testGuid(DEPENDENCY!, number);
      facts.push({
        id,
        sourceOrdinal,
        targetOrdinal,
        dependencyType,
        mode,
        required,
        propagates,
        redundancyGroup: group,
        redundancyMinimum: 1,
      });
    }
  }
  // All edges of a group state the same minimum, from 1 to the number of its targets.
  for (const fact of facts.filter((candidate) => candidate.redundancyGroup !== null)) {
    const group = facts.filter((other) => other.sourceOrdinal === fact.sourceOrdinal && other.redundancyGroup === fact.redundancyGroup);
    const targets = new Set(group.map((other) => other.targetOrdinal)).size;
    fact.redundancyMinimum = 1 + ((value.dependencies[facts.indexOf(group[0]!)]?.minimum ?? 0) % targets);
  }
  return facts;
}

/** Everything mixed; and besides, few components with many parallel edges in one group each, where redundancy decides. */
export const landscapes: fc.Arbitrary<LandscapeFacts> = fc
  .oneof(
    rawOf({ components: 10, dependencies: 30, modes: [...DEPENDENCY_MODES, 'Hard', 'Hard'], groups: ['a', 'b'] }),
    rawOf({ components: 6, dependencies: 30, modes: ['Hard', 'Hard', 'Hard', 'Degraded'], groups: ['a'] }),
  )
  .map(landscapeOf);

/** More components than one round of the upstream simulation handles, mostly with redundancy. */
export const wideLandscapes: fc.Arbitrary<LandscapeFacts> = rawOf({
  components: 120,
  dependencies: 330,
  modes: ['Hard', 'Hard', 'Hard', 'Degraded'],
  groups: ['a'],
}).map(landscapeOf);

/** Up to twelve components with much redundancy, so that several must fail together; few enough to try every set of three. */
export const redundantLandscapes: fc.Arbitrary<LandscapeFacts> = fc
  .oneof(
    rawOf({ components: 12, dependencies: 30, modes: ['Hard', 'Hard', 'Hard', 'Degraded', 'Soft'], groups: ['a', 'b'] }),
    rawOf({ components: 12, dependencies: 40, modes: ['Hard', 'Hard', 'Hard', 'Async'], groups: ['a'] }),
  )
  .map(landscapeOf);

/** The same with fewer dependencies, nearly all in groups where one target is enough: only two or three failures together do harm. */
export const tolerantLandscapes: fc.Arbitrary<LandscapeFacts> = redundantLandscapes.map((facts) => ({
  ...facts,
  dependencies: facts.dependencies.slice(0, 18).map((fact, number) => ({
    ...fact,
    required: fact.required || number % 4 !== 0,
    redundancyGroup: number % 6 === 0 ? null : 'a',
    redundancyMinimum: 1,
  })),
}));

export const FACTS_OF_KIND: Record<EntityKind, keyof LandscapeFacts> = {
  application: 'applications',
  component: 'components',
  capability: 'capabilities',
  process: 'processes',
  'hosting-area': 'hostingAreas',
  'hosting-zone': 'hostingZones',
  technology: 'technologies',
  segment: 'segments',
  dataset: 'datasets',
};

const question = fc.record({
  kind: fc.constantFrom(...ENTITY_KINDS),
  number: index,
  direction: fc.constantFrom(...DIRECTIONS),
  state: fc.option(fc.constantFrom(...FAILURE_STATES), { nil: undefined }),
  requestedDepth: fc.option(fc.integer({ min: 1, max: 10 }), { freq: 2 }),
  planMaximumDepth: fc.constantFrom(2, 5, 10),
  modes: fc.option(fc.subarray([...DEPENDENCY_MODES], { minLength: 1 }), { freq: 1 }),
  types: fc.option(fc.subarray([...TYPES], { minLength: 1 }), { freq: 1 }),
  componentLimit: fc.option(fc.nat(4), { freq: 1 }),
  canSeeRevenue: fc.boolean(),
});
export type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

export const questions: fc.Arbitrary<Question> = question;

/** The query for a question about one landscape; null if the landscape has no entity of the kind. */
export function queryFor(facts: LandscapeFacts, asked: Question): BlastRadiusQuery | null {
  const { kind, number, ...rest } = asked;
  const candidates = facts[FACTS_OF_KIND[kind]];
  const entity = candidates[number % Math.max(1, candidates.length)];
  return entity === undefined ? null : { ...rest, entityType: kind, entityId: entity.id, currency: 'EUR' };
}

/** The edits that turn one landscape into another. Edges of removed components disappear with them, and are not listed. */
export function editsBetween(before: LandscapeFacts, after: LandscapeFacts, version: number): LandscapeEdits {
  const edits: LandscapeEdits = { version, upserts: {}, removals: {} };
  const gone = new Set(
    before.components.filter((fact) => !after.components.some((other) => other.id === fact.id)).map((fact) => fact.ordinal),
  );
  for (const kind of Object.keys(before) as (keyof LandscapeFacts)[]) {
    const old = new Map(before[kind].map((fact) => [fact.id, JSON.stringify(fact)]));
    const kept = new Set(after[kind].map((fact) => fact.id));
    Object.assign(edits.upserts, { [kind]: after[kind].filter((fact) => old.get(fact.id) !== JSON.stringify(fact)) });
    edits.removals[kind] = [...old.keys()].filter((id) => !kept.has(id));
  }
  const named = new Set(
    before.dependencies.filter((fact) => !gone.has(fact.sourceOrdinal) && !gone.has(fact.targetOrdinal)).map((fact) => fact.id),
  );
  edits.removals.dependencies = edits.removals.dependencies?.filter((id) => named.has(id));
  return edits;
}
