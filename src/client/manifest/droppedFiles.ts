/** Dropped files, as importers read them: by the paths they came with, below one root. */
import type { SourceFiles } from '@/sources/proposal/sourceFiles';

/** `texts` by path. */
export function droppedFiles(texts: ReadonlyMap<string, string>): SourceFiles {
  const byPath = new Map([...texts].map(([path, text]) => [clean(path), text]));
  const below = (directory: string): string[] => {
    const prefix = clean(directory) === '.' ? '' : `${clean(directory)}/`;
    return [...byPath.keys()].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  };
  return {
    kind: (path) => (byPath.has(clean(path)) ? 'file' : below(path).length > 0 ? 'directory' : null),
    list: (directory) => [...new Set(below(directory).map((path) => path.split('/')[0] ?? ''))].sort(),
    read: (file) => {
      const text = byPath.get(clean(file));
      if (text === undefined) throw new Error(`${file} is not among the dropped files.`);
      return text;
    },
    identity: clean,
    join: (directory, path) => clean(path.startsWith('/') ? path : `${directory}/${path}`),
    directoryOf: (file) => clean(file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.'),
    absolute: (path) => `/${clean(path) === '.' ? '' : clean(path)}`,
  };
}

/** Without `.` and `..`; nothing is above the root. */
function clean(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.length === 0 ? '.' : parts.join('/');
}
