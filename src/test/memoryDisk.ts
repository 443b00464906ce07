/** Files that exist only in a test. */
import { posix } from 'node:path';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';

export function memoryDisk(files: Readonly<Record<string, string>>): SourceFiles {
  const names = Object.keys(files);
  const below = (directory: string): string[] => names.filter((name) => directory === '.' || name.startsWith(`${directory}/`));
  const clean = (path: string): string => posix.normalize(path);
  return {
    kind: (path) => (Object.hasOwn(files, clean(path)) ? 'file' : below(clean(path)).length > 0 ? 'directory' : null),
    list: (directory) => {
      const prefix = clean(directory) === '.' ? '' : `${clean(directory)}/`;
      return [...new Set(below(clean(directory)).map((name) => name.slice(prefix.length).split('/')[0] ?? ''))].sort();
    },
    read: (file) => {
      const text = files[clean(file)];
      if (text === undefined) throw new Error(`${file}: there is no such file`);
      return text;
    },
    identity: clean,
    join: posix.join,
    directoryOf: posix.dirname,
    absolute: (path) => posix.join('/home/ada/shop', path),
  };
}
