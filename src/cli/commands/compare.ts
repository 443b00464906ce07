/** `faultline compare`: where documents about one system disagree. No server needed. */
import type { Command } from 'commander';
import { readManifestText } from '@/contract/manifest/text/readText';
import { bareCountOf, countOf } from '@/plain/counts';
import { compareSources, type SourceComparison } from '@/sources/compare/compareSources';
import { DISAGREEMENTS, type Difference, type Disagreement } from '@/sources/compare/difference';
import type { ComparedSource } from '@/sources/compare/sameComponents';
import { IMPORTERS } from '@/sources/importers';
import { ImportReport } from '@/sources/proposal/importReport';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { recognise } from '@/sources/recognise';
import { realDisk } from '../disk';
import { EXIT, Failure } from '../failure';
import { failureOf, readWith } from '../readSource';
import type { Session, Shell } from '../session';
import { harmless } from '../terminal';

interface CompareOptions {
  failOnDifferences?: boolean;
}

const AFTER_HELP = `
Each FILE is a manifest, or a file or directory that faultline import recognises. Components are the same if their names are, case and
separators aside. What a source leaves out or only guesses is no difference; that a dependency or a component is missing is one.

Examples:
  faultline compare catalog-info.yaml compose.yaml
  faultline compare landscape.yaml model.c4 cluster.yaml
  faultline compare --fail-on-differences landscape.yaml workspace.dsl  exit code 2 if they disagree`;

const TITLES: Readonly<Record<Disagreement, string>> = {
  direction: 'Dependencies that run the other way',
  dependency: 'Dependencies that not all state',
  mode: 'Modes',
  required: 'Whether it is required',
  component: 'Components that not all have',
  isExternal: 'Who runs it',
  kind: 'Kinds',
  dependencyType: 'Types of dependencies',
  application: 'Applications',
  ownerTeam: 'Owner teams',
  runtime: 'Runtimes',
};

export function addCompare(program: Command, shell: Shell): void {
  const command = program
    .command('compare <file...>')
    .summary('say where documents about one system disagree')
    .description('Compare manifests and files of other tools with each other, and say where they disagree, the worst first.')
    .option('--fail-on-differences', 'exit code 2 if they disagree')
    .addHelpText('after', AFTER_HELP);
  shell.on<CompareOptions>(command, (session, options, ...paths) => Promise.resolve(compare(session, options, paths)));
}

function compare(session: Session, { failOnDifferences }: CompareOptions, paths: readonly string[]): number {
  const files = realDisk(session.world.cwd);
  const identities = paths.map((path) => (files.kind(path) === null ? path : files.identity(path)));
  if (paths.length < 2 || new Set(identities).size < paths.length)
    throw new Failure('name at least two documents to compare, each once', {
      code: 'usage',
      hint: 'faultline compare --help shows examples',
    });
  const comparison = compareSources(paths.map((path) => readCompared(path, files, session)));
  if (session.isJson) session.writeJson(comparison);
  else session.terminal.write(`${linesOf(comparison, session).join('\n')}\n`);
  const doDiffer = comparison.differences.length + comparison.ambiguous.length > 0;
  return failOnDifferences === true && doDiffer ? EXIT.differences : EXIT.done;
}

/** Throws Failure if the path is neither a manifest nor recognised. */
function readCompared(path: string, files: SourceFiles, session: Session): ComparedSource {
  const written = readAsManifest(path, files);
  if (written?.manifest != null) return { label: path, manifest: written.manifest, notes: new Map() };
  const report = new ImportReport();
  try {
    const { importer, recognisedBy, ...reading } = recognise([path], files, IMPORTERS, report);
    session.terminal.note(session.terminal.noteColours.dim(harmless(recognisedBy)));
    const { manifest, notes, report: entries } = readWith(session, importer, reading, files, {}, report);
    const left = entries.filter(({ type }) => type === 'notMapped').length;
    if (left > 0) session.terminal.note(harmless(`${countOf(left, 'thing')} of ${path} not mapped: faultline import ${path} lists them`));
    return { label: path, manifest, notes };
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    if (error.code !== 'unknown_kind' || written === null) throw failureOf(error, report.all());
    throw new Failure(`${path} is no valid manifest`, {
      code: 'invalid_input',
      issues: written.issues.map((issue) => ({ ...issue, file: path })),
      issuesOmitted: written.issuesOmitted,
    });
  }
}

/** Null if it does not look like a manifest. Other files have a version too, so its issues count only if no importer knows it. */
function readAsManifest(path: string, files: SourceFiles): ReturnType<typeof readManifestText> | null {
  if (files.kind(path) !== 'file' || !/\.(?:ya?ml|json)$/i.test(path)) return null;
  let text: string;
  try {
    text = files.read(path);
  } catch {
    // Whoever reads it next says why it cannot be read.
    return null;
  }
  return /(?:^|[{,])\s*["']?version["']?\s*:/m.test(text) ? readManifestText(text, /\.json$/i.test(path) ? 'json' : 'yaml') : null;
}

function linesOf({ sources, shared, ambiguous, silent, differences }: SourceComparison, { terminal: { colours } }: Session): string[] {
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', colours.bold(`${title} (${lines.length})`), ...lines.map((line) => `  ${harmless(line)}`)];
  const widest = Math.max(...sources.map(({ source }) => source.length));
  return [
    ...sources.map(({ source, components, dependencies }) =>
      harmless(`${source.padEnd(widest)}  ${countOf(components, 'component')}, ${countOf(dependencies, 'dependency', 'dependencies')}`),
    ),
    `${bareCountOf(shared, 'component is', 'components are')} in all of them`,
    ...silent.map((source) => harmless(`${source} states no dependency, so none is compared with it`)),
    ...part(
      'Names that fit several',
      ambiguous.map(({ source, name, fits }) => `${name}  of ${source} fits ${fits.join(' and ')}`),
    ),
    ...DISAGREEMENTS.flatMap((what) => part(TITLES[what], differences.filter((one) => one.what === what).map(lineOf))),
    ...(differences.length + ambiguous.length === 0 ? ['', colours.green('They agree.')] : []),
  ];
}

function lineOf({ subject, says }: Difference): string {
  return `${subject}  ${says.map(({ source, value }) => `${source}: ${value ?? 'nothing'}`).join(' · ')}`;
}
