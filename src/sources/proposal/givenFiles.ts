/** The files that an importer is given, in an order of their own. */
import { byCodeUnit } from '@/plain/order';
import type { SourceFiles } from './sourceFiles';
import { UnreadableSource } from './unreadableSource';

/**
 * Each file once, in an order that does not depend on that of `paths`. Calls `saw` with the number of files so far. Throws UnreadableSource if
 * one does not exist.
 */
export function givenFiles(paths: readonly string[], source: SourceFiles, saw: (files: number) => void = () => undefined): string[] {
  const files = new Map<string, string>();
  for (const path of [...paths].sort(byCodeUnit)) {
    if (source.kind(path) !== 'file') throw new UnreadableSource(`${path}: there is no such file`, 'unreadable_file');
    const identity = source.identity(path);
    if (!files.has(identity)) files.set(identity, path);
    saw(files.size);
  }
  return [...files.values()];
}

/** The same of paths of which some may not exist, which whoever reads them complains about. */
export function distinctFiles(paths: readonly string[], source: SourceFiles): string[] {
  return [...new Map(paths.map((path) => [source.kind(path) === null ? path : source.identity(path), path])).values()].sort(byCodeUnit);
}
