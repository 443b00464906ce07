/** Dropped files, as importers read them: by the paths they came with, below one root. */
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { decodeText } from './openFile';

/** By path, what is in each file. */
export function droppedFiles(files: ReadonlyMap<string, Uint8Array>): SourceFiles {
  const byPath = new Map([...files].map(([path, bytes]) => [clean(path), bytes]));
  const at = (file: string): Uint8Array => {
    const bytes = byPath.get(clean(file));
    if (bytes === undefined) throw new Error(`${file} is not among the dropped files.`);
    return bytes;
  };
  const below = (directory: string): string[] => {
    const prefix = clean(directory) === '.' ? '' : `${clean(directory)}/`;
    return [...byPath.keys()].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  };
  return {
    kind: (path) => (byPath.has(clean(path)) ? 'file' : below(path).length > 0 ? 'directory' : null),
    list: (directory) => [...new Set(below(directory).map((path) => path.split('/')[0] ?? ''))].sort(),
    read: (file) => decodeText(file, at(file)),
    readBytes: at,
    identity: clean,
    join: (directory, path) => clean(path.startsWith('/') ? path : `${directory}/${path}`),
    directoryOf: (file) => clean(file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.'),
    absolute: (path) => `/${clean(path) === '.' ? '' : clean(path)}`,
  };
}

/** Without `.` and `..`; nothing is above the root. */
function clean(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return parts.length === 0 ? '.' : parts.join('/');
}
