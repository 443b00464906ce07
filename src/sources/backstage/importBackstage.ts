/** Imports a Backstage catalog: from file and directory names to the text of a manifest. Both the command line and the browser call it. */
import { countOf } from '@/plain/counts';
import { byCodeUnit } from '@/plain/order';
import { readCatalog } from './backstageCatalog';
import { importBackstage } from './backstageImport';
import { organisationOf } from './backstageOrganisation';
import { importedName } from '@/sources/proposal/importedText';
import type { Importer } from '@/sources/importer';
import { importedAs } from '@/sources/proposal/imported';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';

const HELP = `
Domains become capabilities; systems become applications; components and resources become components; groups become owner teams. Whatever
uses an API depends on the components that provide it. Directories are searched; Locations that point to local files are followed. Nothing
is downloaded.
The manifest gets the name of the organisation: from app-config.yaml, the top group, or the owner of the repositories.

Examples:
  faultline import backstage . -o landscape.yaml
  faultline import backstage catalog-info.yaml services/*/catalog-info.yaml | faultline validate -`;

export const BACKSTAGE: Importer = {
  kind: 'backstage',
  source: 'a Backstage catalog',
  help: HELP,
  options: [],
  defaultName: 'the organisation of the catalog',
  searchesDirectories: true,
  recognise: ({ text }) => {
    const [, version] = /(?:^[ \t]*(?:-[ \t]+)?|[{,]\s*)["']?apiVersion["']?:\s*["']?(backstage\.io\/[\w.]+)/m.exec(text) ?? [];
    return version === undefined ? null : `it has apiVersion ${version}`;
  },
  read: (named, source, { name, saw }, report) => {
    const paths = [...named].sort(byCodeUnit);
    const catalog = readCatalog(paths, source, report, saw);
    if (catalog.entities.length === 0)
      throw new UnreadableSource(`there is no Backstage entity in ${paths.join(', ')}`, 'nothing_found', {
        hint: 'entities are YAML documents with apiVersion backstage.io/… and kind',
      });
    const manifest = importBackstage(catalog, importedName(name) ?? organisationOf(catalog, paths, source, report), report);
    return importedAs('backstage', { manifest, notes: new Map() }, report, { from: countOf(catalog.files.length, 'file') });
  },
};
