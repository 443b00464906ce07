/** Finds the organisation that a catalog belongs to. Its name keeps two catalogs apart. */
import type { BackstageCatalog } from './backstageCatalog';
import { displayName } from './backstageNames';
import { refsIn, specOf, type BackstageEntity } from './backstageEntity';
import { importedName } from '@/sources/proposal/importedText';
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldOf, textOf } from '@/sources/proposal/locatedYaml';
import { readLocatedYaml } from '@/sources/proposal/yamlReader';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { nameOfDirectory } from '@/sources/proposal/sourceName';

/** Annotations that say where a repository is, and how to read the owner from each: `acme` from `acme/payments`. */
const OWNER_IN: readonly [annotation: string, owner: RegExp][] = [
  ['github.com/project-slug', /^([^/\s]+)\//],
  ['gitlab.com/project-slug', /^([^/\s]+)\//],
  ['bitbucket.org/project-slug', /^([^/\s]+)\//],
  ['dev.azure.com/project-repo', /^([^/\s]+)\//],
  ['backstage.io/source-location', /^url:https?:\/\/[^/]+\/([^/\s]+)\//],
  ['backstage.io/managed-by-location', /^url:https?:\/\/[^/]+\/([^/\s]+)\//],
];

/**
 * The name in app-config.yaml; otherwise the group of type organization or the one group above all others; otherwise the owner of most
 * repositories; otherwise the directory. Reports any name that was not stated.
 */
export function organisationOf(catalog: BackstageCatalog, paths: readonly string[], source: SourceFiles, report: ImportReport): string {
  const stated = ofAppConfig(paths, source) ?? ofGroups(catalog.entities);
  if (stated !== undefined) return stated;
  const owner = ownerOfMost(catalog.entities);
  const [first = '.'] = paths;
  const directory = source.kind(first) === 'directory' ? first : source.directoryOf(first);
  const name = owner ?? importedName(nameOfDirectory(source, directory)) ?? 'catalog';
  report.decided(
    undefined,
    owner === undefined
      ? `these files name no organisation, so the manifest is called ${name}; use --name to change that`
      : `the manifest is called ${name}, after the owner of the repositories; use --name to change that`,
  );
  return name;
}

function ofAppConfig(paths: readonly string[], source: SourceFiles): string | undefined {
  for (const path of paths) {
    const directory = source.kind(path) === 'directory' ? path : source.directoryOf(path);
    const file = source.join(directory, 'app-config.yaml');
    if (source.kind(file) !== 'file') continue;
    const [document] = readLocatedYaml(file, source.read(file)).documents;
    const name = importedName(textOf(fieldOf(document, 'organization', 'name')));
    // The name in a newly created Backstage app.
    if (name !== undefined && name !== 'My Company') return name;
  }
  return undefined;
}

function ofGroups(entities: readonly BackstageEntity[]): string | undefined {
  const groups = entities.filter(({ kind }) => kind.toLowerCase() === 'group');
  const isOrganisation = (group: BackstageEntity): boolean => /^organi[sz]ation$/i.test(textOf(specOf(group, 'type')) ?? '');
  const nameOf = (group: BackstageEntity): string => importedName(textOf(specOf(group, 'profile', 'displayName'))) ?? displayName(group);
  const organisation = groups.find(isOrganisation);
  if (organisation !== undefined) return nameOf(organisation);
  const tops = groups.filter((group) => refsIn(group, 'parent').length === 0);
  const [top] = tops;
  // A single team is just a team, not the organisation.
  return top !== undefined && tops.length === 1 && groups.length > 1 ? nameOf(top) : undefined;
}

function ownerOfMost(entities: readonly BackstageEntity[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { root } of entities) {
    const owner = OWNER_IN.map(([annotation, pattern]) =>
      pattern.exec(textOf(fieldOf(root, 'metadata', 'annotations', annotation)) ?? ''),
    ).find((match) => match !== null)?.[1];
    if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  return importedName(most?.[0]);
}
