/** `faultline import`: makes a manifest from another tool's files, and reports what could not be mapped. */
import { Option, type Command } from 'commander';
import type { Importer, ImporterOption } from '@/sources/importer';
import { IMPORTERS } from '@/sources/importers';
import type { JoinedImport } from '@/sources/join/joinImported';
import type { Imported } from '@/sources/proposal/imported';
import { entriesToRead, ImportReport, type ReportEntry } from '@/sources/proposal/importReport';
import { withFormerNames } from '@/sources/proposal/formerNames';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { pathsFor, recognise, type Reading } from '@/sources/recognise';
import { countOf } from '@/plain/counts';
import { EXIT, Failure } from '@/cli/failure';
import { realDisk } from '@/cli/disk';
import { addJoinOptions, joinOnto } from '@/cli/joinOnto';
import { placeOf } from '@/cli/issueLines';
import { kindNoun } from '@/cli/render/values';
import { failureOf, keyOf, readWith, type Values } from '@/cli/readSource';
import type { Session, Shell } from '@/cli/session';
import { harmless } from '@/cli/terminal';
import { writeTextFile } from '@/cli/writeTextFile';

const HELP = `
Says what kind the files are, and how it can tell. Directories are searched. If the first word is a kind, the files are of that kind;
to import a file or directory of that name, write ./compose. Options of a kind may be given without naming it: faultline import KIND --help
lists them.

Examples:
  faultline import compose.yaml -o landscape.yaml
  faultline import . -o landscape.yaml
  faultline import backstage . -o landscape.yaml
  faultline import cluster.yaml --join-on name --onto landscape.yaml -o cluster-landscape.yaml`;

export function addImport(program: Command, shell: Shell): void {
  const parent = program
    .command('import [path...]')
    .summary('make a manifest from the files of another tool')
    .description(
      'Make a manifest from the files of another tool. Anything that could not be mapped is reported on stderr, with file and line.',
    )
    // What follows a kind belongs to it, since both take the same options.
    .enablePositionalOptions();
  addCommonOptions(parent, 'what the files say');
  for (const option of ownOptions(IMPORTERS)) parent.addOption(commanderOption(option).hideHelp());
  parent.addHelpText('after', HELP);
  shell.on<Values>(parent, (session, options, ...paths) =>
    finish(session, options, (files, report) => {
      if (paths.length === 0)
        throw new Failure('name the files or directories to import', { code: 'usage', hint: 'faultline import --help shows examples' });
      const { importer, recognisedBy, ...reading } = recognise(paths, files, IMPORTERS, report);
      session.terminal.note(session.terminal.noteColours.dim(harmless(recognisedBy)));
      assertOptionsOf(importer, options);
      const imported = readAndTellRenames(session, importer, reading, files, options, report);
      return { kind: importer.kind, recognisedBy, imported };
    }),
  );
  for (const importer of IMPORTERS) addKind(parent, shell, importer);
}

function addKind(parent: Command, shell: Shell, importer: Importer): void {
  const command = parent
    .command(`${importer.kind} <path...>`)
    .summary(`from ${importer.source}`)
    .description(`Make a manifest from ${importer.source}.`);
  addCommonOptions(command, importer.defaultName ?? 'what the files say');
  for (const option of importer.options) command.addOption(commanderOption(option, option.choices));
  command.addHelpText('after', importer.help);
  shell.on<Values>(command, (session, own, ...paths) => {
    const options = { ...parent.opts<Values>(), ...own };
    return finish(session, options, (files, report) => ({
      kind: importer.kind,
      imported: readAndTellRenames(session, importer, pathsFor(importer, paths, files, report), files, options, report),
    }));
  });
  // Those of `import` itself are listed already.
  command.configureHelp({ ...command.configureHelp(), visibleGlobalOptions: () => [...(parent.parent?.options ?? [])] });
}

function addCommonOptions(command: Command, defaultName: string): void {
  command
    .option('-n, --name <name>', `name of the manifest; default: ${defaultName}`)
    .option('-o, --output <file>', 'write the manifest to this file')
    .addOption(
      new Option('--previous <path>', 'the files as they were at the last import, to tell what was renamed; can be repeated').argParser(
        (value: string, before: readonly string[] = []) => [...before, value],
      ),
    );
  addJoinOptions(command);
}

/** With --previous, what has the same key and another name states its former name. */
function readAndTellRenames(
  session: Session,
  importer: Importer,
  reading: Reading,
  files: SourceFiles,
  values: Values,
  report: ImportReport,
): Imported {
  const imported = readWith(session, importer, reading, files, values, report);
  const paths = [values.previous ?? []].flat().filter((path) => typeof path === 'string');
  if (paths.length === 0) return imported;
  if (values.joinOn !== undefined)
    throw new Failure('--previous and --join-on cannot be combined', {
      code: 'usage',
      hint: 'what is joined keeps the names of the landscape',
    });
  // What it reports was reported at the last import.
  const before = new ImportReport();
  const previous = readWith(session, importer, pathsFor(importer, paths, files, before), files, values, before);
  return withFormerNames(imported, previous);
}

function commanderOption({ flags, description, isRepeatable }: ImporterOption, choices?: readonly string[]): Option {
  const option = new Option(flags, description);
  if (choices !== undefined) option.choices(choices);
  return isRepeatable === true ? option.argParser((value: string, before: readonly string[] = []) => [...before, value]) : option;
}

/** The options of all importers, each once. */
function ownOptions(importers: readonly Importer[]): ImporterOption[] {
  return [...new Map(importers.flatMap(({ options }) => options.map((option) => [option.flags, option]))).values()];
}

/** Throws Failure if one of the options belongs to other kinds alone, or has a value that it cannot have. */
function assertOptionsOf({ kind, options }: Importer, given: Values): void {
  const own = new Set(options.map(keyOf));
  for (const option of ownOptions(IMPORTERS)) {
    const key = keyOf(option);
    if (own.has(key) || given[key] === undefined || given[key] === true) continue;
    throw new Failure(`${option.flags.split(' ')[0]} is not an option of ${kind}`, {
      code: 'usage',
      hint: `faultline import ${kind} --help lists its options`,
    });
  }
  for (const { flags, choices } of options)
    for (const value of [given[keyOf({ flags, description: '' })] ?? []].flat())
      if (choices !== undefined && typeof value === 'string' && !choices.includes(value))
        throw new Failure(`${flags.split(' ')[0]} ${value}: it takes ${choices.join(', ')}`, { code: 'usage' });
}

interface Read {
  kind: string;
  /** `compose.yaml is of kind compose: it has …`; undefined if somebody named the kind. */
  recognisedBy?: string;
  imported: Imported;
}

async function finish(session: Session, values: Values, importFiles: (files: SourceFiles, report: ImportReport) => Read): Promise<number> {
  const { terminal, world } = session;
  const { output } = values;
  const { kind, recognisedBy, imported, joined } = await read(session, importFiles, values);
  const { manifest, text, counts, report, nextSteps } = joined ?? imported;
  tellReport(report, session);
  const mapped = [...counts].map(([one, count]) => `${count.toLocaleString('en-US')} ${kindNoun(one, count)}`).join(', ');
  const left = report.filter(({ type }) => type === 'notMapped').length;
  const suggested = report.filter(({ type }) => type === 'suggested').length;
  const suggestions = suggested === 0 ? '' : `; ${countOf(suggested, 'dependency', 'dependencies')} suggested: check each`;
  terminal.note(
    terminal.noteColours.bold(
      `mapped ${mapped}${suggestions}${left === 0 ? '; nothing was left out' : `; ${countOf(left, 'thing')} not mapped, see above`}`,
    ),
  );
  for (const step of nextSteps) terminal.note(`next: ${harmless(step)}`);
  if (typeof output === 'string') {
    writeTextFile(output, text, world);
    terminal.note(`wrote ${output}`);
  }
  const counted = joined === null ? undefined : { matched: joined.matched, added: joined.added };
  if (session.isJson) session.writeJson({ kind, recognisedBy, joined: counted, manifest, report, nextSteps });
  else if (output === undefined) terminal.write(text);
  return EXIT.done;
}

/** `joined` is null without --join-on. Throws Failure after reporting what was found so far. */
async function read(
  session: Session,
  importFiles: (files: SourceFiles, report: ImportReport) => Read,
  values: Values,
): Promise<Read & { joined: JoinedImport | null }> {
  const report = new ImportReport();
  try {
    const found = importFiles(realDisk(session.world.cwd), report);
    return { ...found, joined: await joinOnto(session, found.imported, values) };
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    const entries = report.all();
    if (error.code === 'nothing_mapped') tellReport(entries, session);
    throw failureOf(error, entries);
  }
}

function tellReport(entries: readonly ReportEntry[], session: Session): void {
  for (const entry of entriesToRead(entries)) session.terminal.note(reportLine(entry, session));
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
