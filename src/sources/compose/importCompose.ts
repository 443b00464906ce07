/** Imports compose files: from file names to the text of a manifest. Both the command line and the browser call it. */
import { chooseComposeFiles, recogniseCompose } from './composeFiles';
import { importCompose } from './composeImport';
import type { Importer } from '@/sources/importer';
import { readProject } from './composeProject';
import { selectServices } from './composeSelection';
import { importedAs } from '@/sources/proposal/imported';
import type { ImportReport } from '@/sources/proposal/importReport';
import { readEnvFile, type Variables } from './interpolation';
import { slugOf } from '@/sources/proposal/namePool';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { sourceName } from '@/sources/proposal/sourceName';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';

/** Leaves room for the names of services, in characters. */
const LONGEST_PREFIX = 60;

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
  read: (files, source, { name: given, own }, report) => {
    const [first = ''] = files;
    const variables = readVariables(source, first, listOf(own.envFile), report);
    const whole = readProject(files, source, variables, report);
    const project = { ...whole, ...selectServices(whole.services, listOf(own.profile), variables, report) };
    if (project.services.size === 0) throw new UnreadableSource(`there is no service in ${files.join(', ')}`, 'nothing_found');
    // The same order as in compose. A value that still contains a variable is not a name.
    const stated = [variables.get('COMPOSE_PROJECT_NAME'), project.name].find(
      (text) => text !== undefined && /\w/.test(text) && !text.includes('$'),
    );
    const name = sourceName([given ?? stated], files, source, report, 'compose');
    // Commander gives `true` if neither --prefix nor --no-prefix was used.
    const prefix = own.prefix === false ? '' : prefixOf(typeof own.prefix === 'string' ? own.prefix : name);
    if (prefix !== '' && typeof own.prefix !== 'string')
      report.decided(
        undefined,
        `every technicalName begins with ${prefix}, to avoid conflicts with other projects; use --prefix or --no-prefix to change that`,
      );
    if (given === undefined && stated === undefined)
      report.decided(
        undefined,
        `every project in a directory called ${name} gets a manifest of this name, and a later push would replace an earlier one; use --name to tell them apart`,
      );
    const from = project.files.map((file) => file.split(/[/\\]/).at(-1)).join(', ');
    return importedAs('compose', importCompose(project, name, prefix, report), report, { from, evidence: 'host names' });
  },
};

function listOf(value: string | boolean | readonly string[] | undefined): readonly string[] | undefined {
  return typeof value === 'object' ? value : undefined;
}

/** Without a trailing separator; '' for no prefix. */
function prefixOf(text: string): string {
  return text.trim() === '' ? '' : slugOf(text.trim().slice(0, LONGEST_PREFIX));
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
