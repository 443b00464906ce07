/** The little of a file system that importers need, so that they can be tried on files that are none. Paths are as the person would write them. */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { reasonOf } from '../connection';
import { Failure } from '../failure';
import { readTextFile } from '../manifestFile';

export interface Disk {
  kind(path: string): 'file' | 'directory' | null;
  /** Names, sorted. Throws Failure. Symbolic links to directories are left out, since they may lead in circles. */
  list(directory: string): string[];
  /** Throws Failure. */
  read(file: string): string;
  /** The same for two ways to name one file. */
  identity(file: string): string;
  join(directory: string, path: string): string;
  directoryOf(file: string): string;
  /** The path of a directory from the root, for its last name. */
  absolute(path: string): string;
}

export function realDisk(cwd: string): Disk {
  const at = (path: string): string => resolve(cwd, path);
  return {
    kind: (path) => {
      const stat = statSync(at(path), { throwIfNoEntry: false });
      if (stat === undefined) return null;
      return stat.isDirectory() ? 'directory' : 'file';
    },
    list: (directory) => {
      try {
        return readdirSync(at(directory), { withFileTypes: true })
          .filter(
            (entry) => !entry.isSymbolicLink() || statSync(join(at(directory), entry.name), { throwIfNoEntry: false })?.isFile() === true,
          )
          .map(({ name }) => name)
          .sort();
      } catch (error) {
        throw new Failure(`${directory}: ${reasonOf(error)}`, { code: 'unreadable_directory' });
      }
    },
    read: (file) => readTextFile(file, { cwd }),
    identity: (file) => realpathSync(at(file)),
    join: (directory, path) => (isAbsolute(path) ? path : join(directory, path)),
    directoryOf: (file) => dirname(file),
    absolute: at,
  };
}
