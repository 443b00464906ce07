/** What every importer is: a folder of `sources` exports one of these, and one line of `importers.ts` adds it to the command line and the browser. */
import type { Imported } from './proposal/imported';
import type { ImportReport } from './proposal/importReport';
import type { SourceFiles } from './proposal/sourceFiles';

/** A file that an importer is asked about. */
export interface CandidateFile {
  path: string;
  /** As UTF-8; '' for a binary file. */
  text: string;
}

/** A flag of the command line that one importer has and others have not. */
export interface ImporterOption {
  /** As commander reads it: `--preset <name>`. */
  flags: string;
  description: string;
  choices?: readonly string[];
  /** Whether it may be given several times; its value is then a list. */
  isRepeatable?: boolean;
  /** The environment variable that stands in for it; several values are separated by commas. */
  environment?: string;
}

export interface ImporterOptions {
  /** The name of the manifest; default: what the source says. */
  name?: string | undefined;
  /** Called with the number of files read so far. */
  saw?: (files: number) => void;
  /** Whether nobody named a file, and it was found in a directory: a fault in it is then reported, and ends nothing. Default: none was. */
  isFound?: (path: string) => boolean;
  /** Values of the importer's own options, by name in camelCase: `{ preset: 'leanix' }`. */
  own: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

export interface Importer {
  /** The word after `faultline import`. */
  kind: string;
  /** As in *Make a manifest from …*: `docker compose files`. */
  source: string;
  /** What becomes what, in a few lines, and examples. */
  help: string;
  options: readonly ImporterOption[];
  /** What the manifest is called if nobody says: `the organisation of the catalog`. */
  defaultName?: string;
  /** It searches directories itself. For every other importer they are searched for files that it recognises. */
  searchesDirectories?: boolean;
  /** Of files that it recognised in directories, in their order, those that it reads, in the order in which it reads them. Default: all. */
  choose?(found: readonly string[]): readonly string[];
  /** How a file shows that it is of this kind: `it has services at the outermost level`. Null if it is not. */
  recognise(file: CandidateFile): string | null;
  /** Throws UnreadableSource if the files cannot become a manifest. The same files give the same bytes, in whatever order they are named. */
  read(paths: readonly string[], files: SourceFiles, options: ImporterOptions, report: ImportReport): Imported;
}
