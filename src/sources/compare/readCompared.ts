/** Reads one document that is compared: a manifest as it is, anything else with the importer that recognises it. */
import { readManifestText } from '@/contract/manifest/text/readText';
import type { Issue } from '@/domain/errors';
import { IMPORTERS } from '@/sources/importers';
import { ImportReport, type ReportEntry } from '@/sources/proposal/importReport';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { recognise } from '@/sources/recognise';
import type { ComparedSource } from './sameComponents';

export interface ReadDocument extends ComparedSource {
  /** How it shows what it is; null for a manifest. */
  recognisedBy: string | null;
  /** How many things of it were not mapped. */
  notMapped: number;
}

/** A document that looks like a manifest, is none, and that no importer knows either. */
export interface InvalidManifest {
  issues: readonly Issue[];
  issuesOmitted: number;
}

/** Thrown if an importer refuses a document, with what it had reported until then. */
export class UnreadableDocument extends Error {
  constructor(
    readonly refusal: UnreadableSource,
    readonly report: readonly ReportEntry[],
  ) {
    super(refusal.message);
  }
}

/** `saw` is called with the number of files read so far. Throws UnreadableDocument. */
export function readCompared(path: string, files: SourceFiles, saw?: (files: number) => void): ReadDocument | InvalidManifest {
  const written = readAsManifest(path, files);
  if (written?.manifest != null) return { label: path, manifest: written.manifest, notes: new Map(), recognisedBy: null, notMapped: 0 };
  const report = new ImportReport();
  try {
    const { importer, recognisedBy, paths, isFound } = recognise([path], files, IMPORTERS, report);
    const imported = importer.read(paths, files, { own: {}, isFound, ...(saw === undefined ? {} : { saw }) }, report);
    const notMapped = imported.report.filter(({ type }) => type === 'notMapped').length;
    return { label: path, manifest: imported.manifest, notes: imported.notes, recognisedBy, notMapped };
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    if (error.code !== 'unknown_kind' || written === null) throw new UnreadableDocument(error, report.all());
    return { issues: written.issues, issuesOmitted: written.issuesOmitted };
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
