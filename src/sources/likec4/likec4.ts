/** Imports LikeC4 models: the files of the language, or the JSON that LikeC4 exports. */
import { toLandscape } from '@/sources/architecture/toLandscape';
import type { Importer } from '@/sources/importer';
import { givenFiles } from '@/sources/proposal/givenFiles';
import { importedAs } from '@/sources/proposal/imported';
import { checkSize, ReadingBudget } from '@/sources/proposal/importLimits';
import { readLocatedJson } from '@/sources/proposal/locatedJson';
import { sourceName } from '@/sources/proposal/sourceName';
import { unreadableAt, UnreadableSource } from '@/sources/proposal/unreadableSource';
import { toArchitecture } from './likec4Architecture';
import { BlockReader } from './likec4Blocks';
import { isLikec4Json, readLikec4Json } from './likec4Json';
import { emptyModel } from './likec4Raw';
import { likec4Words } from './likec4Words';

const HELP = `
LikeC4 has no fixed kinds: the name of a kind says whether an element is a person, a system, or part of a system. Systems become
applications, what is directly inside a system becomes a component, and everything deeper is folded into it. Relations and deployments are
mapped as in Structurizr. Name all files of the model, its directory, or what likec4 export json writes. The last of several deployment
environments is mapped.

Examples:
  faultline import likec4 src/architecture -o landscape.yaml
  faultline import likec4 model.c4 spec.c4 --environment prod`;

const BLOCK = /^\s*(specification|model|deployment|views|global)\b[^{}\n]*\{/m;

export const LIKEC4: Importer = {
  kind: 'likec4',
  source: 'a LikeC4 model',
  help: HELP,
  defaultName: 'the directory',
  options: [{ flags: '--environment <name>', description: 'the deployment environment that is mapped; default: the last' }],
  recognise: ({ path, text }) => {
    if (/\.(?:c4|likec4)$/i.test(path)) {
      const [, word] = BLOCK.exec(text) ?? [];
      return word === undefined ? null : `it has a block ${word}`;
    }
    if (!/\.json$/i.test(path) || !/"elements"/.test(text) || !/"relations"/.test(text)) return null;
    return isLikec4Json(readLocatedJson(path, text).root) ? 'it has elements of a kind, and relations' : null;
  },
  read: (paths, source, options, report) => {
    const files = givenFiles(paths, source, options.saw);
    const model = emptyModel();
    const budget = new ReadingBudget();
    for (const file of files) {
      const text = source.read(file);
      checkSize(file, text);
      if (/\.json$/i.test(file)) {
        const { root, mistake } = readLocatedJson(file, text);
        if (mistake !== undefined) throw unreadableAt(mistake);
        readLikec4Json(root, model, report);
      } else {
        const words = likec4Words(file, text);
        if (!Array.isArray(words)) throw unreadableAt(words);
        budget.take(words.length);
        new BlockReader(words, model, report).read();
      }
    }
    if (model.elements.length === 0)
      throw new UnreadableSource(`there is no element of a LikeC4 model in ${files.join(', ')}`, 'nothing_found');
    const name = sourceName([options.name], files, source, report, 'likec4');
    const { environment } = options.own;
    const architecture = toArchitecture(model, report);
    const imported = toLandscape(architecture, { name, environment: typeof environment === 'string' ? environment : undefined }, report);
    return importedAs('likec4', imported, report);
  },
};
