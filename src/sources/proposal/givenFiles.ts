/** The files that somebody names: themselves, and those of a kind below the directories that they name. */
import type { SourceFiles } from './sourceFiles';
import { UnreadableSource } from './unreadableSource';
import { byCodeUnit } from '@/plain/order';

const SKIPPED = new Set(['node_modules', '.git', 'dist', 'build', 'target', 'vendor', '.venv']);
const MOST_FILES = 20_000;

/**
 * Each file once, in an order that does not depend on that of `paths`. Of directories, the files whose names match `pattern`. Throws
 * UnreadableSource if a path does not exist or there are too many.
 */
export function givenFiles(paths: readonly string[], source: SourceFiles, pattern: RegExp): string[] {
  const files = new Map<string, string>();
  const add = (file: string): void => {
    const identity = source.identity(file);
    if (!files.has(identity)) files.set(identity, file);
    if (files.size > MOST_FILES)
      throw new UnreadableSource(`there are more than ${MOST_FILES} files`, 'too_many_files', { hint: 'name a subdirectory instead' });
  };
  for (const path of [...paths].sort(byCodeUnit)) {
    const kind = source.kind(path);
    if (kind === null) throw new UnreadableSource(`${path}: there is no such file or directory`, 'unreadable_file');
    if (kind === 'file') add(path);
    else for (const file of filesBelow(path, source)) if (pattern.test(file)) add(file);
  }
  return [...files.values()].sort(byCodeUnit);
}

function filesBelow(directory: string, source: SourceFiles): string[] {
  const files: string[] = [];
  const left = [directory];
  for (let next = left.pop(); next !== undefined; next = left.pop())
    for (const name of source.list(next)) {
      if (SKIPPED.has(name)) continue;
      const path = source.join(next, name);
      if (source.kind(path) === 'directory') left.push(path);
      else files.push(path);
    }
  return files;
}
