/** Imports compose files: from file names to the text of a manifest. Both the command line and the browser call it. */
import { countOf } from '@/plain/counts';
import { chooseComposeFiles, recogniseCompose } from './composeFiles';
import { importCompose } from './composeImport';
import type { Importer } from '@/sources/importer';
import { importedName } from '@/sources/proposal/importedText';
import { readProject } from './composeProject';
import { selectServices } from './composeSelection';
import { toImported, type Imported } from '@/sources/proposal/imported';
import type { ImportReport } from '@/sources/proposal/importReport';
import { readEnvFile, type Variables } from './interpolation';
import { slugOf } from '@/sources/proposal/namePool';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { nameOfDirectory } from '@/sources/proposal/sourceName';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';

/** Leaves room for the names of services, in characters. */
const LONGEST_PREFIX = 60;

export interface ComposeOptions {
  /** The name of the manifest and its application; default: the name of the project. */
  name?: string | undefined;
  /** Put before the name of every component; default: the name of the project. False for none. */
  prefix?: string | false | undefined;
  /** The chosen profiles; default: those of COMPOSE_PROFILES. */
  profiles?: readonly string[] | undefined;
  /** Read instead of the .env beside the first file. */
  envFiles?: readonly string[] | undefined;
}

const HELP = `
The project becomes one application, each service a component. Several files are merged as docker compose merges them. A .env beside the
first file is read for variables, as docker compose does. Host names in environment, commands, labels and mounted configuration files become
dependencies that the manifest marks as suggested. Components are called PROJECT-SERVICE, so that two projects never share one.

Examples:
  faultline import compose compose.yaml -o landscape.yaml
  faultline import compose compose.yaml compose.prod.yaml --name shop
  faultline import compose compose.yaml --prefix eu-shop`;

export const COMPOSE: Importer = {
  kind: 'compose',
  source: 'docker compose files',
  help: HELP,
  options: [
    { flags: '--prefix <prefix>', description: 'prefix of every technicalName; default: the name of the project' },
    { flags: '--no-prefix', description: 'use the service names without a prefix' },
    { flags: '--env-file <file>', description: 'read variables from this file instead of .env; can be repeated', isRepeatable: true },
    {
      flags: '--profile <name>',
      description: 'map the services of this profile, and leave out services of other profiles; can be repeated; default: COMPOSE_PROFILES',
      isRepeatable: true,
      environment: 'COMPOSE_PROFILES',
    },
  ],
  defaultName: 'the name of the project',
  choose: chooseComposeFiles,
  recognise: recogniseCompose,
  read: (paths, files, { name, own: { prefix, envFile, profile } }, report) =>
    importComposeFiles(
      paths,
      files,
      {
        name,
        // Commander gives `true` if neither --prefix nor --no-prefix was used.
        prefix: typeof prefix === 'string' || prefix === false ? prefix : undefined,
        envFiles: listOf(envFile),
        profiles: listOf(profile),
      },
      report,
    ),
};

function listOf(value: string | boolean | readonly string[] | undefined): readonly string[] | undefined {
  return typeof value === 'object' ? value : undefined;
}

/** Throws UnreadableSource if the files cannot become a manifest. */
export function importComposeFiles(files: readonly string[], source: SourceFiles, options: ComposeOptions, report: ImportReport): Imported {
  const [first = ''] = files;
  const variables = readVariables(source, first, options.envFiles, report);
  const whole = readProject(files, source, variables, report);
  const project = { ...whole, ...selectServices(whole.services, options.profiles, variables, report) };
  if (project.services.size === 0) throw new UnreadableSource(`there is no service in ${files.join(', ')}`, 'nothing_found');
  // The same order as in compose. A value that still contains a variable is not a name.
  const stated = [variables.get('COMPOSE_PROJECT_NAME'), project.name].find(
    (text) => text !== undefined && /\w/.test(text) && !text.includes('$'),
  );
  const name = importedName(options.name ?? stated ?? nameOfDirectory(source, source.directoryOf(first), report)) ?? 'compose';
  const prefix = prefixFor(name, options.prefix);
  if (prefix !== '' && options.prefix === undefined)
    report.decided(
      undefined,
      `every technicalName begins with ${prefix}, to avoid conflicts with other projects; use --prefix or --no-prefix to change that`,
    );
  if (options.name === undefined && stated === undefined)
    report.decided(
      undefined,
      `every project in a directory called ${name} gets a manifest of this name, and a later push would replace an earlier one; use --name to tell them apart`,
    );
  const imported = importCompose(project, name, prefix, report);
  const made = `Made by \`faultline import compose\` from ${project.files.map((file) => file.split(/[/\\]/).at(-1)).join(', ')}.`;
  const suggested = (imported.manifest.dependencies ?? []).filter((dependency) => imported.notes.has(dependency)).length;
  const header = [
    `${made} To see what it would change: faultline push --preview FILE`,
    ...(suggested === 0
      ? []
      : [
          `${countOf(suggested, 'dependency', 'dependencies')} marked "suggested" ${suggested === 1 ? 'was' : 'were'} read from host names: keep those that are true and delete the rest.`,
        ]),
  ];
  return toImported(imported, header, report);
}

/** Without a trailing separator; '' for no prefix. */
function prefixFor(name: string, prefix: string | false | undefined): string {
  if (prefix === false) return '';
  const text = (prefix ?? name).trim();
  return text === '' ? '' : slugOf(text.slice(0, LONGEST_PREFIX));
}

/**
 * The variables of the named files; otherwise of the .env beside the first compose file; otherwise of the example file that replaces it.
 */
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
    isOwn
      ? 'variables were read from this file, as docker compose does'
      : 'there is no .env, so variables were read from this example file',
  );
  return readEnvFile(source.read(file));
}
