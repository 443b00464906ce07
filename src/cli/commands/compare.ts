/** `faultline compare`: where documents about one system disagree. No server needed. */
import type { Command } from 'commander';
import { countOf } from '@/plain/counts';
import { comparisonText } from '@/sources/compare/comparisonText';
import { compareSources } from '@/sources/compare/compareSources';
import { readCompared, UnreadableDocument, type ReadDocument } from '@/sources/compare/readCompared';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { realDisk } from '@/cli/disk';
import { EXIT, Failure } from '@/cli/failure';
import { issueFacts } from '@/cli/fileIssues';
import { failureOf } from '@/cli/readSource';
import type { Session, Shell } from '@/cli/session';
import { harmless } from '@/cli/terminal';

interface CompareOptions {
  failOnDifferences?: boolean;
}

const AFTER_HELP = `
Each FILE is a manifest, or a file or directory that faultline import recognises. Components are the same if their names are, case and
separators aside. What a source leaves out or only guesses is not a difference; a missing dependency or component is.

Examples:
  faultline compare catalog-info.yaml compose.yaml
  faultline compare landscape.yaml model.c4 cluster.yaml
  faultline compare --fail-on-differences landscape.yaml workspace.dsl  exit code 2 if they disagree`;

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
  const comparison = compareSources(paths.map((path) => readDocument(path, files, session)));
  const { colours } = session.terminal;
  if (session.isJson) session.writeJson(comparison);
  else session.terminal.write(comparisonText(comparison, { title: colours.bold, agreed: colours.green, foreign: harmless }));
  const doDiffer = comparison.differences.length + comparison.ambiguous.length > 0;
  return failOnDifferences === true && doDiffer ? EXIT.differences : EXIT.done;
}

/** Throws Failure if the path is neither a manifest nor recognised. */
function readDocument(path: string, files: SourceFiles, session: Session): ReadDocument {
  const { progress, noteColours } = session.terminal;
  try {
    const document = readCompared(path, files, (count) => progress.update({ part: null, label: `reading ${countOf(count, 'file')}` }));
    if ('issues' in document) throw new Failure(`${path} is not a valid manifest`, issueFacts('invalid_input', document, { file: path }));
    const { recognisedBy, notMapped } = document;
    if (recognisedBy !== null) session.terminal.note(noteColours.dim(harmless(recognisedBy)));
    if (notMapped > 0)
      session.terminal.note(harmless(`${countOf(notMapped, 'thing')} of ${path} not mapped: faultline import ${path} lists them`));
    return document;
  } catch (error) {
    throw error instanceof UnreadableDocument ? failureOf(error.refusal, error.report) : error;
  } finally {
    progress.stop();
  }
}
