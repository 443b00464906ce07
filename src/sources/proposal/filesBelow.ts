/** Searches a directory for files that importers may read. */
import type { SourceFiles } from './sourceFiles';
import { UnreadableSource } from './unreadableSource';

/** Directories of packages and of what builds make. */
const SKIPPED = new Set(['node_modules', '.git', 'dist', 'build', 'target', 'vendor', '.venv']);
const MOST_FILES = 20_000;

/** Sorted paths of the files below `directory` whose names match. Throws UnreadableSource if there are too many; `sort` says what they are. */
export function filesBelow(source: SourceFiles, directory: string, names: RegExp, sort: string): string[] {
  const files: string[] = [];
  const left = [directory];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const below: string[] = [];
    for (const name of source.list(next)) {
      const path = source.join(next, name);
      if (SKIPPED.has(name)) continue;
      if (source.kind(path) === 'directory') below.push(path);
      else if (names.test(name)) files.push(path);
    }
    left.push(...below.reverse());
    if (files.length > MOST_FILES)
      throw new UnreadableSource(`${directory}: contains more than ${MOST_FILES} ${sort}`, 'too_many_files', {
        hint: 'name a subdirectory instead',
      });
  }
  return files.sort();
}
