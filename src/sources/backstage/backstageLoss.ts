/** What a landscape states that a Backstage catalog has no place for, in words. */
import type { Manifest, ManifestDependency } from '@/contract/manifest/schema';
import type { ComponentKind } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { dependencyTypeFor } from '@/sources/proposal/edges';

const NOUNS = {
  hostingAreas: ['hosting area', 'hosting areas'],
  technologies: ['technology', 'technologies'],
  datasets: ['dataset', 'datasets'],
  processes: ['process', 'processes'],
  segments: ['segment', 'segments'],
  scenarios: ['scenario', 'scenarios'],
} as const;
const NAMED = ['technicalName', 'name', 'description', 'formerly', 'reuseName'] as const;
/** The fields that a catalog keeps. */
const HELD = {
  capability: new Set<string>([...NAMED, 'ownerTeam', 'parent']),
  application: new Set<string>([...NAMED, 'ownerTeam', 'contact', 'references', 'capabilities', 'components', 'lifecycleState']),
  component: new Set<string>([...NAMED, 'kind', 'contact', 'references']),
  dependency: new Set<string>(['source', 'target', 'dependencyType', 'mode']),
};
type Holder = keyof typeof HELD;
const PLURALS: Readonly<Record<Holder, readonly [string, string]>> = {
  capability: ['capability', 'capabilities'],
  application: ['application', 'applications'],
  component: ['component', 'components'],
  dependency: ['dependency', 'dependencies'],
};

/** `isResource` says which kinds have no lifecycle of their own. */
export function lossOf(manifest: Manifest, isResource: (kind: ComponentKind) => boolean): string[] {
  const entities = Object.entries(NOUNS).flatMap(([list, [one, many]]) => {
    const count = manifest[list as keyof typeof NOUNS]?.length ?? 0;
    return count === 0 ? [] : [countOf(count, one, many)];
  });
  const { capabilities, applications, dependencies } = manifest;
  const components = (applications ?? []).flatMap((application) => application.components ?? []);
  const fields = [
    ...fieldsOf('capability', capabilities ?? []),
    ...fieldsOf('application', applications ?? []),
    ...fieldsOf('component', components),
    ...fieldsOf('dependency', dependencies ?? []),
  ];
  return [...entities, ...fields, ...othersOf(manifest, components, isResource)];
}

function fieldsOf(holder: Holder, all: readonly object[]): string[] {
  const counts = new Map<string, number>();
  for (const one of all)
    for (const [field, value] of Object.entries(one))
      if (!HELD[holder].has(field) && value != null && !(Array.isArray(value) && value.length === 0))
        counts.set(field, (counts.get(field) ?? 0) + 1);
  return [...counts].map(([field, count]) => `${field} of ${countOf(count, ...PLURALS[holder])}`);
}

/** What a catalog keeps only of some: the first domain of a system, the lifecycle where a component has it, the usual type and mode. */
function othersOf(
  { applications, dependencies }: Manifest,
  components: readonly { technicalName: string; kind?: ComponentKind | undefined }[],
  isResource: (kind: ComponentKind) => boolean,
): string[] {
  const kinds = new Map(components.map(({ technicalName, kind }) => [technicalName, kind ?? 'Other']));
  const further = (applications ?? []).reduce((sum, { capabilities }) => sum + Math.max(0, (capabilities?.length ?? 0) - 1), 0);
  const states = (applications ?? []).filter(
    ({ lifecycleState, components: own }) => lifecycleState !== undefined && (own ?? []).every(({ kind }) => isResource(kind ?? 'Other')),
  );
  const whole = (dependencies ?? []).filter(({ source, target }) => kinds.has(source) && kinds.has(target));
  const outside = (dependencies ?? []).length - whole.length;
  const pairs = new Set(whole.map(({ source, target }) => `${source} ${target}`));
  const unusual = (isUnusual: (one: ManifestDependency) => boolean): number => whole.filter(isUnusual).length;
  const said: [count: number, words: (count: number) => string][] = [
    [further, (count) => `${countOf(count, 'capability', 'capabilities')} of an application beyond its first`],
    [states.length, (count) => `lifecycleState of ${countOf(count, 'application')} without a component that has one`],
    [outside, (count) => `${countOf(count, 'dependency', 'dependencies')} on or of other components`],
    [whole.length - pairs.size, (count) => `${countOf(count, 'dependency', 'dependencies')} between two that have another`],
    [
      unusual(({ target, dependencyType }) => dependencyType !== dependencyTypeFor(kinds.get(target) ?? 'Other')),
      (count) => `dependencyType of ${countOf(count, 'dependency', 'dependencies')}`,
    ],
    [unusual(({ mode }) => mode !== undefined && mode !== 'Hard'), (count) => `mode of ${countOf(count, 'dependency', 'dependencies')}`],
  ];
  return said.filter(([count]) => count > 0).map(([count, words]) => words(count));
}
