/** Compares what a run made with what an `expected.json` says. What it states is compared exactly, in any order; what it does not state is free. */
import type { Manifest, ManifestComponent } from '@/contract/manifest/schema';
import { entityShortcomings } from './judgeEntities';
import { listOf, plain } from './sameName';

interface ExpectedComponent {
  name: string;
  also?: string[];
  /** Its name is open: whatever nobody else is called. */
  anyName?: boolean;
  optional?: boolean;
  kind?: string | string[];
  runtime?: string;
  isExternal?: boolean;
  tier?: string;
  /** Its application, by technicalName or display name. */
  application?: string;
  zones?: string[];
}
interface ExpectedDependency {
  source: string;
  target: string;
  optional?: boolean;
  dependencyType?: string | string[];
  mode?: string | string[];
  required?: boolean;
  encrypted?: boolean;
  propagates?: boolean;
  /** Occurs in the protocol. */
  protocol?: string;
  /** Whether it is in a redundancy group. */
  group?: boolean;
  minimum?: number;
}
export interface Case {
  name?: string;
  run?: string[];
  /** Files that a server at @prometheus or @jaeger answers with. */
  serve?: string[];
  /** Several complete answers, of which one must hold. */
  alternatives?: Case[];
  /** Patterns, of which each list needs one match in what is printed. */
  says?: string[][];
  saysNot?: string[];
  noRedundancyGroup?: boolean;
  exit?: number | number[];
  components?: ExpectedComponent[];
  dependencies?: ExpectedDependency[];
  together?: string[][];
  apart?: string[];
  never?: [string, string][];
  /** What is said to have been recognised. */
  kind?: string;
  /** How many entities of a sort there are: exactly, or from one number to another. */
  counts?: Record<string, number | [number, number]>;
  /** How many components there are of each kind, runtime or zone. */
  by?: Partial<Record<'kind' | 'runtime' | 'zone', Record<string, number>>>;
  /** Hosting areas, and the components in their zones: exactly these. */
  areas?: Record<string, string[]>;
  /** By name, the name of the parent. */
  capabilities?: Record<string, string | null>;
  processes?: string[];
  segments?: string[];
  technologies?: string[];
  datasets?: string[];
  /** By application, the capabilities and processes that it supports. */
  supports?: Record<string, string[]>;
  absent?: string[];
  nowhere?: string[];
}

/** What the comparison knows; a case with anything else is not judged. */
export const KNOWN = new Set(
  'kind counts by areas capabilities processes segments technologies datasets supports name note run serve alternatives says saysNot noRedundancyGroup exit components dependencies together apart never absent nowhere informative'.split(
    ' ',
  ),
);
export interface Found {
  components: (ManifestComponent & { application: string; tier: string | undefined })[];
  manifest: Manifest;
  output: string;
  exit: number;
}

export function componentsIn(manifest: Manifest): Found['components'] {
  return (manifest.applications ?? []).flatMap(({ technicalName, criticalityTier, components: parts }) =>
    (parts ?? []).map((part) => ({ ...part, application: technicalName, tier: criticalityTier })),
  );
}

/** Everything that falls short, in words. */
export function shortcomings(expected: Case, found: Found): string[] {
  const { alternatives = [] } = expected;
  if (alternatives.length > 0) {
    const each = alternatives.map((one) => shortcomings({ ...expected, ...one, alternatives: [] }, found));
    return each.find((wrong) => wrong.length === 0) ?? each[0]!;
  }
  const exits = listOf(expected.exit ?? 0);
  const meaning = new Map<string, string>();
  return [
    ...(exits.includes(found.exit) ? [] : [`exit code ${found.exit} instead of ${exits.join(' or ')}`]),
    ...componentShortcomings(expected, found, meaning),
    ...dependencyShortcomings(expected, found.manifest, (name) => meaning.get(name) ?? name),
    ...placeShortcomings(expected, found, meaning),
    ...entityShortcomings(expected, found, (name) => meaning.get(name) ?? name),
  ];
}

/** Fills `meaning`: for each component found, the name under which it was expected. */
function componentShortcomings({ components: expected }: Case, { components, exit }: Found, meaning: Map<string, string>): string[] {
  const wrong: string[] = [];
  const isCalled = ({ technicalName, name }: ManifestComponent, wanted: ExpectedComponent): boolean =>
    [wanted.name, ...(wanted.also ?? [])].some((one) => [technicalName, name ?? ''].some((own) => plain(own) === plain(one)));
  const named = new Set(components.filter((component) => (expected ?? []).some((wanted) => isCalled(component, wanted))));
  for (const wanted of expected ?? []) {
    const found =
      components.find((component) => isCalled(component, wanted) && !meaning.has(component.technicalName)) ??
      (wanted.anyName === true ? components.find((one) => !named.has(one)) : undefined);
    if (found !== undefined) {
      meaning.set(found.technicalName, wanted.name);
      wrong.push(...factShortcomings(wanted, found));
    } else if (wanted.optional !== true) wrong.push(`no component ${wanted.name}`);
  }
  if (expected === undefined || exit !== 0) return wrong;
  return [
    ...wrong,
    ...components.filter(({ technicalName }) => !meaning.has(technicalName)).map(({ technicalName }) => `${technicalName} is too many`),
  ];
}

function factShortcomings(wanted: ExpectedComponent, found: Found['components'][number]): string[] {
  const { kind = 'Other', runtime = 'Containers', isExternal = false, tier, hostingZones = [] } = found;
  const facts = { kind, runtime, isExternal, tier, zones: hostingZones };
  const wrong = Object.entries(facts).flatMap(([field, value]) => {
    const want = wanted[field as keyof typeof facts];
    const isRight =
      want === undefined || (field === 'kind' ? [want].flat().includes(kind) : JSON.stringify(want) === JSON.stringify(value));
    return isRight ? [] : [`${wanted.name}: ${field} ${String(value)} instead of ${String(want)}`];
  });
  if (wanted.application !== undefined && plain(wanted.application) !== plain(found.application))
    wrong.push(`${wanted.name}: application ${found.application} instead of ${wanted.application}`);
  return wrong;
}

function placeShortcomings(expected: Case, { components, output }: Found, meaning: ReadonlyMap<string, string>): string[] {
  const { together = [], apart = [], absent = [], nowhere = [], says = [], saysNot = [] } = expected;
  const applicationOf = (name: string): string | undefined =>
    components.find(({ technicalName }) => (meaning.get(technicalName) ?? technicalName) === name)?.application;
  return [
    ...together
      .filter((group) => new Set(group.map(applicationOf)).size !== 1)
      .map((group) => `${group.join(', ')} are not in one application`),
    ...(new Set(apart.map(applicationOf)).size === apart.length ? [] : [`${apart.join(', ')} share an application`]),
    ...absent.flatMap((pattern) =>
      components
        .filter(({ technicalName, name }) => new RegExp(pattern, 'i').test(`${technicalName} ${name}`))
        .map(({ technicalName }) => `${technicalName} must not be there`),
    ),
    ...nowhere.filter((text) => output.includes(text)).map((text) => `${JSON.stringify(text)} was printed`),
    ...says
      .filter((some) => !some.some((pattern) => new RegExp(pattern, 'i').test(output)))
      .map((some) => `nothing says ${some.join(' or ')}`),
    ...saysNot.filter((pattern) => new RegExp(pattern, 'i').test(output)).map((pattern) => `something says ${pattern}`),
  ];
}

function dependencyShortcomings(
  { dependencies, never = [], noRedundancyGroup = false }: Case,
  manifest: Manifest,
  nameOf: (name: string) => string,
): string[] {
  const wrong: string[] = [];
  const found = (manifest.dependencies ?? []).map((one) => ({ ...one, source: nameOf(one.source), target: nameOf(one.target) }));
  for (const [source, target] of never)
    if (found.some((one) => one.source === source && one.target === target)) wrong.push(`${source} → ${target} must not be there`);
  if (noRedundancyGroup && found.some(({ redundancyGroup }) => redundancyGroup !== undefined)) wrong.push('a redundancy group was made');
  if (dependencies === undefined) return wrong;
  const left = new Set(found);
  for (const wanted of dependencies) {
    const own = found.find(
      (one) =>
        one.source === wanted.source &&
        one.target === wanted.target &&
        (wanted.dependencyType === undefined || listOf(wanted.dependencyType).includes(one.dependencyType)),
    );
    if (own === undefined) {
      if (wanted.optional !== true) wrong.push(`no ${wanted.source} → ${wanted.target} (${listOf(wanted.dependencyType).join(' or ')})`);
      continue;
    }
    left.delete(own);
    wrong.push(...edgeShortcomings(wanted, own));
  }
  for (const { source, target, dependencyType } of left) wrong.push(`${source} → ${target} (${dependencyType}) is too many`);
  return wrong;
}

function edgeShortcomings(wanted: ExpectedDependency, own: NonNullable<Manifest['dependencies']>[number]): string[] {
  const {
    mode = 'Hard',
    required = true,
    propagates = true,
    transportEncryption = null,
    protocol,
    redundancyGroup,
    redundancyMinimum = 1,
  } = own;
  const modes = listOf(wanted.mode);
  const about = `${wanted.source} → ${wanted.target}`;
  return [
    ...(modes.length > 0 && !modes.includes(mode) ? [`${about}: ${mode} instead of ${modes.join(' or ')}`] : []),
    ...(wanted.required !== undefined && required !== wanted.required ? [`${about}: required`] : []),
    ...(wanted.propagates !== undefined && propagates !== wanted.propagates ? [`${about}: propagates`] : []),
    ...(wanted.protocol !== undefined && protocol?.toLowerCase().includes(wanted.protocol.toLowerCase()) !== true
      ? [`${about}: protocol ${protocol} instead of ${wanted.protocol}`]
      : []),
    ...(wanted.group !== undefined && (redundancyGroup !== undefined) !== wanted.group ? [`${about}: redundancy group`] : []),
    ...(wanted.minimum !== undefined && redundancyMinimum !== wanted.minimum ? [`${about}: minimum`] : []),
    ...(wanted.encrypted !== undefined && (transportEncryption !== null) !== wanted.encrypted ? [`${about}: encryption`] : []),
  ];
}
