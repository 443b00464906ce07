/**
 * Large random landscapes with the traits of real ones: hubs, layers, applications, some cycles, some redundancy. The same seed gives the
 * same landscape.
 */
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { ApplicationFact, ComponentFact, DependencyFact } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { DEPENDENCY_TYPES } from '@/domain/vocabulary';
import type { DependencyMode } from '@/domain/vocabulary';
import { randomFrom } from '@/lab/randomFrom';
import { finish } from '@/plain/steps';

const MODES: readonly DependencyMode[] = ['Hard', 'Hard', 'Hard', 'Degraded', 'Soft', 'Async'];
const COMPONENTS_PER_APPLICATION = 10;
const CAPABILITY_COUNT = 200;
const FRONT_DOOR_EVERY = 50;
const CHUNK = 10_000;

function guidFrom(random: () => number): string {
  const hex = Array.from({ length: 4 }, () =>
    Math.floor(random() * 0x100000000)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
  return flat(`${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`);
}

/** The same text in one piece, as from a database driver. A concatenated text is a tree of pieces until it is first read. */
function flat(text: string): string {
  return Buffer.from(text).toString('latin1');
}

export interface RandomLandscape {
  graph: LandscapeGraph;
  componentIds: string[];
  dependencyIds: string[];
  /** Time in the builder, not counting the generation of the facts. */
  buildMs: number;
}

/**
 * Each component depends on components of lower ordinals, the lowest of all being hubs that most depend on in the end; one edge in fifty
 * points the other way, so that there are cycles. One edge in fifty belongs to the front door, the last component, which so depends on much
 * of the landscape. `redundantShare` of the components back two of their dependencies up with one another.
 */
export function randomLandscape(componentCount: number, edgeCount: number, redundantShare: number, seed: number): RandomLandscape {
  const random = randomFrom(seed);
  const builder = new LandscapeGraphBuilder();
  const applicationIds = addBusiness(builder, Math.ceil(componentCount / COMPONENTS_PER_APPLICATION), random);
  const componentIds: string[] = [];
  const dependencyIds: string[] = [];
  let buildMs = 0;
  for (let from = 0; from < componentCount; from += CHUNK) {
    const facts = Array.from({ length: Math.min(CHUNK, componentCount - from) }, (_, i) => componentFact(from + i, applicationIds, random));
    facts.forEach((fact) => componentIds.push(fact.id));
    buildMs += timeOf(() => facts.forEach((fact) => builder.addComponent(fact)));
  }
  for (let from = 0; from < edgeCount; from += CHUNK) {
    const facts = Array.from({ length: Math.min(CHUNK, edgeCount - from) }, (_, i) =>
      dependencyFact(from + i, componentCount, redundantShare, random),
    );
    facts.forEach((fact) => dependencyIds.push(fact.id));
    buildMs += timeOf(() => facts.forEach((fact) => builder.addDependency(fact)));
  }
  const from = performance.now();
  const graph = finish(builder.seal(1));
  return { graph, componentIds, dependencyIds, buildMs: buildMs + performance.now() - from };
}

function timeOf(work: () => void): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

const UNTOLD = { criticalityTier: null, maximumTolerableDowntimeMinutes: null };

function addBusiness(builder: LandscapeGraphBuilder, applicationCount: number, random: () => number): string[] {
  const capabilityIds = Array.from({ length: CAPABILITY_COUNT }, () => guidFrom(random));
  const applicationIds = Array.from({ length: applicationCount }, () => guidFrom(random));
  capabilityIds.forEach((id, number) => {
    const parentId = number < 10 ? null : (capabilityIds[number % 10] ?? null);
    const capability = { id, technicalName: `capability-${number}`, name: `Capability ${number}`, parentId, ...UNTOLD };
    builder.addAll({ capabilities: [capability] });
  });
  applicationIds.forEach((id, number) => {
    const application: ApplicationFact = {
      id,
      technicalName: `application-${number}`,
      name: `Application ${number}`,
      criticalityTier: 'BusinessCritical',
      ownerTeam: null,
      lifecycleState: 'Production',
      capabilityIds: [capabilityIds[number % CAPABILITY_COUNT] ?? ''],
      processIds: [],
    };
    builder.addAll({ applications: [application] });
  });
  return applicationIds;
}

function componentFact(ordinal: number, applicationIds: readonly string[], random: () => number): ComponentFact {
  return {
    id: guidFrom(random),
    ordinal,
    technicalName: flat(`component-${Math.floor(random() * 1e9)}-${ordinal}`),
    name: flat(`Component ${ordinal}`),
    kind: 'WebAPI',
    isExternal: false,
    applicationId: applicationIds[Math.floor(ordinal / COMPONENTS_PER_APPLICATION)] ?? '',
    hostingZoneIds: [],
    technologyIds: [],
    datasetIds: [],
  };
}

function dependencyFact(place: number, componentCount: number, redundantShare: number, random: () => number): DependencyFact {
  const isFrontDoor = place % FRONT_DOOR_EVERY === 0;
  const sourceOrdinal = isFrontDoor ? componentCount - 1 : 1 + (place % (componentCount - 1));
  const isBackward = random() < 0.02;
  const targetOrdinal = isBackward
    ? (sourceOrdinal + 1 + Math.floor(random() * 50)) % componentCount
    : Math.floor(random() ** (isFrontDoor ? 1 : 1.5) * sourceOrdinal);
  const isRedundant = !isFrontDoor && place < 2 * (componentCount - 1) && (sourceOrdinal * 7919) % 1000 < redundantShare * 1000;
  return {
    id: guidFrom(random),
    sourceOrdinal,
    targetOrdinal: targetOrdinal === sourceOrdinal ? 0 : targetOrdinal,
    dependencyType: DEPENDENCY_TYPES[place % DEPENDENCY_TYPES.length] ?? 'Calls',
    mode: MODES[Math.floor(random() * MODES.length)] ?? 'Hard',
    required: random() < 0.8,
    propagates: random() < 0.97,
    redundancyGroup: isRedundant ? 'replicas' : null,
    redundancyMinimum: 1,
  };
}
