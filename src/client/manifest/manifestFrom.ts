/** Makes a manifest from dropped or chosen files with the command line's code: a manifest as it is, or the files of any tool that can be imported. */
import { MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { formatMebibytes } from '@/plain/sizes';
import { IMPORTERS } from '@/sources/importers';
import { onOneLine } from '@/sources/proposal/importedManifest';
import { entriesToRead, ImportReport, type ReportEntry } from '@/sources/proposal/importReport';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { recognise, type Recognised } from '@/sources/recognise';
import { droppedFiles } from './droppedFiles';
import { NOTHING_KNOWN } from './nothingKnown';
import { openBytes } from './openFile';

/** The text of the manifest. `saw` is called with the number of files read so far. Throws an Error whose message is shown to the person. */
export async function manifestFrom(files: readonly File[], saw: (read: number) => void = () => undefined): Promise<string> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > MAXIMUM_MANIFEST_BYTES)
    throw new Error(`These files are larger than ${formatMebibytes(MAXIMUM_MANIFEST_BYTES)} together. Drop fewer files at a time.`);
  const contents = new Map<string, Uint8Array>();
  for (const file of files) contents.set(file.webkitRelativePath || file.name, await openBytes(file));
  const source = droppedFiles(contents);
  const report = new ImportReport();
  const recognised = recogniseDropped([...contents.keys()].sort(byOverride), source, report);
  const manifests = [...contents]
    .map(([name, bytes]) => ({ name, text: new TextDecoder().decode(bytes) }))
    .filter(({ name, text }) => recognised?.paths.includes(name) !== true && isManifest(text));
  const [only, ...others] = manifests;
  if (recognised !== null) {
    if (only !== undefined) throw new Error(DIFFERENT_TOOLS);
    const { text, report: entries, nextSteps } = recognised.importer.read(recognised.paths, source, { own: {}, saw }, report);
    return withComments(text, [...reportComments(entries), ...nextSteps.map((step) => `Next: ${step}`)]);
  }
  if (only === undefined)
    throw new Error(
      `${NOTHING_KNOWN}, or of a kind that can be imported (${IMPORTERS.map(({ kind }) => kind).join(', ')}). The manifest’s schema is /schemas/manifest.v1.json.`,
    );
  if (others.length > 0) throw new Error('Open one manifest at a time, so that you see what each would change.');
  return only.text;
}

const DIFFERENT_TOOLS = 'These files belong to different tools. Drop the files of one tool at a time.';

/** Null if no importer knows any of the files. */
function recogniseDropped(names: readonly string[], source: SourceFiles, report: ImportReport): Recognised | null {
  try {
    return recognise(names, source, IMPORTERS, report);
  } catch (error) {
    if (error instanceof UnreadableSource && error.code === 'unknown_kind') return null;
    if (error instanceof UnreadableSource && error.code === 'several_kinds') throw new Error(DIFFERENT_TOOLS);
    throw error;
  }
}

/** More of them would hide the manifest. */
const MOST_REPORTED = 50;

/** What an option of the command line would do. Here, the manifest can be edited. */
const OPTION = /; use --.*$| \(all of them with --json\)$/;

/** What was left out and decided. What is suggested has a comment of its own beside its dependency. */
function reportComments(entries: readonly ReportEntry[]): string[] {
  const comments = entriesToRead(entries.filter(({ type }) => type !== 'suggested')).map(
    ({ type, message, file, line }) =>
      `${type === 'notMapped' ? 'Left out' : 'Decided'}: ${file === undefined ? '' : `${file}:${line ?? 1}: `}${message.replace(OPTION, '')}`,
  );
  const more = comments.length - MOST_REPORTED;
  return more <= 0
    ? comments
    : [...comments.slice(0, MOST_REPORTED), `${more} more things left out or decided: faultline import lists them`];
}

/** After the comments at the top of the manifest, where whoever reviews it begins to read. */
function withComments(text: string, comments: readonly string[]): string {
  const header = /^(?:#.*\n)*/.exec(text)?.[0] ?? '';
  return `${header}${comments.map((comment) => `# ${onOneLine(comment)}\n`).join('')}${text.slice(header.length)}`;
}

function isManifest(text: string): boolean {
  return /^version:\s*1\s*$/m.test(text) || /^\s*\{[^]*"version"\s*:\s*1\b/.test(text);
}

/** compose.yaml before compose.override.yaml, which is merged into it; for other tools, the order does not matter. */
function byOverride(left: string, right: string): number {
  const rank = (name: string): number => (/override/.test(name) ? 1 : 0);
  return rank(left) - rank(right);
}
