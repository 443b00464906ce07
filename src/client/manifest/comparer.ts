/** What the worker does that compares dropped files, as messages: files come in; what each of them is, and where they disagree, goes out. */
import { compareSources, type SourceComparison } from '@/sources/compare/compareSources';
import { readCompared, UnreadableDocument, type ReadDocument } from '@/sources/compare/readCompared';
import { IMPORTERS } from '@/sources/importers';
import { droppedFiles } from './droppedFiles';
import { openBytes } from './openFile';

export interface ComparerQuestion {
  /** With labels of their own. */
  files: { label: string; file: File }[];
}

export interface ReadFacts {
  /** How it shows what it is; null for a manifest. */
  recognisedBy: string | null;
  components: number;
  dependencies: number;
  notMapped: number;
}

export interface ReadFault {
  message: string;
  hint?: string | undefined;
  /** With their places, at most MOST_MISTAKES. */
  mistakes: string[];
}

export type ComparerAnswer =
  | { reading: string }
  | { read: string; facts: ReadFacts }
  | { failed: string; fault: ReadFault }
  /** Null if fewer than two of them can be read. `names`: by technicalName, what people call it. */
  | { comparison: SourceComparison | null; names: ReadonlyMap<string, string> };

const MOST_MISTAKES = 5;

/** Returns what answers a question through `send`, ending with a comparison. */
export function openComparer(send: (answer: ComparerAnswer) => void): (question: ComparerQuestion) => Promise<void> {
  return async ({ files }) => {
    const contents = new Map<string, Uint8Array>();
    const faults = new Map<string, ReadFault>();
    for (const { label, file } of files)
      await openBytes(file).then(
        (bytes) => contents.set(label, bytes),
        (error: unknown) => faults.set(label, { message: messageOf(error), mistakes: [] }),
      );
    // Files may include each other.
    const source = droppedFiles(contents);
    const documents: ReadDocument[] = [];
    for (const { label } of files) {
      send({ reading: label });
      const read = faults.get(label) ?? documentOrFault(label, source);
      if ('message' in read) send({ failed: label, fault: read });
      else {
        documents.push(read);
        send({ read: label, facts: factsOf(read) });
      }
    }
    send({ comparison: documents.length < 2 ? null : compareSources(documents), names: namesIn(documents) });
  };
}

function documentOrFault(label: string, source: ReturnType<typeof droppedFiles>): ReadDocument | ReadFault {
  try {
    const document = readCompared(label, source);
    if (!('issues' in document)) return document;
    const mistakes = document.issues
      .slice(0, MOST_MISTAKES)
      .map(({ line, path, message }) => `${line === undefined ? '' : `line ${line}: `}${path} ${message}`.replace(/ {2,}/g, ' '));
    return { message: 'This is not a valid manifest.', mistakes };
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) return { message: messageOf(error), mistakes: [] };
    const { message, more } = error.refusal;
    const mistakes = (more.mistakes ?? []).slice(0, MOST_MISTAKES).map(({ line, message: fault }) => `line ${line}: ${fault}`);
    // What to type at the command line helps nobody here.
    const isOfNoKind = error.refusal.code === 'unknown_kind' && more.hint?.startsWith('name the kind') === true;
    const hint = isOfNoKind ? `known are manifests, and files of ${IMPORTERS.map(({ kind }) => kind).join(', ')}` : more.hint;
    return { message, hint, mistakes };
  }
}

/** Of several names, that of the first source counts. */
function namesIn(documents: readonly ReadDocument[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { manifest } of documents)
    for (const { technicalName, name } of (manifest.applications ?? []).flatMap(({ components }) => components ?? []))
      if (name !== undefined && !names.has(technicalName)) names.set(technicalName, name);
  return names;
}

function factsOf({ recognisedBy, manifest, notMapped }: ReadDocument): ReadFacts {
  return {
    recognisedBy,
    components: (manifest.applications ?? []).reduce((sum, { components }) => sum + (components?.length ?? 0), 0),
    dependencies: manifest.dependencies?.length ?? 0,
    notMapped,
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
