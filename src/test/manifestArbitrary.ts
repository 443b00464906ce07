/** Random manifests with few names, so that they interact: shared entities, moved components, changed links, groups, prunes. */
import fc from 'fast-check';

export interface RandomApply {
  /** The manifest as JSON, which is also YAML. */
  text: string;
  prune: boolean;
}

const few = (prefix: string, count: number): fc.Arbitrary<string[]> =>
  fc.subarray(Array.from({ length: count }, (_, index) => `${prefix}${index}`));
const word = fc.constantFrom('one', 'two', 'three');
const named = { name: word, description: fc.option(word) };
const REFERENCES = ['Runbook', 'Dashboard', 'Other'].map((kind) => ({ kind, label: `A ${kind}`, url: `https://${kind}.example/?a=1,2` }));
const help = { contact: fc.option(word), references: fc.shuffledSubarray(REFERENCES) };
/** A manifest's dependency before its group has a minimum. */
interface Edge {
  ends: string[];
  dependencyType: string;
  mode: string;
  protocol: string | null;
  redundancyGroup: string | null;
}
const within = (names: string[]): fc.Arbitrary<string[]> => fc.subarray(names);
const each = <T>(names: string[], fields: (name: string, index: number) => fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.tuple(...names.map(fields)).map((all) => [...all]);

interface Names {
  capabilities: string[];
  processes: string[];
  areas: string[];
  zones: string[];
  technologies: string[];
  datasets: string[];
  segments: string[];
  applications: string[];
  components: string[];
}

const names: fc.Arbitrary<Names> = fc.record({
  capabilities: few('cap', 4),
  processes: few('proc', 2),
  areas: few('area', 2),
  zones: few('zone', 3),
  technologies: few('tech', 2),
  datasets: few('data', 2),
  segments: few('seg', 2),
  applications: few('app', 3),
  components: few('comp', 6),
});

/** Containment is drawn again each time, so that components and zones move. */
function manifestOf(known: Names): fc.Arbitrary<Record<string, unknown>> {
  const { capabilities, processes, applications, areas } = known;
  const components = applications.length === 0 ? [] : known.components;
  const zones = areas.length === 0 ? [] : known.zones;
  const component = (technicalName: string) =>
    fc.record({
      technicalName: fc.constant(technicalName),
      ...named,
      kind: fc.constantFrom('WebAPI', 'Database'),
      isExternal: fc.boolean(),
      ...help,
      hostingZones: within(zones),
      technologies: within(known.technologies),
      datasets: within(known.datasets),
    });
  const share = (capability: string) => fc.record({ capability: fc.constant(capability), revenueShare: fc.constantFrom(null, 0.25, 0.5) });
  const dependency: fc.Arbitrary<Edge> = fc.record({
    ends: fc.uniqueArray(fc.constantFrom(...components, 'comp0', 'comp1', 'comp2'), { minLength: 2, maxLength: 2 }),
    dependencyType: fc.constantFrom('Calls', 'Reads'),
    mode: fc.constantFrom('Hard', 'Soft'),
    protocol: fc.option(word),
    redundancyGroup: fc.option(fc.constantFrom('g', 'h'), { freq: 2 }),
  });
  return fc
    .record({
      capabilities: each(capabilities, (technicalName, index) =>
        // A parent has a lower number than its children, so no two manifests form a circle.
        fc
          .record({
            technicalName: fc.constant(technicalName),
            ...named,
            parent: fc.option(fc.constantFrom(...capabilities.slice(0, index), technicalName)),
          })
          .map((row) => ({ ...row, parent: row.parent === technicalName ? null : row.parent })),
      ),
      processes: each(processes, (technicalName) =>
        fc.record({ technicalName: fc.constant(technicalName), ...named, capabilities: within(capabilities) }),
      ),
      technologies: each(known.technologies, (technicalName) =>
        fc.record({ technicalName: fc.constant(technicalName), ...named, vendor: fc.option(word) }),
      ),
      datasets: each(known.datasets, (technicalName) =>
        fc.record({ technicalName: fc.constant(technicalName), ...named, classification: fc.constantFrom('Public', 'Restricted') }),
      ),
      segments: each(known.segments, (technicalName) =>
        fc.record({
          technicalName: fc.constant(technicalName),
          ...named,
          audienceType: fc.constant('Public'),
          annualRevenue: fc.constantFrom(null, 1, 2),
          capabilities: within(capabilities).chain((some) => each(some, share)),
        }),
      ),
      areas: each(areas, (technicalName) => fc.record({ technicalName: fc.constant(technicalName), ...named })),
      zones: each(zones, (technicalName) =>
        fc.record({ place: fc.nat(), zone: fc.record({ technicalName: fc.constant(technicalName), ...named }) }),
      ),
      applications: each(applications, (technicalName) =>
        fc.record({
          technicalName: fc.constant(technicalName),
          ...named,
          ...help,
          capabilities: within(capabilities),
          processes: within(processes),
        }),
      ),
      components: each(components, (technicalName) => fc.record({ place: fc.nat(), component: component(technicalName) })),
      dependencies:
        components.length < 2
          ? fc.constant<Edge[]>([])
          : fc.uniqueArray(dependency, { maxLength: 10, selector: ({ ends, dependencyType }) => `${ends.join()} ${dependencyType}` }),
    })
    .map(({ areas: hostingAreas, zones: placedZones, components: placed, dependencies, applications: apps, ...rest }) => ({
      ...rest,
      hostingAreas: hostingAreas.map((area, index) => ({
        ...area,
        zones: placedZones.filter(({ place }) => place % hostingAreas.length === index).map(({ zone }) => zone),
      })),
      applications: apps.map((app, index) => ({
        ...app,
        components: placed.filter(({ place }) => place % apps.length === index).map(({ component: inner }) => inner),
      })),
      dependencies: dependencies.map(({ ends: [source, target], ...edge }) => ({
        source,
        target,
        ...edge,
        redundancyMinimum: minimumOf(source, edge.redundancyGroup, dependencies),
      })),
    }));
}

/** In group h, two targets must work if there are two; in group g one. */
function minimumOf(source: string | undefined, group: string | null, dependencies: readonly Edge[]): number {
  const targets = new Set(
    dependencies.filter(({ ends, redundancyGroup }) => ends[0] === source && redundancyGroup === group).map(({ ends }) => ends[1]),
  );
  return group === 'h' ? Math.min(2, targets.size) : 1;
}

export const randomApply: fc.Arbitrary<RandomApply> = names
  .chain((known) => fc.record({ body: manifestOf(known), name: fc.constantFrom('first', 'second'), prune: fc.boolean() }))
  .map(({ body, name, prune }) => ({ text: JSON.stringify({ version: 1, name, ...body }), prune }));
