/** Imports a Structurizr workspace: the model part of its DSL, or its JSON. */
import type { Architecture } from '@/sources/architecture/architecture';
import { toLandscape } from '@/sources/architecture/toLandscape';
import type { Importer } from '@/sources/importer';
import { givenFiles } from '@/sources/proposal/givenFiles';
import { importedAs } from '@/sources/proposal/imported';
import type { ImportReport } from '@/sources/proposal/importReport';
import { readLocatedJson } from '@/sources/proposal/locatedJson';
import type { Located } from '@/sources/proposal/locatedYaml';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { sourceName } from '@/sources/proposal/sourceName';
import { unreadableAt, UnreadableSource } from '@/sources/proposal/unreadableSource';
import { withoutPassword } from '@/sources/withoutPassword';
import { readDslModel } from './dslModel';
import { keywordOf } from './dslProperties';
import { dslStatements, type DslFiles, type Statement } from './dslStatements';
import { isWorkspace, WorkspaceReader } from './workspaceJson';

const HELP = `
Software systems become applications, and containers components; what is inside a container is folded into it. a -> b means that a depends
on b, except where the words say the opposite (delivers, serves, hosts, notifies). People, views and styles are not mapped. The last of
several deployment environments is mapped. Files that the workspace includes are read; nothing is downloaded.

Examples:
  faultline import structurizr workspace.dsl -o landscape.yaml
  faultline import structurizr workspace.json --environment Live`;

/** In the first lines that say something. */
const DSL_START = /^\s*workspace\b[^{}\n]*(?:\{|$)/im;

/** Also in a part of a workspace that is included. */
const DSL_WORD = /\b(?:workspace|softwareSystem|deploymentEnvironment|container|component|person)\b/i;

export const STRUCTURIZR: Importer = {
  kind: 'structurizr',
  source: 'a Structurizr workspace',
  defaultName: 'the name of the workspace',
  help: HELP,
  options: [{ flags: '--environment <name>', description: 'the deployment environment that is mapped; default: the last' }],
  recognise: ({ path, text }) => {
    if (/\.dsl$/i.test(path)) {
      const [word] = DSL_WORD.exec(text) ?? [];
      return word === undefined ? null : `it has the word ${word} of its language`;
    }
    if (!/\.json$/i.test(path) || !/"softwareSystems"|"deploymentNodes"/.test(text)) return null;
    return isWorkspace(readLocatedJson(path, text).root) ? 'it has a model with softwareSystems' : null;
  },
  read: (paths, source, options, report) => {
    const files = givenFiles(paths, source, options.saw);
    const architecture = readArchitecture(files, source, report);
    const stated = options.name ?? (architecture.name === undefined ? undefined : withoutPassword(architecture.name));
    const name = sourceName([stated], files, source, report, 'structurizr');
    const { environment } = options.own;
    const imported = toLandscape(architecture, { name, environment: typeof environment === 'string' ? environment : undefined }, report);
    return importedAs('structurizr', imported, report);
  },
};

function readArchitecture(files: readonly string[], source: SourceFiles, report: ImportReport): Architecture {
  const json = files.filter((file) => /\.json$/i.test(file)).flatMap((file) => workspaceIn(file, source, files.length === 1));
  const texts = files.filter((file) => !/\.json$/i.test(file));
  const roots = texts.filter((file) => DSL_START.test(source.read(file)));
  if (json.length + roots.length === 0)
    throw new UnreadableSource(`there is no Structurizr workspace in ${files.join(', ')}`, 'nothing_found', {
      hint: 'name the file that begins with workspace, or the workspace.json',
    });
  if (json.length > 0 && roots.length > 0) throw severalWorkspaces();
  if (roots.length === 0) {
    const [root] = json;
    if (root === undefined || json.length > 1) throw severalWorkspaces();
    return new WorkspaceReader(root, report).read();
  }
  return readDsl(roots, texts, source, report);
}

function severalWorkspaces(): UnreadableSource {
  return new UnreadableSource('these files are more than one workspace', 'nothing_found', {
    hint: 'import each by itself, with a name of its own: --name',
  });
}

/** Nothing if it is other JSON, unless it is the only file. */
function workspaceIn(file: string, source: SourceFiles, isOnly: boolean): Located[] {
  const { root, mistake } = readLocatedJson(file, source.read(file));
  if (mistake !== undefined && isOnly) throw unreadableAt(mistake);
  return root !== undefined && isWorkspace(root) ? [root] : [];
}

/** The workspace that no other file extends or includes, after those that it extends. */
function readDsl(roots: readonly string[], texts: readonly string[], source: SourceFiles, report: ImportReport): Architecture {
  const files: DslFiles = { source, named: new Set(texts.map((file) => source.identity(file))), read: new Set(), included: new Set() };
  const statements = new Map(roots.map((file) => [source.identity(file), dslStatements(file, files)]));
  const bases = new Map([...statements].map(([identity, own]) => [identity, baseOf(own, files)]));
  const extended = new Set([...bases.values()].map((base) => (base === null ? '' : source.identity(base))));
  const outermost = [...statements.keys()].filter((identity) => !extended.has(identity) && !files.included.has(identity));
  const [main] = outermost;
  if (main === undefined || outermost.length > 1) throw severalWorkspaces();
  for (const file of texts)
    if (!files.read.has(source.identity(file)))
      report.notMapped({ file, line: 1, column: 1 }, 'the workspace does not include this file, so it was not read');
  const chain: (readonly Statement[])[] = [];
  for (let own = statements.get(main); own !== undefined && chain.length < 20;) {
    chain.unshift(own);
    const base = baseOf(own, files);
    own = base === null ? undefined : (statements.get(source.identity(base)) ?? dslStatements(base, files));
  }
  return readDslModel(chain, report);
}

/** The file of the workspace that this one extends; null if it extends none. Throws UnreadableSource if it is not given. */
function baseOf(statements: readonly Statement[], { source }: DslFiles): string | null {
  const workspace = statements.find((statement) => keywordOf(statement) === 'workspace');
  const [, word, base] = workspace?.words ?? [];
  if (workspace === undefined || word === undefined || base === undefined || word.isQuoted || word.text.toLowerCase() !== 'extends')
    return null;
  const file = source.join(source.directoryOf(base.position.file), base.text);
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(base.text);
  if (isAddress || source.kind(file) !== 'file' || /\.json$/i.test(file))
    throw new UnreadableSource(`${base.position.file} extends a workspace that is not among these files`, 'unreadable_file', {
      hint: isAddress ? 'download it, put it beside this file, and extend it by its name' : 'name it too, as DSL',
      mistakes: [{ ...base.position, message: 'extends a workspace that is not given' }],
    });
  return file;
}
