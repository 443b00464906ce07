/** The files that an importer reads, on a disk or dropped into a browser. Paths are as the person would write them; how they are read stays out. */

export interface SourceFiles {
  kind(path: string): 'file' | 'directory' | null;
  /** Names, sorted. Throws where the directory cannot be read. Symbolic links to directories are left out, since they may lead in circles. */
  list(directory: string): string[];
  /** Throws where the file cannot be read. */
  read(file: string): string;
  /** The same for two ways to name one file. */
  identity(file: string): string;
  join(directory: string, path: string): string;
  directoryOf(file: string): string;
  /** The path from the root, for the names of the directories on the way. */
  absolute(path: string): string;
}
