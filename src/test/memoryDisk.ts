/** Files that exist only in a test. */
import { posix } from 'node:path';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';

/** By path: a text, or the bytes of a file that is none. */
export function memoryDisk(files: Readonly<Record<string, string | Uint8Array>>): SourceFiles {
  const names = Object.keys(files);
  const below = (directory: string): string[] => names.filter((name) => directory === '.' || name.startsWith(`${directory}/`));
  const clean = (path: string): string => posix.normalize(path);
  const at = (file: string): string | Uint8Array => {
    const content = files[clean(file)];
    if (content === undefined) throw new Error(`${file}: there is no such file`);
    return content;
  };
  return {
    kind: (path) => (Object.hasOwn(files, clean(path)) ? 'file' : below(clean(path)).length > 0 ? 'directory' : null),
    list: (directory) => {
      const prefix = clean(directory) === '.' ? '' : `${clean(directory)}/`;
      return [...new Set(below(clean(directory)).map((name) => name.slice(prefix.length).split('/')[0] ?? ''))].sort();
    },
    read: (file) => {
      const content = at(file);
      return typeof content === 'string' ? content : new TextDecoder('utf-8', { fatal: true }).decode(content);
    },
    readBytes: (file) => {
      const content = at(file);
      return typeof content === 'string' ? new TextEncoder().encode(content) : content;
    },
    identity: clean,
    join: posix.join,
    directoryOf: posix.dirname,
    absolute: (path) => posix.join('/home/ada/shop', path),
  };
}
