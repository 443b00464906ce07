/** The files that an importer reads, from a disk or dropped into a browser. Paths are as the user would write them. */

export interface SourceFiles {
  kind(path: string): 'file' | 'directory' | null;
  /** Names, sorted. Throws if the directory cannot be read. Leaves out symbolic links to directories, since they may form circles. */
  list(directory: string): string[];
  /** Throws if the file cannot be read, or is no text. */
  read(file: string): string;
  /** The same file as it is, text or not. Throws if it cannot be read. */
  readBytes(file: string): Uint8Array;
  /** Equal for two paths to the same file. */
  identity(file: string): string;
  join(directory: string, path: string): string;
  directoryOf(file: string): string;
  /** The path from the root, to get the names of the parent directories. */
  absolute(path: string): string;
}
