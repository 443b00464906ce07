/** Large random landscapes with the traits of real ones: hubs, layers, applications, some cycles, some redundancy. The same seed gives the same landscape. */
import { LandscapeGraphBuilder } from '@/domain/graph/graphBuilder';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { DEPENDENCY_TYPES } from '@/domain/vocabulary';
import type { DependencyMode } from '@/domain/vocabulary';

/** A small seeded generator (mulberry32) of numbers from 0 to below 1. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}

const MODES: readonly DependencyMode[] = ['Hard', 'Hard', 'Hard', 'Degraded', 'Soft', 'Async'];
const COMPONENTS_PER_APPLICATION = 10;
const CAPABILITY_COUNT = 200;
const FRONT_DOOR_EVERY = 50;

function guidFrom(random: () => number): string {
  const hex = Array.from({ length: 4 }, () => Math.floor(random() * 0x100000000).toString(16).padStart(8, '0')).join('');
  return flat(`${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`);
}

/** The same text in one piece, as a database driver hands it out; text put together here is a tree of pieces until it is first read. */
function flat(text: string): string {
  return Buffer.from(text).toString('latin1');
}

export interface RandomLandscape {
  graph: LandscapeGraph;
  componentIds: string[];
  dependencyIds: string[];
  /** Spent in the builder, with the making of the facts left out as far as that can be told apart. */
  buildMs: number;
}

/**
 * Each component depends on components of lower ordinals, the lowest of all being hubs that most depend on in the end; one edge in fifty points the other way, so that there are
 * cycles. One edge in fifty belongs to the front door, the last component, which so depends on nearly everything. `redundantShare` of the components back two of their dependencies up with one another.
 */
export function randomLandscape(componentCount: number, edgeCount: number, redundantShare: number, seed: number): RandomLandscape {
  const random = randomFrom(seed);
  const builder = new LandscapeGraphBuilder();
  const componentIds: string[] = [];
  const dependencyIds: string[] = [];
  const applicationCount = Math.ceil(componentCount / COMPONENTS_PER_APPLICATION);
  const applicationIds = Array.from({ length: applicationCount }, () => guidFrom(random));
  const capabilityIds = Array.from({ length: CAPABILITY_COUNT }, () => guidFrom(random));
  let buildMs = 0;
  const timed = (work: () => void): void => {
    const from = performance.now();
    work();
    buildMs += performance.now() - from;
  };
  capabilityIds.forEach((id, number) => {
    const parentId = number < 10 ? null : (capabilityIds[number % 10] ?? null);
    builder.addCapability({ id, technicalName: `capability-${number}`, name: `Capability ${number}`, parentId });
  });
  applicationIds.forEach((id, number) => {
    const supported = [capabilityIds[number % CAPABILITY_COUNT] ?? ''];
    builder.addApplication({
      id, technicalName: `application-${number}`, name: `Application ${number}`, criticalityTier: 'BusinessCritical', ownerTeam: null, capabilityIds: supported, processIds: [],
    });
  });
  for (let chunk = 0; chunk < componentCount; chunk += 10_000) {
    const facts = Array.from({ length: Math.min(10_000, componentCount - chunk) }, (_, i) => {
      const ordinal = chunk + i;
      const id = guidFrom(random);
      componentIds.push(id);
      return {
        id, ordinal, technicalName: flat(`component-${Math.floor(random() * 1e9)}-${ordinal}`), name: flat(`Component ${ordinal}`), kind: 'WebAPI' as const, isExternal: false,
        applicationId: applicationIds[Math.floor(ordinal / COMPONENTS_PER_APPLICATION)] ?? '', hostingZoneIds: [], technologyIds: [], datasetIds: [],
      };
    });
    timed(() => facts.forEach((fact) => builder.addComponent(fact)));
  }
  for (let chunk = 0; chunk < edgeCount; chunk += 10_000) {
    const facts = Array.from({ length: Math.min(10_000, edgeCount - chunk) }, (_, i) => {
      const id = guidFrom(random);
      dependencyIds.push(id);
      const place = chunk + i;
      const isFrontDoor = place % FRONT_DOOR_EVERY === 0;
      const sourceOrdinal = isFrontDoor ? componentCount - 1 : 1 + (place % (componentCount - 1));
      const isBackward = random() < 0.02;
      const targetOrdinal = isBackward
        ? (sourceOrdinal + 1 + Math.floor(random() * 50)) % componentCount
        : Math.floor(random() ** (isFrontDoor ? 1 : 1.5) * sourceOrdinal);
      const isRedundant = !isFrontDoor && place < 2 * (componentCount - 1) && (sourceOrdinal * 7919) % 1000 < redundantShare * 1000;
      return {
        id, sourceOrdinal, targetOrdinal: targetOrdinal === sourceOrdinal ? 0 : targetOrdinal,
        dependencyType: DEPENDENCY_TYPES[place % DEPENDENCY_TYPES.length] ?? 'Calls', mode: MODES[Math.floor(random() * MODES.length)] ?? 'Hard',
        required: random() < 0.8, propagates: random() < 0.97, redundancyGroup: isRedundant ? 'replicas' : null, redundancyMinimum: 1,
      };
    });
    timed(() => facts.forEach((fact) => builder.addDependency(fact)));
  }
  let graph: LandscapeGraph | null = null;
  timed(() => {
    graph = builder.seal(1);
  });
  return { graph: graph ?? builder.seal(1), componentIds, dependencyIds, buildMs };
}
