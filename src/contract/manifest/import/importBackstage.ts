/** A Backstage catalog as a manifest, from the names of files and directories to its text: what the command line and the browser both call. */
import { countOf } from '@/plain/counts';
import { readCatalog } from './backstageCatalog';
import { importBackstage } from './backstageImport';
import { organisationOf } from './backstageOrganisation';
import { importedName } from './importedText';
import { toImported, type Imported } from './imported';
import type { ImportReport } from './importReport';
import type { SourceFiles } from './sourceFiles';
import { UnreadableSource } from './unreadableSource';

export interface BackstageOptions {
  /** Of the manifest; the organisation's unless said. */
  name?: string | undefined;
  /** Hears of each file that is read. */
  saw?: (files: number) => void;
}

/** Throws UnreadableSource where nothing can be made of the files. */
export function importBackstageFiles(
  paths: readonly string[],
  source: SourceFiles,
  { name, saw }: BackstageOptions,
  report: ImportReport,
): Imported {
  const catalog = readCatalog(paths, source, report, saw);
  if (catalog.entities.length === 0)
    throw new UnreadableSource(`there is no Backstage entity in ${paths.join(', ')}`, 'nothing_found', {
      hint: 'entities are YAML documents with apiVersion backstage.io/… and kind',
    });
  const manifest = importBackstage(catalog, importedName(name) ?? organisationOf(catalog, paths, source, report), report);
  const header = [
    `Made by \`faultline import backstage\` from ${countOf(catalog.files.length, 'file')}. What it means: faultline push --preview FILE`,
  ];
  return toImported({ manifest, notes: new Map() }, header, report);
}
