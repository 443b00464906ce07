/** The files of this machine, as importers read them. */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { reasonOf } from './reasonOf';
import { Failure } from './failure';
import { readTextFile, readWholeFile } from './manifestFile';

/** Paths are relative to `cwd`. Throws Failure for files that cannot be read. */
export function realDisk(cwd: string): SourceFiles {
  const at = (path: string): string => resolve(cwd, path);
  const ask = <T>(path: string, question: (absolute: string) => T): T => {
    try {
      return question(at(path));
    } catch (error) {
      throw new Failure(`${path}: ${reasonOf(error)}`, { code: 'unreadable_file' });
    }
  };
  return {
    kind: (path) => {
      const stat = ask(path, (absolute) => statSync(absolute, { throwIfNoEntry: false }));
      if (stat?.isDirectory() === true) return 'directory';
      // A device or a pipe might never end.
      return stat?.isFile() === true ? 'file' : null;
    },
    list: (directory) => {
      try {
        return readdirSync(at(directory), { withFileTypes: true })
          .filter((entry) => !entry.isSymbolicLink() || leadsToFile(join(at(directory), entry.name)))
          .map(({ name }) => name)
          .sort();
      } catch (error) {
        throw new Failure(`${directory}: ${reasonOf(error)}`, { code: 'unreadable_directory' });
      }
    },
    read: (file) => readTextFile(file, { cwd }),
    readBytes: (file) => readWholeFile(file, { cwd }),
    identity: (file) => ask(file, (absolute) => realpathSync(absolute)),
    join: (directory, path) => (isAbsolute(path) ? path : join(directory, path)),
    directoryOf: (file) => dirname(file),
    absolute: at,
  };
}

/** Whether a symbolic link that a directory contains leads to a file. One that leads in a circle, or nowhere, does not. */
function leadsToFile(link: string): boolean {
  try {
    return statSync(link).isFile();
  } catch {
    return false;
  }
}
