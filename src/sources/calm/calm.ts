/** Imports CALM architectures (FINOS Common Architecture Language Model). */
import { toLandscape } from '@/sources/architecture/toLandscape';
import type { Importer } from '@/sources/importer';
import { givenFiles } from '@/sources/proposal/givenFiles';
import { importedAs } from '@/sources/proposal/imported';
import { readLocatedJson } from '@/sources/proposal/locatedJson';
import { sourceName } from '@/sources/proposal/sourceName';
import { unreadableAt, UnreadableSource } from '@/sources/proposal/unreadableSource';
import { CalmReader, isCalm } from './calmModel';

const HELP = `
A node that is composed of others becomes an application, and the others become its components. connects becomes a dependency, with protocol
and encryption from its protocol; deployed-in becomes a hosting area; data assets become datasets. Actors, flows and controls are not
mapped.

Examples:
  faultline import calm shop.arch.json -o landscape.yaml`;

export const CALM: Importer = {
  kind: 'calm',
  source: 'CALM architectures',
  help: HELP,
  defaultName: 'the directory',
  options: [],
  recognise: ({ path, text }) => {
    if (!/\.json$/i.test(path) || !/"node-type"/.test(text) || !/"unique-id"/.test(text)) return null;
    return isCalm(readLocatedJson(path, text).root) ? 'it has nodes with a unique-id and a node-type' : null;
  },
  read: (paths, source, options, report) => {
    const files = givenFiles(paths, source, options.saw);
    const roots = files.flatMap((file) => {
      const { root, mistake } = readLocatedJson(file, source.read(file));
      if (mistake !== undefined) throw unreadableAt(mistake);
      return isCalm(root) ? [root] : [];
    });
    if (roots.length === 0)
      throw new UnreadableSource(`there is no CALM architecture in ${files.join(', ')}`, 'nothing_found', {
        hint: 'it has nodes and relationships',
      });
    const name = sourceName([options.name], files, source, report, 'calm');
    return importedAs('calm', toLandscape(new CalmReader(name, report).read(roots), { name }, report), report);
  },
};
