/** Compares entities other than components and dependencies: their numbers, areas, capabilities and what supports them. */
import type { Manifest } from '@/contract/manifest/schema';
import type { Case, Found } from './expected';
import { plain } from './sameName';

interface Named {
  technicalName: string;
  name?: string | undefined;
}

/** `meaningOf` gives for the technicalName of a component the name under which it was expected. */
export function entityShortcomings(expected: Case, found: Found, meaningOf: (technicalName: string) => string): string[] {
  return [
    ...kindShortcomings(expected, found),
    ...countShortcomings(expected, found),
    ...areaShortcomings(expected, found, meaningOf),
    ...nameShortcomings(expected, found.manifest),
    ...supportShortcomings(expected, found.manifest),
  ];
}

const isCalled = ({ technicalName, name }: Named, wanted: string): boolean =>
  [technicalName, name ?? ''].some((own) => plain(own) === plain(wanted));
const listIn = (manifest: Manifest, sort: string): Named[] => ((manifest as Record<string, unknown>)[sort] ?? []) as Named[];

function kindShortcomings({ kind }: Case, { output }: Found): string[] {
  return kind === undefined || new RegExp(`\\b${kind}\\b`, 'i').test(output) ? [] : [`nothing says that it was recognised as ${kind}`];
}

const FIELDS = { kind: 'kind', runtime: 'runtime', zone: 'hostingZones' } as const;
/** What a component has that does not state it. */
const UNSTATED = { kind: 'Other', runtime: 'Containers', hostingZones: '' };

function countShortcomings({ counts = {}, by = {} }: Case, { components, manifest }: Found): string[] {
  const sizes = Object.entries(counts).flatMap(([sort, wanted]) => {
    const count = sort === 'components' ? components.length : listIn(manifest, sort).length;
    const [least, most] = Array.isArray(wanted) ? wanted : [wanted, wanted];
    return count >= least && count <= most ? [] : [`${count} ${sort} instead of ${least === most ? least : `${least} to ${most}`}`];
  });
  const groups = Object.entries(by).flatMap(([field, wanted]) =>
    Object.entries(wanted).flatMap(([value, number]) => {
      const key = FIELDS[field as keyof typeof FIELDS];
      const count = components.filter((one) => [one[key] ?? UNSTATED[key]].flat().includes(value)).length;
      return count === number ? [] : [`${count} components of ${field} ${value} instead of ${number}`];
    }),
  );
  return [...sizes, ...groups];
}

function areaShortcomings({ areas }: Case, { components, manifest }: Found, meaningOf: (technicalName: string) => string): string[] {
  if (areas === undefined) return [];
  const found = (manifest.hostingAreas ?? []).map(({ technicalName, name, zones }) => {
    const inside = new Set((zones ?? []).map((zone) => zone.technicalName));
    const members = components.filter(({ hostingZones }) => (hostingZones ?? []).some((zone) => inside.has(zone)));
    return { technicalName, name, members: members.map((one) => meaningOf(one.technicalName)) };
  });
  const sorted = (names: readonly string[]): string => names.map(plain).sort().join(', ');
  return [
    ...Object.entries(areas).flatMap(([area, wanted]) => {
      const own = found.find((one) => isCalled(one, area));
      if (own === undefined) return [`no hosting area ${area}`];
      return sorted(own.members) === sorted(wanted) ? [] : [`${area} holds ${own.members.join(', ')} instead of ${wanted.join(', ')}`];
    }),
    ...found
      .filter((one) => !Object.keys(areas).some((area) => isCalled(one, area)))
      .map(({ technicalName }) => `the hosting area ${technicalName} is too many`),
  ];
}

const SORTS = ['processes', 'segments', 'technologies', 'datasets'] as const;

function nameShortcomings(expected: Case, manifest: Manifest): string[] {
  const capabilities = manifest.capabilities ?? [];
  return [
    ...SORTS.flatMap((sort) =>
      (expected[sort] ?? [])
        .filter((wanted) => !listIn(manifest, sort).some((one) => isCalled(one, wanted)))
        .map((wanted) => `none of the ${sort} is ${wanted}`),
    ),
    ...Object.entries(expected.capabilities ?? {}).flatMap(([wanted, parent]) => {
      const own = capabilities.find((one) => isCalled(one, wanted));
      if (own === undefined) return [`no capability ${wanted}`];
      const found = capabilities.find(({ technicalName }) => technicalName === own.parent);
      const isRight = parent === null ? (own.parent ?? null) === null : found !== undefined && isCalled(found, parent);
      return isRight ? [] : [`the parent of ${wanted} is ${own.parent ?? 'none'} instead of ${parent ?? 'none'}`];
    }),
  ];
}

function supportShortcomings({ supports = {} }: Case, manifest: Manifest): string[] {
  return Object.entries(supports).flatMap(([application, wanted]) => {
    const own = (manifest.applications ?? []).find((one) => isCalled(one, application));
    if (own === undefined) return [`no application ${application}`];
    const linked = [...(own.capabilities ?? []), ...(own.processes ?? [])];
    const supported = [...(manifest.capabilities ?? []), ...(manifest.processes ?? [])].filter(({ technicalName }) =>
      linked.includes(technicalName),
    );
    const missing = wanted.filter((name) => !supported.some((one) => isCalled(one, name)));
    return missing.map((name) => `${application} does not support ${name}`);
  });
}
