/** `faultline import`: a manifest made from what other tools know, and a report of what they know besides. */
import type { Command } from 'commander';
import type { Manifest } from '@/contract/manifest/schema';
import { declarationsOf } from '@/contract/manifest/declarations';
import { countOf } from '@/plain/counts';
import { EXIT, Failure } from '../failure';
import { readCatalog } from '../import/backstageCatalog';
import { importBackstage } from '../import/backstageImport';
import { importCompose } from '../import/composeImport';
import { readProject } from '../import/composeProject';
import { realDisk, type Disk } from '../import/disk';
import { ImportReport, type ReportEntry } from '../import/importReport';
import { interpolate, readEnvFile, type Variables } from '../import/interpolation';
import { writeManifest } from '../import/manifestWriter';
import { placeOf } from '../issueLines';
import { kindNoun } from '../render/values';
import type { Session, Shell } from '../session';
import { harmless } from '../terminal';
import { writeTextFile } from '../writeTextFile';

interface ImportOptions {
  output?: string;
  name?: string;
}

interface ComposeOptions extends ImportOptions {
  envFile?: string[];
}

const BACKSTAGE_HELP = `
Domains become capabilities, systems applications, components and resources components, groups owner teams. Whoever uses an API depends on
the components that provide it. Directories are walked; Locations that point to local files are followed. Nothing is fetched.

Examples:
  faultline import backstage . -o landscape.yaml
  faultline import backstage catalog-info.yaml services/*/catalog-info.yaml | faultline validate -`;

const COMPOSE_HELP = `
The project becomes one application, each service a component. Several files are merged as docker compose merges them. A .env beside the
first file is read for variables, as docker compose does.

Examples:
  faultline import compose compose.yaml -o landscape.yaml
  faultline import compose compose.yaml compose.prod.yaml --name shop`;

export function addImport(program: Command, shell: Shell): void {
  const parent = program
    .command('import')
    .summary('make a manifest from a Backstage catalog or compose files')
    .description('Make a manifest from what another tool knows. What could not be mapped is told on stderr, with file and line.');
  parent.copyInheritedSettings(program);
  const backstage = parent
    .command('backstage <path...>')
    .summary('from catalog-info.yaml files')
    .description('Make a manifest from a Backstage catalog: files or directories.')
    .option('-n, --name <name>', 'name of the manifest', 'backstage')
    .option('-o, --output <file>', 'write the manifest to this file')
    .addHelpText('after', BACKSTAGE_HELP);
  shell.on<ImportOptions>(backstage, fromBackstage);
  const compose = parent
    .command('compose <file...>')
    .summary('from docker compose files')
    .description('Make a manifest from docker compose files.')
    .option('-n, --name <name>', 'name of the manifest and of its application; the name of the project unless said')
    .option('-o, --output <file>', 'write the manifest to this file')
    .option(
      '--env-file <file>',
      'read variables from this file instead of .env; may be repeated',
      (file: string, before: string[] = []) => [...before, file],
    )
    .addHelpText('after', COMPOSE_HELP);
  shell.on<ComposeOptions>(compose, fromCompose);
}

function fromBackstage(session: Session, options: ImportOptions, ...paths: string[]): Promise<number> {
  const report = new ImportReport();
  const { progress } = session.terminal;
  const saw = (files: number): void => progress.update({ part: null, label: `reading ${countOf(files, 'file')}` });
  const { entities, files } = readCatalog(paths, realDisk(session.world.cwd), report, saw);
  progress.stop();
  if (entities.length === 0) {
    throw new Failure(`there is no Backstage entity in ${paths.join(', ')}`, {
      code: 'nothing_found',
      hint: 'entities are YAML documents with apiVersion backstage.io/… and kind',
      facts: { report: report.all() },
    });
  }
  const name = options.name ?? 'backstage';
  const header = [
    `Made by \`faultline import backstage\` from ${countOf(files.length, 'file')}. What it means: faultline push --preview FILE`,
  ];
  return finish(session, options, importBackstage({ entities, files }, name, report), header, report);
}

function fromCompose(session: Session, options: ComposeOptions, ...files: string[]): Promise<number> {
  const report = new ImportReport();
  const disk = realDisk(session.world.cwd);
  const [first = ''] = files;
  const variables = readVariables(disk, first, options.envFile, report);
  const project = readProject(files, disk, variables, report);
  if (project.services.size === 0) throw new Failure(`there is no service in ${files.join(', ')}`, { code: 'nothing_found' });
  const name =
    options.name ??
    project.name ??
    variables.get('COMPOSE_PROJECT_NAME') ??
    disk.absolute(disk.directoryOf(first)).split(/[/\\]/).at(-1) ??
    '';
  const header = [
    `Made by \`faultline import compose\` from ${project.files.map((file) => file.split(/[/\\]/).at(-1)).join(', ')}. What it means: faultline push --preview FILE`,
  ];
  return finish(session, options, importCompose(project, interpolate(name, variables).trim() || 'compose', report), header, report);
}

function readVariables(disk: Disk, first: string, envFiles: readonly string[] | undefined, report: ImportReport): Variables {
  const beside = disk.join(disk.directoryOf(first), '.env');
  const files = envFiles ?? (disk.kind(beside) === 'file' ? [beside] : []);
  const variables = new Map(files.flatMap((file) => [...readEnvFile(disk.read(file))]));
  if (envFiles === undefined && files.length > 0)
    report.decided({ file: beside, line: 1, column: 1 }, 'variables are read from here, as docker compose does');
  return variables;
}

function finish(
  session: Session,
  { output }: ImportOptions,
  manifest: Manifest,
  header: readonly string[],
  report: ImportReport,
): Promise<number> {
  const { terminal, world } = session;
  const text = writeManifest(manifest, header);
  const entries = report.all();
  for (const entry of entries) if (entry.count === undefined) terminal.note(reportLine(entry, session));
  const fields = entries.filter(({ count }) => count !== undefined).map(fieldText);
  if (fields.length > 0)
    terminal.note(
      reportLine({ type: 'notMapped', message: `fields that have no counterpart in a landscape: ${fields.join(', ')}` }, session),
    );
  const counts = new Map<string, number>();
  for (const { kind } of declarationsOf(manifest)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const mapped = [...counts].map(([kind, count]) => `${count.toLocaleString('en-US')} ${kindNoun(kind, count)}`).join(', ');
  const left = entries.filter(({ type }) => type === 'notMapped').length;
  terminal.note(
    terminal.noteColours.bold(
      `mapped ${mapped}${left === 0 ? '; nothing was left out' : `; ${countOf(left, 'thing')} not mapped, see above`}`,
    ),
  );
  if (output !== undefined) {
    writeTextFile(output, text, world);
    terminal.note(`wrote ${output}`);
  }
  if (session.isJson) session.writeJson({ manifest, report: entries });
  else if (output === undefined) terminal.write(text);
  return Promise.resolve(EXIT.done);
}

function reportLine(entry: ReportEntry, { terminal: { noteColours } }: Session): string {
  const place = placeOf({ file: entry.file ?? '', line: entry.line, column: entry.column });
  const word = entry.type === 'notMapped' ? noteColours.yellow('not mapped: ') : noteColours.dim('decided: ');
  return `${place === '' ? '' : noteColours.bold(`${harmless(place)}: `)}${word}${harmless(entry.message)}`;
}

/** `deploy 23× from compose.yaml:42`: one line for all of them, since there are many of no weight. */
function fieldText({ field, count, file, line }: ReportEntry): string {
  return `${field ?? ''} ${count ?? 1}× from ${file ?? ''}:${line ?? 1}`;
}
