/** `faultline validate`: checks manifests for every mistake, without a server. */
import { Option, type Command } from 'commander';
import { declarationsOf } from '@/contract/manifest/declarations';
import type { Manifest } from '@/contract/manifest/schema';
import { readManifestText } from '@/contract/manifest/text/readText';
import { EXIT, type FileIssue } from '@/cli/failure';
import { issueLines } from '@/cli/issueLines';
import { readManifestFile } from '@/cli/manifestFile';
import { issuesMarkdown } from '@/cli/render/planMarkdown';
import { resultsOfIssues, sarifLog } from '@/cli/render/sarif';
import { kindNoun } from '@/cli/render/values';
import { assertOneFormat, type Session, type Shell } from '@/cli/session';
import { sarifOptions } from '@/cli/sarifLocations';
import { countOf } from '@/plain/counts';
import { finish } from '@/plain/steps';

interface ValidateOptions {
  format?: 'text' | 'json' | 'markdown' | 'sarif';
}

interface Verdict {
  file: string;
  valid: boolean;
  manifest: string | null;
  counts: Record<string, number>;
  issues: FileIssue[];
  issuesOmitted: number;
}

const AFTER_HELP = `
A reference to something that the manifest does not declare is only a warning, because the landscape may have it.

Examples:
  faultline validate landscape.yaml
  faultline validate teams/*.yaml
  cat landscape.yaml | faultline validate -
  faultline validate --format sarif landscape.yaml > faultline.sarif`;

export function addValidate(program: Command, shell: Shell): void {
  const command = program
    .command('validate <file...>')
    .summary('check manifests; needs no server')
    .description('Check manifests and report every mistake with its line and column. Needs no server.')
    .addOption(new Option('--format <format>', 'what to write').choices(['text', 'json', 'markdown', 'sarif']))
    .addHelpText('after', AFTER_HELP);
  shell.on<ValidateOptions>(command, validate);
}

async function validate(session: Session, options: ValidateOptions, ...files: string[]): Promise<number> {
  assertOneFormat(session, options.format);
  const texts = new Map<string, string>();
  const verdicts: Verdict[] = [];
  for (const [index, name] of files.entries()) {
    const { file, text, format } = await readManifestFile(name, session.world);
    texts.set(file, text);
    await session.terminal.progress.during(`checking ${file}`, index + 1, files.length, () => Promise.resolve());
    const { manifest, issues, issuesOmitted } = readManifestText(text, format, { isOffline: true });
    verdicts.push({
      file,
      valid: manifest !== null,
      manifest: manifest?.name ?? null,
      counts: manifest === null ? {} : countsOf(manifest),
      issues: issues.map((issue) => ({ ...issue, file })),
      issuesOmitted,
    });
  }
  write(session, options.format ?? (session.isJson ? 'json' : 'text'), verdicts, texts);
  return verdicts.every(({ valid }) => valid) ? EXIT.done : EXIT.error;
}

function write(
  session: Session,
  format: NonNullable<ValidateOptions['format']>,
  verdicts: readonly Verdict[],
  texts: ReadonlyMap<string, string>,
): void {
  const { terminal } = session;
  const issues = verdicts.flatMap((verdict) => verdict.issues);
  const omitted = verdicts.reduce((sum, { issuesOmitted }) => sum + issuesOmitted, 0);
  if (format === 'json') session.writeJson({ valid: verdicts.every(({ valid }) => valid), files: verdicts });
  else if (format === 'markdown') terminal.write(issuesMarkdown(issues, omitted));
  else if (format === 'sarif') terminal.write(sarifLog(resultsOfIssues(issues), sarifOptions(session.world)));
  else
    for (const verdict of verdicts) {
      for (const line of issueLines(verdict.issues, terminal.noteColours, (file) => texts.get(file))) terminal.note(line);
      terminal.write(`${verdictLine(verdict, session)}\n`);
    }
}

function verdictLine({ file, valid, manifest, counts, issues, issuesOmitted }: Verdict, { terminal: { colours } }: Session): string {
  const warnings = issues.filter(({ severity }) => severity === 'warning').length;
  const warned = warnings === 0 ? '' : `, ${countOf(warnings, 'warning')}`;
  if (!valid) return `${colours.red('✗')} ${file}: ${countOf(issues.length - warnings + issuesOmitted, 'error')}${warned}`;
  const parts = Object.entries(counts).map(([kind, count]) => `${count.toLocaleString('en-US')} ${kindNoun(kind, count)}`);
  return `${colours.green('✓')} ${file}: ${manifest ?? ''} — ${parts.length === 0 ? 'declares nothing' : parts.join(', ')}${warned}`;
}

function countsOf(manifest: Manifest): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of finish(declarationsOf(manifest))) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
