/**
 * Reads the entities of a Backstage catalog from files and directories. Walks directories and follows Locations that point to local files.
 */
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { fieldOf, itemsOf, textOf, type Located, type Position } from '@/sources/proposal/locatedYaml';
import { readLocatedYaml } from '@/sources/proposal/yamlReader';
import { readEntity, type BackstageEntity } from './backstageEntity';
import { matchesGlob } from './glob';
import { filesBelow } from '@/sources/proposal/filesBelow';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import type { ImportReport } from '@/sources/proposal/importReport';

export interface BackstageCatalog {
  entities: BackstageEntity[];
  /** Files that contain at least one entity. */
  files: string[];
}

/** Throws UnreadableSource if a named file or directory cannot be read. `saw` is called with the number of files read so far. */
export function readCatalog(
  paths: readonly string[],
  source: SourceFiles,
  report: ImportReport,
  saw: (files: number) => void = () => undefined,
): BackstageCatalog {
  const reader = new CatalogReader(source, report, saw);
  for (const path of paths) reader.readNamed(path);
  return reader.catalog;
}

/**
 * How a file came in: named on the command line, so it must contain entities; pointed to by a Location; or found in a directory or by a
 * pattern, where it may contain anything.
 */
type Origin = 'named' | 'pointed to' | 'found';

class CatalogReader {
  readonly catalog: BackstageCatalog = { entities: [], files: [] };
  private readonly seen = new Set<string>();

  constructor(
    private readonly source: SourceFiles,
    private readonly report: ImportReport,
    private readonly saw: (files: number) => void,
  ) {}

  readNamed(path: string): void {
    const kind = this.source.kind(path);
    if (kind === null) throw new UnreadableSource(`${path}: there is no such file or directory`, 'unreadable_file');
    if (kind === 'directory') this.walk(path);
    else this.readFile(path, 'named');
  }

  private walk(directory: string): void {
    for (const file of this.filesBelow(directory)) this.readFile(file, 'found');
  }

  private filesBelow(directory: string): string[] {
    return filesBelow(this.source, directory, /\.ya?ml$/i, 'YAML files');
  }

  /** A fault in a file that nobody named on the command line is reported, and ends nothing. */
  private readFile(file: string, from: Origin): void {
    const identity = this.source.identity(file);
    if (this.seen.has(identity)) return;
    this.seen.add(identity);
    this.saw(this.seen.size);
    const text = this.textOf(file, from);
    if (text === null || (from === 'found' && !isCatalogFile(file, text))) return;
    const { documents, mistakes } = readLocatedYaml(file, text);
    const [first] = mistakes;
    if (from === 'named' && documents.length === 0 && first !== undefined)
      throw new UnreadableSource(`${file} is not readable YAML`, 'invalid_yaml', { mistakes });
    for (const { message, ...position } of mistakes) this.report.notMapped(position, `cannot be read: ${message}`);
    const roots = documents.flatMap((document) => (Array.isArray(document.value) ? document.value : [document]));
    for (const root of roots) this.take(root, file);
    if (roots.length > 0) this.catalog.files.push(file);
  }

  private textOf(file: string, from: Origin): string | null {
    try {
      return this.source.read(file);
    } catch (error) {
      if (from === 'named') throw error;
      this.report.notMapped({ file, line: 1, column: 1 }, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }

  private take(root: Located, file: string): void {
    if (root.value === null) return;
    const entity = readEntity(root);
    if (typeof entity === 'string') this.report.notMapped(root.position, entity);
    else if (entity.kind.toLowerCase() === 'location') this.follow(entity, file);
    else this.catalog.entities.push(entity);
  }

  private follow({ root }: BackstageEntity, file: string): void {
    const type = textOf(fieldOf(root, 'spec', 'type'));
    const targets = [fieldOf(root, 'spec', 'target'), ...itemsOf(fieldOf(root, 'spec', 'targets'))].filter(
      (target) => target !== undefined,
    );
    for (const target of targets) {
      const text = textOf(target) ?? '';
      if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text) || (type !== undefined && type !== 'file' && type !== 'url'))
        this.report.notMapped(target.position, `the Location ${text} is not on this machine, so it was not followed`);
      else this.followLocal(text, file, target.position);
    }
  }

  private followLocal(target: string, file: string, position: Position): void {
    const directory = this.source.directoryOf(file);
    if (!/[*?]/.test(target)) {
      const path = this.source.join(directory, target);
      if (this.source.kind(path) === 'file') this.readFile(path, 'pointed to');
      else this.report.notMapped(position, `the Location ${target} points to nothing`);
      return;
    }
    const parts = target.split('/');
    const fixed = parts
      .slice(
        0,
        parts.findIndex((part) => /[*?]/.test(part)),
      )
      .join('/');
    const start = this.source.join(directory, fixed === '' ? '.' : fixed);
    const pattern = this.source.join(directory, target).replaceAll('\\', '/');
    const files =
      this.source.kind(start) === 'directory'
        ? this.filesBelow(start).filter((path) => matchesGlob(pattern, path.replaceAll('\\', '/')))
        : [];
    if (files.length === 0) this.report.notMapped(position, `the Location ${target} points to nothing`);
    for (const path of files) this.readFile(path, 'found');
  }
}

function isCatalogFile(file: string, text: string): boolean {
  return /catalog-info[^/\\]*\.ya?ml$/i.test(file) || text.includes('backstage.io/');
}
