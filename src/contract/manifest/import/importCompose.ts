/** Compose files as a manifest, from the names of the files to its text: what the command line and the browser both call. */
import { countOf } from '@/plain/counts';
import { importCompose } from './composeImport';
import { importedName } from './importedText';
import { readProject } from './composeProject';
import { toImported, type Imported } from './imported';
import type { ImportReport } from './importReport';
import { readEnvFile, type Variables } from './interpolation';
import { slugOf } from './namePool';
import type { SourceFiles } from './sourceFiles';
import { nameOfDirectory } from './sourceName';
import { UnreadableSource } from './unreadableSource';

/** Leaves room for the names of services. */
const LONGEST_PREFIX = 60;

export interface ComposeOptions {
  /** Of the manifest and its application; the name of the project unless said. */
  name?: string | undefined;
  /** Comes before the name of every component; the project's name unless said, false for none. */
  prefix?: string | false | undefined;
  /** Read instead of the .env beside the first file. */
  envFiles?: readonly string[] | undefined;
}

/** Throws UnreadableSource where nothing can be made of the files. */
export function importComposeFiles(files: readonly string[], source: SourceFiles, options: ComposeOptions, report: ImportReport): Imported {
  const [first = ''] = files;
  const variables = readVariables(source, first, options.envFiles, report);
  const project = readProject(files, source, variables, report);
  if (project.services.size === 0) throw new UnreadableSource(`there is no service in ${files.join(', ')}`, 'nothing_found');
  // As compose has it. What still has a variable in it names nothing.
  const stated = [variables.get('COMPOSE_PROJECT_NAME'), project.name].find(
    (text) => text !== undefined && /\w/.test(text) && !text.includes('$'),
  );
  const name = importedName(options.name ?? stated ?? nameOfDirectory(source, source.directoryOf(first), report)) ?? 'compose';
  const prefix = prefixFor(name, options.prefix);
  if (prefix !== '' && options.prefix === undefined)
    report.decided(
      undefined,
      `every technicalName begins with ${prefix}, so that it meets no other project's: --prefix or --no-prefix change that`,
    );
  if (options.name === undefined && stated === undefined)
    report.decided(
      undefined,
      `every project in a directory called ${name} makes a manifest of this name, and the last one pushed would count: --name tells two of them apart`,
    );
  const imported = importCompose(project, name, prefix, report);
  const made = `Made by \`faultline import compose\` from ${project.files.map((file) => file.split(/[/\\]/).at(-1)).join(', ')}.`;
  const suggested = imported.notes.size;
  const header = [
    `${made} What it means: faultline push --preview FILE`,
    ...(suggested === 0
      ? []
      : [
          `${countOf(suggested, 'dependency', 'dependencies')} marked "suggested" ${suggested === 1 ? 'was' : 'were'} read from host names: keep what is true, delete the rest.`,
        ]),
  ];
  return toImported(imported, header, report);
}

/** Without the separator at its end; '' for none. */
function prefixFor(name: string, prefix: string | false | undefined): string {
  if (prefix === false) return '';
  const text = (prefix ?? name).trim();
  return text === '' ? '' : slugOf(text.slice(0, LONGEST_PREFIX));
}

/** Those of the named files, else of the .env beside the first compose file, else of the example that stands in for it. */
function readVariables(source: SourceFiles, first: string, envFiles: readonly string[] | undefined, report: ImportReport): Variables {
  if (envFiles !== undefined) return new Map(envFiles.flatMap((file) => [...readEnvFile(source.read(file))]));
  const directory = source.directoryOf(first);
  const [file] = ['.env', '.env.example', '.env.sample', '.env.template', '.env.dist', 'env.example', 'example.env']
    .map((name) => source.join(directory, name))
    .filter((path) => source.kind(path) === 'file');
  if (file === undefined) return new Map();
  const isOwn = /(?:^|[/\\])\.env$/.test(file);
  report.decided(
    { file, line: 1, column: 1 },
    isOwn ? 'variables are read from here, as docker compose does' : 'there is no .env: variables are read from this example of one',
  );
  return readEnvFile(source.read(file));
}
