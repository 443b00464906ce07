/**
 * The configuration files that a project mounts into its containers, as far as they are available. They mention other services, above all a
 * proxy's upstreams.
 */
import type { FileContexts } from './fileContexts';
import { fieldOf, fieldsOf, itemsOf, type Located, type LocatedField, type Position } from '@/sources/proposal/locatedYaml';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';

/** A file that a container is given. */
export interface MountedFile {
  /** The last part of its path, such as `nginx.conf`. */
  name: string;
  lines: readonly string[];
  /** The position of its first line if it is a file of the source; otherwise of whatever provides it. */
  position: Position;
  /** Whether line numbers count up from `position`. */
  isNumbered: boolean;
}

/** Leaves out programs, certificates and dumps. */
const CONFIGURATION = /\.(?:cfg|cnf|conf|config|env|hcl|inc|ini|json|properties|template|tmpl|toml|tpl|xml|ya?ml)$|^[A-Z][a-z]+file$/;
/** In characters. Longer files are data. */
const LONGEST_FILE = 256 * 1_024;
const MOST_FILES_IN_DIRECTORY = 30;

export class MountReader {
  private readonly read = new Map<string, MountedFile | null>();
  private readonly configs = new Map<string, LocatedField>();

  constructor(
    private readonly source: SourceFiles,
    private readonly contexts: FileContexts,
  ) {}

  /** Notes the `configs` of a file, which services refer to by name. */
  note(root: Located): void {
    for (const [name, field] of fieldsOf(fieldOf(root, 'configs'))) this.configs.set(name, field);
  }

  /**
   * The bind mounts and configs of one service that are beside the compose file. Files that cannot be read are skipped, since they are not
   * part of the project.
   */
  filesOf(service: Located): MountedFile[] {
    const mounts = itemsOf(fieldOf(service, 'volumes')).flatMap((item) => this.mounted(item));
    const configs = itemsOf(fieldOf(service, 'configs')).flatMap((item) => this.configured(item));
    return [...mounts, ...configs];
  }

  private mounted(item: Located): MountedFile[] {
    const text = this.contexts.textOf(fieldOf(item, 'source')) ?? this.contexts.textOf(item)?.split(':')[0] ?? '';
    // Everything else is the name of a volume or a path outside the project.
    if (!/^\.{1,2}\//.test(text)) return [];
    return this.at(this.source.join(this.contexts.directoryOf(item.position.file), text));
  }

  private configured(item: Located): MountedFile[] {
    const config = this.configs.get(this.contexts.textOf(fieldOf(item, 'source')) ?? this.contexts.textOf(item) ?? '');
    const content = fieldOf(config, 'content');
    const written = this.contexts.textOf(content);
    if (content !== undefined && written !== undefined)
      return [
        { name: 'its configuration', lines: written.slice(0, LONGEST_FILE).split('\n'), position: content.position, isNumbered: false },
      ];
    const path = this.contexts.textOf(fieldOf(config, 'file'));
    if (config === undefined || path === undefined || /^[/\\~]/.test(path)) return [];
    return this.at(this.source.join(this.contexts.directoryOf(config.position.file), path));
  }

  private at(path: string): MountedFile[] {
    const kind = this.source.kind(path);
    if (kind === null) return [];
    const files = kind === 'file' ? [path] : this.listed(path).map((name) => this.source.join(path, name));
    return files.flatMap((file) => this.contents(file) ?? []);
  }

  private listed(directory: string): string[] {
    try {
      return this.source
        .list(directory)
        .filter((name) => CONFIGURATION.test(name))
        .slice(0, MOST_FILES_IN_DIRECTORY);
    } catch {
      return [];
    }
  }

  private contents(file: string): MountedFile | null {
    const known = this.read.get(file);
    if (known !== undefined) return known;
    const name = file.split(/[/\\]/).at(-1) ?? file;
    const text = CONFIGURATION.test(name) && this.source.kind(file) === 'file' ? this.textOf(file) : null;
    const position = { file, line: 1, column: 1 };
    const mounted = text === null || text.length > LONGEST_FILE ? null : { name, lines: text.split('\n'), position, isNumbered: true };
    this.read.set(file, mounted);
    return mounted;
  }

  private textOf(file: string): string | null {
    try {
      return this.source.read(file);
    } catch {
      return null;
    }
  }
}
