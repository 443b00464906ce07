/** Finds out which importer given files and directories are for, by asking each importer about each file. */
import { countOf } from '@/plain/counts';
import type { Importer } from './importer';
import { filesBelow } from './proposal/filesBelow';
import type { ImportReport } from './proposal/importReport';
import type { SourceFiles } from './proposal/sourceFiles';
import { UnreadableSource } from './proposal/unreadableSource';

/** What an importer is to read. */
export interface Reading {
  paths: readonly string[];
  /** Whether nobody named a file. */
  isFound: (path: string) => boolean;
}

export interface Recognised extends Reading {
  importer: Importer;
  /** `compose.yaml is of kind compose: it has services at the outermost level`. */
  recognisedBy: string;
}

/** What importers may be able to read, where files are found and not named. */
const READABLE = /\.(?:ya?ml|json|dsl|c4|likec4|xml|csv|tsv|xlsx|template)$/i;

/** Files of known tools that no importer reads, and what to do instead. */
const INSTEAD: readonly [RegExp, string][] = [
  [/\.tf$/i, 'Terraform’s own language is not read: import what `terraform show -json` prints'],
  [/\.archimate$/i, 'Archi’s own format is not read: use File → Export → Model to Open Exchange File'],
  [/(?:^|[/\\])Chart\.yaml$/, 'charts are not rendered here: import what `helm template` prints'],
  [/\.(?:drawio|vsdx)$/i, 'drawings are not read: they do not say what their boxes are'],
  [/\.tgz$/i, 'archives are not read: unpack it first'],
];

/**
 * Reports files that belong to no kind. Throws UnreadableSource if none of the files belongs to one, if they belong to several, or if a path
 * does not exist.
 */
export function recognise(paths: readonly string[], files: SourceFiles, importers: readonly Importer[], report: ImportReport): Recognised {
  const known = paths.flatMap((path) => candidatesOf(path, files).map((file) => ({ path, file, ...kindOf(file, files, importers) })));
  const own = known.flatMap((one) => (one.importer === null ? [] : [{ ...one, importer: one.importer }]));
  const [first] = own;
  if (first === undefined) throw unknownKind(paths, importers);
  const other = own.find(({ importer }) => importer !== first.importer);
  if (other !== undefined)
    throw new UnreadableSource(
      `these files are of two kinds: ${first.file} is of kind ${first.importer.kind}, ${other.file} of kind ${other.importer.kind}`,
      'several_kinds',
      { hint: `import one after the other: faultline import ${first.importer.kind} …, faultline import ${other.importer.kind} …` },
    );
  for (const { file, importer } of known) if (importer === null) tellUnknown(file, report);
  const more = own.length === 1 ? '' : `, and ${countOf(own.length - 1, 'more file')}`;
  return {
    importer: first.importer,
    ...readBy(first.importer, own, files, report),
    recognisedBy: `${first.file} is of kind ${first.importer.kind}: ${first.because}${more}`,
  };
}

/** What an importer that somebody named is to read: each file as it is, and what it recognises in directories. */
export function pathsFor(importer: Importer, paths: readonly string[], files: SourceFiles, report: ImportReport): Reading {
  const known = paths.flatMap((path) => {
    if (files.kind(path) !== 'directory' || importer.searchesDirectories === true) return [{ path, file: path }];
    const found = candidatesOf(path, files).filter((file) => kindOf(file, files, [importer]).importer !== null);
    if (found.length === 0) throw new UnreadableSource(`${path}: no file in it is of kind ${importer.kind}`, 'nothing_found');
    return found.map((file) => ({ path, file }));
  });
  return readBy(importer, known, files, report);
}

/** A named file, or the files in a named directory. */
function candidatesOf(path: string, files: SourceFiles): string[] {
  const kind = files.kind(path);
  if (kind === null) throw new UnreadableSource(`${path}: there is no such file or directory`, 'unreadable_file');
  return kind === 'file' ? [path] : filesBelow(files, path, READABLE, 'files that might be imported');
}

function kindOf(
  file: string,
  files: SourceFiles,
  importers: readonly Importer[],
): { importer: Importer; because: string } | { importer: null; because: null } {
  const text = textOrNothing(file, files);
  for (const importer of importers) {
    const because = importer.recognise({ path: file, text });
    if (because !== null) return { importer, because };
  }
  return { importer: null, because: null };
}

/** '' for a file that is no text, or that only its importer will be able to complain about. */
function textOrNothing(file: string, files: SourceFiles): string {
  try {
    return files.read(file);
  } catch {
    return '';
  }
}

/** Named files as they are; of those that were found, what the importer chooses. */
function readBy(importer: Importer, known: readonly { path: string; file: string }[], files: SourceFiles, report: ImportReport): Reading {
  if (importer.searchesDirectories === true) return { paths: [...new Set(known.map(({ path }) => path))], isFound: () => false };
  const named = known.filter(({ path, file }) => path === file).map(({ file }) => file);
  // One that does not exist is for the importer to complain about.
  const seen = new Set(named.filter((file) => files.kind(file) !== null).map((file) => files.identity(file)));
  const found = known.filter(({ path, file }) => path !== file && !seen.has(files.identity(file))).map(({ file }) => file);
  const chosen = new Set(importer.choose === undefined || found.length === 0 ? found : importer.choose(found));
  for (const file of found)
    if (!chosen.has(file))
      report.notMapped({ file, line: 1, column: 1 }, 'was found, but was not chosen to be read', 'files that were not read');
  return { paths: [...new Set([...named, ...chosen])], isFound: (path) => chosen.has(path) };
}

function tellUnknown(file: string, report: ImportReport): void {
  report.notMapped({ file, line: 1, column: 1 }, 'belongs to no kind that can be imported, so it was not read', 'files of no kind');
}

function unknownKind(paths: readonly string[], importers: readonly Importer[]): UnreadableSource {
  const instead = INSTEAD.find(([pattern]) => paths.some((path) => pattern.test(path)))?.[1];
  const kinds = importers.map(({ kind }) => kind).join(', ');
  return new UnreadableSource(
    `${paths.join(', ')}: nothing says what kind ${paths.length === 1 ? 'this is' : 'these are'}`,
    'unknown_kind',
    { hint: instead ?? `name the kind (${kinds}), as in: faultline import ${importers[0]?.kind ?? ''} ${paths[0] ?? ''}` },
  );
}
