/** Compares what a run made with what an `expected.json` says. What it states is compared exactly, in any order; what it does not state is free. */
import type { Manifest, ManifestComponent } from '@/contract/manifest/schema';
import type { Case, ExpectedComponent, ExpectedDependency, Found } from './expected';
import { entityShortcomings } from './judgeEntities';
import { listOf, plain } from './sameName';

/** What the comparison knows; a case with anything else is not judged. */
export const KNOWN = new Set(
  'kind counts by areas capabilities processes segments technologies datasets supports name note run serve alternatives says saysNot noRedundancyGroup exit components dependencies together apart never absent nowhere informative'.split(
    ' ',
  ),
);
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
  const facts = {
    required: own.required ?? true,
    propagates: own.propagates ?? true,
    group: (own.redundancyGroup ?? null) !== null,
    minimum: own.redundancyMinimum ?? 1,
    encrypted: (own.transportEncryption ?? null) !== null,
  };
  const about = `${wanted.source} → ${wanted.target}`;
  const mode = own.mode ?? 'Hard';
  const modes = listOf(wanted.mode);
  const hasProtocol = own.protocol?.toLowerCase().includes(wanted.protocol?.toLowerCase() ?? '') === true;
  return [
    ...(modes.length > 0 && !modes.includes(mode) ? [`${about}: ${mode} instead of ${modes.join(' or ')}`] : []),
    ...(wanted.protocol === undefined || hasProtocol ? [] : [`${about}: protocol ${own.protocol} instead of ${wanted.protocol}`]),
    ...Object.entries(facts).flatMap(([fact, value]) => {
      const want = wanted[fact as keyof typeof facts];
      return want === undefined || want === value ? [] : [`${about}: ${fact} ${value} instead of ${want}`];
    }),
  ];
}
