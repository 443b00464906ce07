/** Landscapes written in a few words, for tests of single rules. */
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { DependencyFact, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { DEPENDENCY_MODES, DEPENDENCY_TYPES } from '@/domain/vocabulary';
import { testGuid } from './graphArbitrary';
import { finish } from '@/plain/steps';

export interface Sketch {
  /**
   * Lines of `source -> target words…`. The words are a mode (default Hard), a dependencyType (default Calls), `optional`, `blocked` for
   * propagates=false, and `group:name` with `minimum:k`. A component `shop.front` belongs to the application `shop`; one without a dot
   * belongs to `app`.
   */
  edges: string[];
  /** Components without edges. */
  alone?: string[];
  /** Zones of components; a zone `east.a` belongs to the area `east`. */
  zones?: Record<string, string[]>;
  /** Capabilities of applications. */
  supports?: Record<string, string[]>;
}

/** Ids follow from names: a component `x` has the id `componentId('x')`. */
export const componentId = (name: string): string => testGuid(1, numberOf(name));
export const applicationId = (name: string): string => testGuid(0, numberOf(name));
export const zoneId = (name: string): string => testGuid(6, numberOf(name));
export const areaId = (name: string): string => testGuid(5, numberOf(name));
export const capabilityId = (name: string): string => testGuid(2, numberOf(name));

function numberOf(name: string): number {
  return [...name].reduce((hash, letter) => (hash * 131 + letter.charCodeAt(0)) % 0xfffffff, 7);
}

const applicationOf = (component: string): string => (component.includes('.') ? component.slice(0, component.indexOf('.')) : 'app');
const unique = (names: string[]): string[] => [...new Set(names)];

export function sketchFacts(sketch: Sketch): LandscapeFacts {
  const lines = sketch.edges.map((line) => line.split(/ +/));
  const components = unique([...lines.flatMap(([source = '', , target = '']) => [source, target]), ...(sketch.alone ?? [])]);
  const zones = unique(Object.values(sketch.zones ?? {}).flat());
  const supports = sketch.supports ?? {};
  const named = (id: string, technicalName: string) => ({ id, technicalName, name: technicalName });
  const areaOf = (zone: string): string => zone.slice(0, zone.indexOf('.'));
  return {
    applications: unique(components.map(applicationOf)).map((app) => ({
      ...named(applicationId(app), app),
      criticalityTier: 'BusinessCritical',
      ownerTeam: null,
      lifecycleState: 'Production',
      capabilityIds: (supports[app] ?? []).map(capabilityId),
      processIds: [],
    })),
    components: components.map((component, ordinal) => ({
      ...named(componentId(component), component),
      ordinal,
      kind: 'Other',
      isExternal: false,
      applicationId: applicationId(applicationOf(component)),
      hostingZoneIds: (sketch.zones?.[component] ?? []).map(zoneId),
      technologyIds: [],
      datasetIds: [],
    })),
    dependencies: lines.map((words, number) => dependencyOf(words, components, number)),
    capabilities: unique(Object.values(supports).flat()).map((capability) => ({
      ...named(capabilityId(capability), capability),
      parentId: null,
      criticalityTier: null,
      maximumTolerableDowntimeMinutes: null,
    })),
    processes: [],
    segments: [],
    hostingAreas: unique(zones.map(areaOf)).map((area) => named(areaId(area), area)),
    hostingZones: zones.map((zone) => ({ ...named(zoneId(zone), zone), hostingAreaId: areaId(areaOf(zone)) })),
    technologies: [],
    datasets: [],
  };
}

function dependencyOf([source = '', , target = '', ...words]: string[], components: string[], number: number): DependencyFact {
  const wordAfter = (prefix: string): string | undefined => words.find((word) => word.startsWith(prefix))?.slice(prefix.length);
  return {
    id: testGuid(9, number),
    sourceOrdinal: components.indexOf(source),
    targetOrdinal: components.indexOf(target),
    dependencyType: DEPENDENCY_TYPES.find((type) => words.includes(type)) ?? 'Calls',
    mode: DEPENDENCY_MODES.find((mode) => words.includes(mode)) ?? 'Hard',
    required: !words.includes('optional'),
    propagates: !words.includes('blocked'),
    redundancyGroup: wordAfter('group:') ?? null,
    redundancyMinimum: Number(wordAfter('minimum:') ?? 1),
  };
}

export function sketchGraph(sketch: Sketch): LandscapeGraph {
  return finish(new LandscapeGraphBuilder().addAll(sketchFacts(sketch)).seal(1));
}
