/** Imports a Backstage catalog: from file and directory names to the text of a manifest. Both the command line and the browser call it. */
import { countOf } from '@/plain/counts';
import { readCatalog } from './backstageCatalog';
import { importBackstage } from './backstageImport';
import { organisationOf } from './backstageOrganisation';
import { importedName } from '@/sources/proposal/importedText';
import { toImported, type Imported } from '@/sources/proposal/imported';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';

export interface BackstageOptions {
  /** The name of the manifest; default: the organisation. */
  name?: string | undefined;
  /** Called with the number of files read so far. */
  saw?: (files: number) => void;
}

/** Throws UnreadableSource if the files cannot become a manifest. */
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
    `Made by \`faultline import backstage\` from ${countOf(catalog.files.length, 'file')}. To see what it would change: faultline push --preview FILE`,
  ];
  return toImported({ manifest, notes: new Map() }, header, report);
}
