/**
 * A manifest of the size in the performance targets: 10,000 components in 500 applications, 30,000 dependencies, and some of every other
 * kind.
 */
import type { Manifest, ManifestComponent, ManifestDependency } from '@/contract/manifest/schema';

export interface ManifestSize {
  components: number;
  dependencies: number;
}

/** A linear congruential generator: the same manifest on every machine. */
function randomizer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // Its low bits alternate: with those, every dependency would lead from an even component to an odd one.
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TIERS = ['Administrative', 'BusinessOperational', 'BusinessCritical', 'MissionCritical'] as const;
const MODES = ['Hard', 'Soft', 'Async', 'Degraded'] as const;

export function largeManifest({ components, dependencies }: ManifestSize): Manifest {
  const random = randomizer(7);
  const numbered = (prefix: string, count: number): { technicalName: string; name: string }[] =>
    Array.from({ length: count }, (_, index) => ({ technicalName: `${prefix}-${index}`, name: `${prefix} number ${index}` }));
  const applicationCount = Math.max(1, Math.floor(components / 20));
  return {
    version: 1,
    name: 'large',
    hostingAreas: numbered('area', 10).map((area, index) => ({ ...area, provider: 'Kubernetes', zones: numbered(`zone-${index}`, 4) })),
    technologies: numbered('technology', 50).map((technology) => ({ ...technology, vendor: 'Vendor' })),
    datasets: numbered('dataset', 100).map((dataset) => ({ ...dataset, classification: 'Internal' as const, containsPersonalData: false })),
    capabilities: numbered('capability', 100).map((capability, index) => ({
      ...capability,
      ...(index < 10 ? {} : { parent: `capability-${index % 10}` }),
    })),
    processes: numbered('process', 50).map((process, index) => ({ ...process, capabilities: [`capability-${index}`] })),
    segments: numbered('segment', 10).map((segment, index) => ({
      ...segment,
      audienceType: 'Customers' as const,
      annualRevenue: 1_000_000,
      capabilities: [{ capability: `capability-${index}`, revenueShare: 0.5 }],
    })),
    applications: numbered('application', applicationCount).map((application, index) => ({
      ...application,
      criticalityTier: TIERS[random(4)],
      ownerTeam: `Team ${index % 40}`,
      capabilities: [`capability-${index % 100}`],
      components: Array.from({ length: 20 }, (_, at) => componentAt(index * 20 + at, random)),
    })),
    dependencies: dependenciesOf(components, dependencies, random),
  };
}

function componentAt(index: number, random: (below: number) => number): ManifestComponent {
  return {
    technicalName: `component-${index}`,
    name: `Component number ${index}`,
    description: `Does its part of the work of application ${Math.floor(index / 20)}`,
    kind: 'WebAPI',
    runtime: 'Containers',
    hostingZones: [`zone-${random(10)}-${random(4)}`],
    technologies: [`technology-${random(50)}`],
    datasets: random(5) === 0 ? [`dataset-${random(100)}`] : [],
  };
}

function dependenciesOf(components: number, count: number, random: (below: number) => number): ManifestDependency[] {
  const seen = new Set<string>();
  const dependencies: ManifestDependency[] = [];
  while (dependencies.length < count) {
    const source = random(components);
    const target = random(components);
    const key = `${source} ${target}`;
    if (source === target || seen.has(key)) continue;
    seen.add(key);
    dependencies.push({
      source: `component-${source}`,
      target: `component-${target}`,
      dependencyType: 'Calls',
      mode: MODES[random(4)],
      required: random(3) > 0,
      protocol: 'gRPC',
    });
  }
  return dependencies;
}
