/** `faultline import`: makes a manifest from another tool's files, and reports what could not be mapped. */
import type { Command } from 'commander';
import { importBackstageFiles } from '@/sources/backstage/importBackstage';
import { importComposeFiles } from '@/sources/compose/importCompose';
import type { Imported } from '@/sources/proposal/imported';
import { groupBySort, ImportReport, type ReportEntry } from '@/sources/proposal/importReport';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { countOf } from '@/plain/counts';
import { EXIT, Failure } from '../failure';
import { realDisk } from '../disk';
import { placeOf } from '../issueLines';
import { kindNoun } from '../render/values';
import type { Session, Shell } from '../session';
import { harmless } from '../terminal';
import { writeTextFile } from '../writeTextFile';

interface ImportOptions {
  output?: string;
  name?: string;
}

interface ComposeCommandOptions extends ImportOptions {
  prefix?: string | boolean;
  envFile?: string[];
}

const BACKSTAGE_HELP = `
Domains become capabilities, systems applications, components and resources components, groups owner teams. Whatever uses an API depends on
the components that provide it. Directories are searched; Locations that point to local files are followed. Nothing is downloaded.
The manifest gets the name of the organisation: from app-config.yaml, the top group, or the owner of the repositories.

Examples:
  faultline import backstage . -o landscape.yaml
  faultline import backstage catalog-info.yaml services/*/catalog-info.yaml | faultline validate -`;

const COMPOSE_HELP = `
The project becomes one application, each service a component. Several files are merged as docker compose merges them. A .env beside the
first file is read for variables, as docker compose does. Host names in environment, commands, labels and mounted configuration files become
dependencies that the manifest marks as suggested. Components are called PROJECT-SERVICE, so that two projects never share one.

Examples:
  faultline import compose compose.yaml -o landscape.yaml
  faultline import compose compose.yaml compose.prod.yaml --name shop
  faultline import compose compose.yaml --prefix eu-shop`;

export function addImport(program: Command, shell: Shell): void {
  const parent = program
    .command('import')
    .summary('make a manifest from a Backstage catalog or compose files')
    .description(
      'Make a manifest from the files of another tool. Anything that could not be mapped is reported on stderr, with file and line.',
    );
  parent.copyInheritedSettings(program);
  const backstage = parent
    .command('backstage <path...>')
    .summary('from catalog-info.yaml files')
    .description('Make a manifest from a Backstage catalog: files or directories.')
    .option('-n, --name <name>', 'name of the manifest; default: the organisation of the catalog')
    .option('-o, --output <file>', 'write the manifest to this file')
    .addHelpText('after', BACKSTAGE_HELP);
  shell.on<ImportOptions>(backstage, fromBackstage);
  const compose = parent
    .command('compose <file...>')
    .summary('from docker compose files')
    .description('Make a manifest from docker compose files.')
    .option('-n, --name <name>', 'name of the manifest and its application; default: the name of the project')
    .option('--prefix <prefix>', 'prefix of every technicalName; default: the name of the project')
    .option('--no-prefix', 'use the service names without a prefix')
    .option('-o, --output <file>', 'write the manifest to this file')
    .option(
      '--env-file <file>',
      'read variables from this file instead of .env; can be repeated',
      (file: string, before: string[] = []) => [...before, file],
    )
    .option(
      '--profile <name>',
      'map the services of this profile, and leave out those of others; can be repeated; default: COMPOSE_PROFILES',
      (name: string, before: string[] = []) => [...before, name],
    )
    .addHelpText('after', COMPOSE_HELP);
  shell.on<ComposeCommandOptions>(compose, fromCompose);
}

function fromBackstage(session: Session, options: ImportOptions, ...paths: string[]): Promise<number> {
  const { progress } = session.terminal;
  const saw = (files: number): void => progress.update({ part: null, label: `reading ${countOf(files, 'file')}` });
  return finish(session, options, (report) => {
    try {
      return importBackstageFiles(paths, realDisk(session.world.cwd), { name: options.name, saw }, report);
    } finally {
      progress.stop();
    }
  });
}

function fromCompose(session: Session, options: ComposeCommandOptions, ...files: string[]): Promise<number> {
  // Commander gives `true` if neither --prefix nor --no-prefix was used.
  const prefix = options.prefix === true ? undefined : options.prefix;
  // Commander gives the program's own --profile every value, wherever it stands.
  const profiles = session.options.profile ?? session.world.env.COMPOSE_PROFILES?.split(',');
  return finish(session, options, (report) =>
    importComposeFiles(files, realDisk(session.world.cwd), { name: options.name, prefix, envFiles: options.envFile, profiles }, report),
  );
}

function finish(session: Session, { output }: ImportOptions, importFiles: (report: ImportReport) => Imported): Promise<number> {
  const { terminal, world } = session;
  const { manifest, text, counts, report } = read(session, importFiles);
  tellReport(report, session);
  const mapped = [...counts].map(([kind, count]) => `${count.toLocaleString('en-US')} ${kindNoun(kind, count)}`).join(', ');
  const left = report.filter(({ type }) => type === 'notMapped').length;
  const suggested = report.filter(({ type }) => type === 'suggested').length;
  const suggestions = suggested === 0 ? '' : `; ${countOf(suggested, 'dependency', 'dependencies')} suggested: check each`;
  terminal.note(
    terminal.noteColours.bold(
      `mapped ${mapped}${suggestions}${left === 0 ? '; nothing was left out' : `; ${countOf(left, 'thing')} not mapped, see above`}`,
    ),
  );
  if (output !== undefined) {
    writeTextFile(output, text, world);
    terminal.note(`wrote ${output}`);
  }
  if (session.isJson) session.writeJson({ manifest, report });
  else if (output === undefined) terminal.write(text);
  return Promise.resolve(EXIT.done);
}

/** Throws Failure after reporting what was found so far. */
function read(session: Session, importFiles: (report: ImportReport) => Imported): Imported {
  const report = new ImportReport();
  try {
    return importFiles(report);
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    const { code, message, more } = error;
    const entries = report.all();
    if (code === 'nothing_mapped') tellReport(entries, session);
    throw new Failure(message, {
      code,
      hint: more.hint,
      issues: more.mistakes?.map((mistake) => ({ ...mistake, path: '' })),
      facts: entries.length === 0 ? undefined : { report: entries },
    });
  }
}

function tellReport(entries: readonly ReportEntry[], session: Session): void {
  const { terminal } = session;
  for (const entry of groupBySort(entries)) if (entry.count === undefined) terminal.note(reportLine(entry, session));
  const fields = entries.filter(({ count }) => count !== undefined).map(fieldText);
  if (fields.length > 0)
    terminal.note(reportLine({ type: 'notMapped', message: `fields with no equivalent in a landscape: ${fields.join(', ')}` }, session));
}

function reportLine(entry: ReportEntry, { terminal: { noteColours } }: Session): string {
  const place = placeOf({ file: entry.file ?? '', line: entry.line, column: entry.column });
  const word = {
    notMapped: noteColours.yellow('not mapped: '),
    decided: noteColours.dim('decided: '),
    suggested: noteColours.green('suggested: '),
  }[entry.type];
  return `${place === '' ? '' : noteColours.bold(`${harmless(place)}: `)}${word}${harmless(entry.message)}`;
}

/** `deploy 23× from compose.yaml:42`: one line for all fields, since there are many unimportant ones. */
function fieldText({ field, count, file, line }: ReportEntry): string {
  return `${field ?? ''} ${count ?? 1}× from ${file ?? ''}:${line ?? 1}`;
}
